import { z } from 'zod'
import { answerInThread } from '../../async/thread.ts'
import { journalMigrations, openJournal } from './open-journal.ts'

/** Entry of the thread that opens a journal whose opening takes long, and closes it. Whoever asks holds its claim. */
answerInThread(
  z.object({ folder: z.string(), isChecked: z.boolean() }),
  ({ folder, isChecked }, { progress }) => {
    openJournal(folder, journalMigrations, {
      lock: { release: () => undefined },
      isChecked,
      tell: (step, done) => progress({ step, done }),
    }).close()
    return null
  },
)
