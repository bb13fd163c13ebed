import type { Emit, Handlers } from '../../shared/contract/index.ts'
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
    'connection.state': unused,
    'connection.test': unused,
    'connection.save': unused,
    'connection.use': unused,
    'connection.remove': unused,
    'connection.setToken': unused,
    'connection.useSandbox': unused,
    'connection.refresh': unused,
    async 'catalog.get'() {
      note('catalog.get')
      return { categories: bigList, products: [], fetchedAt: null }
    },
    'catalog.refresh': unused,
    'catalog.product': unused,
    'catalog.setFavourite': unused,
    'selling.quote': unused,
    'selling.sell': unused,
    async 'selling.sale'({ saleId }) {
      note('selling.sale')
      throw new Failure('SERVICE_ERROR', { status: 500, message: saleId })
    },
    'selling.list': unused,
    'selling.open': unused,
    'selling.openCount': unused,
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
    'resolving.candidates': unused,
    'resolving.beginClose': unused,
    'resolving.close': unused,
    'claims.open': unused,
    'claims.ofSale': unused,
    'claims.add': unused,
    'privacy.find': unused,
    'privacy.export': unused,
    'privacy.erase': unused,
    'reports.windows': unused,
    'reports.print': unused,
    'receipts.printer': unused,
    'receipts.setPrinter': unused,
    'receipts.systemPrinters': unused,
    'receipts.ofSale': unused,
    'receipts.print': unused,
    'receipts.savePdf': unused,
    'receipts.testPage': unused,
    'receipts.openDrawer': unused,
    'receipts.jobs': unused,
    'receipts.retry': unused,
    'receipts.dismiss': unused,
    'shift.state': unused,
    'shift.open': unused,
    'shift.move': unused,
    'shift.count': unused,
    'shift.close': unused,
    'shift.report': unused,
    'shift.closed': unused,
    'shift.slip': unused,
    'shift.print': unused,
    'shift.savePdf': unused,
    'shift.owed': unused,
    'shift.owedOf': unused,
    'shift.payOut': unused,
    'shift.left': unused,
    'shift.tender': unused,
    'shift.setTender': unused,
    'people.state': unused,
    'people.signIn': unused,
    'people.lock': unused,
    'people.stir': unused,
    'people.list': unused,
    'people.save': unused,
    'people.changePin': unused,
    'people.trail': unused,
    'people.checkTrail': unused,
    'people.exportTrail': unused,
    'reconciliation.day': unused,
    'journal.state': unused,
    'journal.acknowledge': unused,
    'loading.state': unused,
    'loading.start': unused,
    'loading.look': unused,
    'loading.stop': unused,
    'loading.openLink': unused,
    'products.settings': unused,
    'products.set': unused,
    'products.recent': unused,
    'products.payees': unused,
    'products.learnPayee': unused,
    'products.forgetPayee': unused,
    'reports.gather': unused,
    'reports.cancel': unused,
    'reports.completeness': unused,
    'reports.totals': unused,
    'reports.page': unused,
    'reports.export': unused,
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
    'business.get': unused,
    'business.set': unused,
    'app.info': unused,
    'app.openDataDir': unused,
    'files.chooseSave': unused,
    async 'files.approve'({ folder }) {
      note('files.approve')
      return { path: folder, exists: false }
    },
    'files.saveText': unused,
    'files.open': unused,
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
