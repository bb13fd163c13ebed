import { statfsSync } from 'node:fs'
import { Failure } from '../../../shared/errors.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'

/** What all that is no sale (copies, restores, updates) leaves free on the disk, in bytes: the next sales need it. */
export const roomForSales = 64 * 1024 * 1024

/** What the disk of a folder has left, in bytes. @throws Failure STORE_FAILED */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = guarded(() => statfsSync(folder))
  return bavail * bsize
}

/** @throws Failure DISK_FULL so many bytes more would leave too little for sales, STORE_FAILED */
export function mustFit(folder: string, bytes: number): void {
  if (freeBytes(folder) < bytes + roomForSales) throw new Failure('DISK_FULL')
}
