import { expect, test } from 'vitest'
import { toFailure } from '../../../shared/errors.ts'
import { createThread } from '../../async/thread.ts'
import { threadReplySchema } from './answer-question.ts'

test('a thread that is asked for the rest of an answer it never read does not say that this was all', async () => {
  // As the next one is, where the thread that read the first parts has ended.
  const thread = createThread({
    url: new URL('./answer-worker.ts', import.meta.url),
    died: toFailure,
  })
  const rest = thread.ask({ kind: 'next' }, threadReplySchema)
  await expect(rest).rejects.toMatchObject({ error: { code: 'CANCELLED' } })
  await thread.end()
})
