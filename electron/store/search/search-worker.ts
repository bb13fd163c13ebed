import { answerInThread } from '../../async/thread.ts'
import { answerSearch } from './search-answers.ts'
import { searchQuestionSchema } from './search-question.ts'

/** Entry of the thread that goes over all sales: nobody at the register waits for it. */
answerInThread(searchQuestionSchema, answerSearch)
