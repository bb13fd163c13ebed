import { answerInThread } from '../../../async/thread.ts'
import { parseHubAddress } from '../../../hub/address.ts'
import { bookAccounts, bookRegisters } from '../../../hub/book-images.ts'
import { connectHub } from '../../../hub/connect.ts'
import { accountsOf } from '../books/account.ts'
import { fillFromHub } from '../books/fill-mirror.ts'
import { mirrorQuestionSchema, type ChoicesAnswer, type MirrorQuestion } from './mirror-question.ts'

/** Entry of the thread that fills mirrors: nobody who sells waits for the hub, nor for what is written of it. */
answerInThread<MirrorQuestion, object>(mirrorQuestionSchema, ({ reader, password, ask }, ear) => {
  if (ask.kind === 'choices') return choices({ reader, password })
  const { folder, profile, account, days, only } = ask
  return fillFromHub(folder, { reader, password, profile, account, days, only }, ear)
})

const noDays = { from: '1970-01-01', to: '1970-01-01' }

async function choices({
  reader: { url, ca, login },
  password,
}: Pick<MirrorQuestion, 'reader' | 'password'>): Promise<ChoicesAnswer> {
  const hub = await connectHub(parseHubAddress(url, ca), { user: login, password })
  try {
    return {
      accounts: accountsOf(await bookAccounts(hub)),
      registers: await bookRegisters(hub, noDays),
    }
  } finally {
    await hub.close()
  }
}
