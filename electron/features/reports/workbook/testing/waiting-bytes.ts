import type { Worksheet } from 'exceljs'
import { pipesOf } from '../writing/raw-rows.ts'

/** How many bytes of a sheet wait to be compressed. */
export function waitingBytes(sheet: Worksheet): number {
  return pipesOf(sheet).reduce((sum, { _writableState }) => sum + _writableState.length, 0)
}
