import type { Data } from './types.ts'
import { sentText } from './data.ts'

/** What the last four digits of a sale's main field make of it; see the README. */
const MAGIC = {
  '0001': 'rejected',
  '0002': 'partial',
  '0003': 'pending',
  '0004': 'quote-error',
  '0005': 'query-fails',
  '0006': 'no-balance',
  '0007': 'processing',
  '0008': 'other-amount',
} as const

export type Magic = (typeof MAGIC)[keyof typeof MAGIC]

/** The first of these that a payload holds is its main field. */
const MAIN_FIELDS = [
  'barcode',
  'reference',
  'accountNumber',
  'ticket',
  'withdrawalCode',
  'customerDocument',
  'customerCellphone',
]

const isMagic = (ending: string): ending is keyof typeof MAGIC => Object.hasOwn(MAGIC, ending)

export function magicOf(data: Data): Magic | undefined {
  for (const name of MAIN_FIELDS) {
    const value = sentText(data, name)
    if (value === '') continue
    const ending = value.slice(-4)
    return isMagic(ending) ? MAGIC[ending] : undefined
  }
  return undefined
}
