// For tests: a process that opens a journal as its writer, leaves a sale in SENDING, and waits to be killed.
import { nextSale } from '../../../shared/domain/sale/sale-machine.ts'
import { intentSample } from './journal-samples.ts'
import { openJournal } from '../journal/open-journal.ts'

const journal = openJournal(process.argv[2] ?? '')
const prepared = journal.prepare(intentSample())
const facts = nextSale(prepared, { kind: 'sending' }, 2000)
if (facts) journal.advance(prepared, { facts }, { kind: 'sending', at: 2000, error: null })
process.stdout.write('held\n')
setInterval(() => undefined, 1000)
