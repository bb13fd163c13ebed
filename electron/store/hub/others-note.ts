import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { otherRegistersSchema, type OtherRegisters } from '../../../shared/domain/books/behind.ts'
import { readNote, writeNote } from '../files/note.ts'

/** Beside the journal, as whoever sends may not write in it while the window has it open. */
const pathOf = (dataDir: string) => join(dataDir, 'other-registers.json')

/** What the hub last told of the other registers; null: nothing, or it is not to be read. @throws Failure STORE_FAILED */
export const readOtherRegisters = (dataDir: string): OtherRegisters | null =>
  readNote(pathOf(dataDir), otherRegistersSchema)

/** The window's thread and the command line may both write it: the last one stays. @throws Failure DISK_FULL, STORE_FAILED */
export function writeOtherRegisters(dataDir: string, others: OtherRegisters): void {
  const path = pathOf(dataDir)
  writeNote(path, others, `${path}.${randomUUID()}.new`)
}
