import { fileURLToPath } from 'node:url'
import { forkNode } from './fork-node.ts'
import type { ChildProgram } from '../../async/child-program.ts'

const defaultProgram = fileURLToPath(
  new URL('../../features/connection/keyring-process.ts', import.meta.url),
)

/** Starts the program that asks the keyring. */
export function forkNodeKeyring(program = defaultProgram): ChildProgram {
  return forkNode(program)
}
