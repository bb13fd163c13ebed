import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { nextSale } from '../../shared/domain/sale/sale-machine.ts'
import { closeRegister, openRegister } from '../../electron/register.ts'
import type { Journal } from '../../electron/store/journal/journal.ts'
import { median, timed, type Result } from '../measure.ts'
import { ratio, type Pair } from './figures.ts'
import { furtherSales, type YearsSale } from './sales.ts'

const intents = 200

/** What has to be durable before a request leaves, against one bare write on the same disk, by turns. */
export async function intentOfYears({ years, plan }: Pair): Promise<Result[]> {
  const register = openRegister(years)
  if (register.kind !== 'open') throw register.failure
  const file = openSync(join(years, 'bare'), 'w')
  const page = Buffer.alloc(4_096, 1)
  const times: { own: number[]; bare: number[] } = { own: [], bare: [] }
  try {
    for (const sale of furtherSales(plan, 'intent', intents)) {
      times.own.push(await timed(() => intend(register.journal, sale)))
      times.bare.push(await timed(() => write(file, page)))
    }
  } finally {
    closeSync(file)
    closeRegister(register)
  }
  const both = [median(times.own), median(times.bare)]
  return [ratio('one intent, against one write of 4 KiB with fdatasync', both, 2.5)]
}

function write(file: number, page: Buffer): void {
  writeSync(file, page)
  fdatasyncSync(file)
}

/** PREPARED, its line of intents.log, and SENDING. */
function intend(journal: Journal, { intent, at }: YearsSale): void {
  const record = journal.prepare(intent)
  const facts = nextSale(record, { kind: 'sending' }, at)
  if (!facts) throw new Error(record.state)
  journal.advance(record, { facts }, { kind: 'sending', at, error: null })
}
