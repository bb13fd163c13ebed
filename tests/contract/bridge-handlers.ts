import { callNames, handleEach, type Emit, type Handlers } from '../../shared/contract/index.ts'
import { settingsSchema } from '../../shared/contract/settings.ts'
import { Failure } from '../../shared/errors.ts'

const unused = async (): Promise<never> => {
  throw new Error('not part of the bridge suite')
}

/** What the suite asks of a bridge, and how often it was asked. */
export interface ProbeHandlers {
  handlers: Handlers
  /** Names of the calls that reached a handler, in order. */
  handled: string[]
}

/**
 * Handlers that make the bridge's own behaviour visible. `settings.set` answers what it got and
 * tells every window; `selling.sale` throws an error of ours, `selling.look` one that is not;
 * `catalog.get` answers megabytes; `selling.day` answers once `sideBySide` of it were asked,
 * the last one first.
 */
export function probeHandlers(emit: Emit): ProbeHandlers {
  const handled: string[] = []
  const waiting: (() => void)[] = []
  const note = (name: string) => void handled.push(name)
  const handlers: Handlers = {
    ...handleEach(callNames, unused),
    async 'catalog.get'() {
      note('catalog.get')
      return { categories: bigList, products: [], fetchedAt: null, place: 0, next: null }
    },
    async 'selling.sale'({ saleId }) {
      note('selling.sale')
      throw new Failure('SERVICE_ERROR', { status: 500, message: saleId })
    },
    async 'selling.look'() {
      note('selling.look')
      throw new TypeError('something broke', { cause: new Error('below') })
    },
    async 'selling.day'({ day }) {
      note('selling.day')
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        if (waiting.length < sideBySide) return
        for (const answer of waiting.splice(0).reverse()) answer()
      })
      return { count: Number(day), byState: [] }
    },
    async 'settings.get'() {
      note('settings.get')
      return settingsSchema.parse({})
    },
    async 'settings.set'(change) {
      note('settings.set')
      const settings = settingsSchema.parse(change)
      emit('settings.changed', settings)
      return settings
    },
    async 'files.approve'({ folder }) {
      note('files.approve')
      return { path: folder, exists: false }
    },
  }
  return { handlers, handled }
}

/** How many calls have to be out at once before the first of them is answered. */
export const sideBySide = 40

/** About 4 MB with what breaks careless encoders: quotes, newlines, astral characters, U+2028. */
export const bigList = Array.from({ length: 20_000 }, (_, index) => ({
  id: String(index),
  name: `"ñandú" \\ 🐧 \u2028 \n ${'x'.repeat(150)}`,
}))
