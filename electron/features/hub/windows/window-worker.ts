import { answerInThread } from '../../../async/thread.ts'
import { connectHub } from '../../../hub/connect.ts'
import { createWindowDesk } from './window-desk.ts'
import { windowQuestionSchema } from './window-question.ts'

/** In milliseconds: who asks has long gone on by then. */
const limits = { connect: 5_000, query: 8_000, end: 500 }

/** Entry of the thread that asks for what other registers gathered: no report waits for what is sent behind. */
answerInThread(
  windowQuestionSchema,
  createWindowDesk((address, who) => connectHub(address, who, limits)),
)
