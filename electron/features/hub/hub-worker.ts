import { Failure } from '../../../shared/errors.ts'
import { answerInThread } from '../../async/thread.ts'
import { parseHubAddress } from '../../hub/address.ts'
import { connectHub } from '../../hub/connect.ts'
import { hubQuestionSchema, type sentSchema } from './hub-question.ts'
import { pushNow } from './push-now.ts'
import { outboxOf } from './read-outbox.ts'
import type { z } from 'zod'

/** Entry of the thread that sends: it reads the journal by itself, and nobody at the register waits for the hub. */
answerInThread(hubQuestionSchema, async (question, asker) => {
  const { dataDir, stream, password, version, places } = question
  const read = outboxOf(dataDir)
  const own = read((outbox) => outbox.stream())
  if (own?.id !== stream) throw new Failure('HUB_NOT_JOINED')
  const hub = await connectHub(parseHubAddress(own.url, own.ca), { user: own.login, password })
  const onSent = ({ seq }: z.output<typeof sentSchema>) => {
    asker.progress({ seq })
    asker.check()
  }
  try {
    return await pushNow({ hub, read, stream, dataDir, version, places, now: Date.now, onSent })
  } finally {
    await hub.close()
  }
})
