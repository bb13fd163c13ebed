import { answerInThread } from '../../../async/thread.ts'
import { connectHub } from '../../../hub/connect.ts'
import { createClaimDesk } from './claim-desk.ts'
import { claimQuestionSchema } from './claim-question.ts'

/** In milliseconds: who asks has long gone on by then. */
const limits = { connect: 5_000, query: 2_000, end: 500 }

/** Entry of the thread that asks the other registers while a sale waits: what is sent behind has another one. */
answerInThread(
  claimQuestionSchema,
  createClaimDesk((address, who) => connectHub(address, who, limits)),
)
