// For tests: a process that opens a journal as its writer, and closes it.
import { openJournal } from '../../electron/store/journal/open-journal.ts'

openJournal(process.argv[2] ?? '').close()
