import { Failure } from '../../../shared/errors.ts'
import { answerInThread, type Asker } from '../../async/thread.ts'
import { parseHubAddress } from '../../hub/address.ts'
import { connectHub } from '../../hub/connect.ts'
import { hubQuestionSchema, type PackedPushed, type sentSchema } from './hub-question.ts'
import { packShared } from './packed-shared.ts'
import { pushNow, type Unanswered } from './push-now.ts'
import { outboxOf } from './read-outbox.ts'
import type { z } from 'zod'

/** Of the stream that this thread sends in: for another one a thread is begun anew. */
const unanswered: Unanswered = new Map()

/** Entry of the thread that sends: it reads the journal by itself, and nobody at the register waits for the hub. */
async function pushed(
  question: z.output<typeof hubQuestionSchema>,
  asker: Asker,
): Promise<PackedPushed> {
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
    const of = { hub, read, stream, dataDir, version, places, unanswered }
    const came = await pushNow({ ...of, now: Date.now, onSent })
    return { ...came, shared: came.shared && packShared(came.shared) }
  } finally {
    await hub.close()
  }
}

answerInThread(hubQuestionSchema, pushed, ({ shared }) =>
  (shared?.parts ?? []).map(({ buffer }) => buffer),
)
