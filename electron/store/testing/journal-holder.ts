// For tests: a process that opens a journal as its writer, leaves a sale in SENDING, and waits to be killed. Nothing names
// that journal any more by then: under `--expose-gc` the collector has been there.
import { setImmediate as turn } from 'node:timers/promises'
import { nextSale } from '../../../shared/domain/sale/sale-machine.ts'
import { intentSample } from './journal-samples.ts'
import { openJournal } from '../journal/open-journal.ts'

function sell(folder: string): void {
  const journal = openJournal(folder)
  const prepared = journal.prepare(intentSample())
  const facts = nextSale(prepared, { kind: 'sending' }, 2000)
  if (facts) journal.advance(prepared, { facts }, { kind: 'sending', at: 2000, error: null })
}

sell(process.argv[2] ?? '')
for (let times = 0; times < 3; times += 1) {
  await turn()
  globalThis.gc?.()
}
process.stdout.write('held\n')
setInterval(() => undefined, 1000)
