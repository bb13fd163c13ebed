import { join } from 'node:path'
import { otherRegistersSchema, type OtherRegisters } from '../../../shared/domain/books/behind.ts'
import { readNote, writeNote } from '../files/note.ts'

/** Beside the journal, as whoever sends may not write in it while the window has it open. */
const pathOf = (dataDir: string) => join(dataDir, 'other-registers.json')

/** What the hub last told of the other registers; null: nothing, or it is not to be read. @throws Failure STORE_FAILED */
export const readOtherRegisters = (dataDir: string): OtherRegisters | null =>
  readNote(pathOf(dataDir), otherRegistersSchema)

/** @throws Failure DISK_FULL, STORE_FAILED */
export const writeOtherRegisters = (dataDir: string, others: OtherRegisters): void =>
  writeNote(pathOf(dataDir), others)
