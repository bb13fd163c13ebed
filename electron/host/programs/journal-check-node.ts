import { fileURLToPath } from 'node:url'
import { forkNode } from './fork-node.ts'
import type { ChildProgram } from '../../async/child-program.ts'

const program = fileURLToPath(new URL('../../store/recovery/check-process.ts', import.meta.url))

/** Starts the program that checks a journal. */
export const forkNodeJournalCheck = (): ChildProgram => forkNode(program)
