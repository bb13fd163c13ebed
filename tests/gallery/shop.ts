import type { Page } from 'playwright-core'
import { z } from 'zod'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { serviceDay } from '../../shared/domain/time/dates.ts'
import { presetRange } from '../../shared/domain/time/range.ts'
import type { Language } from '../../shared/words/words.ts'
import { openApp, type OpenApp } from '../e2e/open-app.ts'

/**
 * Takes the window as it is now, in every look; `speak` brings it to another language where the settings do not take it.
 */
export type Scene = (page: Page, name: string, speak?: Speak) => Promise<void>
export type Speak = (language: Language) => Promise<void>

interface Open {
  app: OpenApp
  sandbox?: Sandbox
}

/** A walk ends with its window, however it ends. */
export async function inShop<S extends Open>(
  shop: S,
  walk: (shop: S) => Promise<void>,
): Promise<void> {
  try {
    await walk(shop)
  } finally {
    await shop.app.close()
    await shop.sandbox?.close()
  }
}

const month = presetRange('lastMonth', serviceDay(Date.now()))

/** A shop of Colombia over a service with last month's sales. */
export async function openShop(): Promise<{ app: OpenApp; sandbox: Sandbox }> {
  const sandbox = await startSandbox({
    ...{ historyFrom: month.from, historyTo: month.to, salesPerDay: 40 },
    ...{ balance: 1_036_000_000, unshown: true, settings: { statusSeconds: 0 } },
  })
  const { url: baseUrl, token } = sandbox
  const app = await openApp({ baseUrl, token, sandbox: true, still: true, quietly: true })
  await app.page.locator('[data-product]').first().waitFor()
  await app.page.getByRole('term').filter({ hasText: 'Saldo' }).first().waitFor()
  return { app, sandbox }
}

const peopleSchema = z.object({
  value: z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) }),
})

/** The only person who works here, or the one who is called so. */
export async function onlyPerson(call: OpenApp['call'], name?: string): Promise<string> {
  const { people } = peopleSchema.parse(await call('people.state', {})).value
  const person = people.find((one) => name === undefined || one.name === name)
  if (!person) throw new Error('nobody works here')
  return person.id
}
