import { z } from 'zod'
import { startNodeSandbox } from '../../electron/host/programs/sandbox-node.ts'
import { replySchema } from '../../shared/contract/bridge.ts'
import { quoteSchema } from '../../shared/contract/selling.ts'
import { saleSchema } from '../../shared/domain/sale/sale.ts'
import { openAppWindow } from '../app-window.ts'
import { median, type Result } from '../measure.ts'
import { againstEmpty, p95, result, type Pair } from './figures.ts'

const sold = 60
const answerSchema = z.object({ reply: replySchema, took: z.number() })

/** A sale from the page's call until its answer, by the real bridge, journal and service. */
export async function bridgeOfYears({ plan, years, empty }: Pair): Promise<Result[]> {
  const service = await startNodeSandbox('CO')
  try {
    const times: number[][] = []
    for (const folder of [years, empty]) {
      const app = await openAppWindow(folder, service, plan.profileId)
      try {
        await app.page.locator('[data-product]', { hasText: 'Recarga Clara' }).first().waitFor()
        times.push(await sell(app.page, folder === years ? 5 : 6))
      } finally {
        await app.close()
      }
    }
    const [own = []] = times
    return [
      result('sell through the bridge, p95', p95(own), 'ms', 20),
      result('sell through the bridge, at most', Math.max(...own), 'ms', 50),
      againstEmpty('sell through the bridge', times.map(median), 1.2),
    ]
  } finally {
    service.stop()
  }
}

type Page = Awaited<ReturnType<typeof openAppWindow>>['page']

/** Timed in the page itself: the driver's own way there is not the register's. */
const callIn = `async ([call, input]) => {
  const begun = performance.now()
  const reply = await window.bridge.call(call, input)
  return { reply, took: performance.now() - begun }
}`

async function sell(page: Page, prefix: number): Promise<number[]> {
  const times: number[] = []
  for (let number = 0; number <= sold; number += 1) {
    // The test service decides by the last four digits of the phone.
    const phone = `30${prefix}${String(number).padStart(3, '0')}4567`
    const values = { customerCellphone: phone, amount: '1000' }
    const quoted = await call(page, 'selling.quote', { productId: '10000', values })
    const quote = quoteSchema.parse(quoted.value)
    const made = await call(page, 'selling.sell', {
      draftId: `bench-${prefix}-${String(number).padStart(6, '0')}`,
      ...{ productId: '10000', quoteId: quote.quoteId, values: quote.values },
    })
    saleSchema.parse(made.value)
    // The first one draws what the others find there.
    if (number > 0) times.push(made.took)
  }
  return times
}

async function call(page: Page, name: string, input: object) {
  const answer: unknown = await page.evaluate(`(${callIn})(${JSON.stringify([name, input])})`)
  const { reply, took } = answerSchema.parse(answer)
  if (!reply.ok) throw new Error(`${name}: ${reply.error.code}`)
  return { value: reply.value, took }
}
