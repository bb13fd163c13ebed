import { answerInThread } from '../../async/thread.ts'
import { parseHubAddress } from '../../hub/address.ts'
import { connectHub, type HubConnection } from '../../hub/connect.ts'
import { readCloses, readNow, readSales, readSold } from '../../hub/reading.ts'
import { branchesQuestionSchema, type BranchesQuestion } from './branches-question.ts'

/** Entry of the thread that reads of all registers for the owner's screen: nobody at this one waits for the hub. */
answerInThread(branchesQuestionSchema, async ({ url, ca, login, password, ask }) => {
  const hub = await connectHub(parseHubAddress(url, ca), { user: login, password })
  try {
    return await answered(hub, ask)
  } finally {
    await hub.close()
  }
})

async function answered(hub: HubConnection, ask: BranchesQuestion['ask']): Promise<object> {
  switch (ask.kind) {
    case 'now':
      return readNow(hub)
    case 'sold':
      return readSold(hub, ask)
    case 'sales':
      return { sales: await readSales(hub, ask) }
    case 'closes':
      return { closes: await readCloses(hub, ask) }
  }
}
