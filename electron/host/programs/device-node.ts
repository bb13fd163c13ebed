import { fileURLToPath } from 'node:url'
import { forkNode } from './fork-node.ts'
import type { ChildProgram } from '../../async/child-program.ts'

const program = fileURLToPath(new URL('../../features/receipts/device-writer.ts', import.meta.url))

/** Starts the program that writes to a printer's device. */
export const forkNodeDeviceWriter = (): ChildProgram => forkNode(program)
