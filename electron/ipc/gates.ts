import type { CallName, EventName, EventPayload } from '../../shared/contract/index.ts'
import type { Right } from '../../shared/domain/people/rights.ts'

/**
 * Who may make a call. `always`: also while locked, as the locked screen itself needs it; `present`: whoever has
 * signed in; else the rights that it needs, all of them.
 */
export type Gate = 'always' | 'present' | Right | readonly Right[]

/** Every call by what it needs: a new one does not compile before it stands here. */
export const gates: Record<CallName, Gate> = {
  'app.info': 'present',
  'app.openDataDir': 'settings',

  'business.get': 'present',
  'business.set': 'settings',

  'catalog.get': 'present',
  'catalog.product': 'present',
  'catalog.refresh': 'present',
  'catalog.setFavourite': 'present',

  'claims.open': 'present',
  'claims.ofSale': 'present',
  'claims.add': 'claims',

  'connection.state': 'always',
  'connection.refresh': 'present',
  'connection.test': 'connections',
  'connection.save': 'connections',
  'connection.use': 'connections',
  'connection.remove': 'connections',
  'connection.setToken': 'connections',
  'connection.useSandbox': 'connections',

  'files.chooseSave': 'present',
  'files.approve': 'present',
  'files.saveText': 'present',
  'files.open': 'present',

  'journal.state': 'present',
  'journal.acknowledge': 'sell',

  'loading.state': 'present',
  'loading.start': 'sell',
  'loading.look': 'present',
  'loading.stop': 'sell',
  'loading.openLink': 'sell',

  'people.state': 'always',
  'people.signIn': 'always',
  'people.lock': 'always',
  'people.stir': 'present',
  'people.changePin': 'present',
  'people.list': 'people',
  'people.save': 'people',
  'people.trail': 'people',
  'people.checkTrail': 'people',
  'people.exportTrail': ['people', 'export'],

  'privacy.find': 'privacy',
  'privacy.export': 'privacy',
  'privacy.erase': 'privacy',

  'products.settings': 'present',
  'products.set': 'products',
  'products.recent': 'sell',
  'products.payees': 'present',
  'products.learnPayee': 'sell',
  'products.forgetPayee': 'products',

  'receipts.printer': 'present',
  'receipts.ofSale': 'present',
  'receipts.jobs': 'present',
  'receipts.print': 'present',
  'receipts.savePdf': 'present',
  'receipts.retry': 'present',
  'receipts.dismiss': 'present',
  'receipts.openDrawer': 'movements',
  'receipts.setPrinter': 'settings',
  'receipts.systemPrinters': 'settings',
  'receipts.testPage': 'settings',

  'reconciliation.day': 'reports',

  'reports.gather': 'reports',
  'reports.cancel': 'reports',
  'reports.completeness': 'reports',
  'reports.totals': 'reports',
  'reports.page': 'reports',
  'reports.windows': 'reports',
  'reports.export': 'export',
  'reports.print': 'export',

  'resolving.candidates': 'closeReview',
  'resolving.beginClose': 'closeReview',
  'resolving.close': 'closeReview',

  'selling.sale': 'present',
  'selling.list': 'present',
  'selling.open': 'present',
  'selling.openCount': 'always',
  'selling.day': 'present',
  'selling.look': 'present',
  'selling.quote': 'sell',
  'selling.sell': 'sell',

  'shift.state': 'present',
  'shift.open': 'shift',
  'shift.move': 'movements',
  'shift.count': 'shift',
  'shift.close': 'shift',
  'shift.report': 'shift',
  'shift.closed': 'shift',
  'shift.slip': 'shift',
  'shift.print': 'shift',
  'shift.savePdf': 'shift',
  'shift.owed': 'present',
  'shift.owedOf': 'present',
  'shift.payOut': 'movements',
  'shift.left': 'sell',
  'shift.tender': 'present',
  'shift.setTender': 'sell',

  'settings.get': 'always',
  'settings.set': 'settings',
}

/** What a gate asks for beside that somebody is here. */
export function rightsFor(gate: Gate): readonly Right[] {
  if (gate === 'always' || gate === 'present') return []
  return typeof gate === 'string' ? [gate] : gate
}

/**
 * Who may hear of what a call came to, where that is not who may make it. A sale that was sent is everybody's who is
 * at the register: whoever takes over while it is out must see how it ended.
 */
export const visibility: Partial<Record<CallName, Gate>> = { 'selling.sell': 'present' }

/**
 * Events while locked. `always` ones are told at once; of the others the last of each thing, named by what stands
 * here, waits until somebody is here. A new one does not compile before it stands here.
 */
export const eventGates: {
  [K in EventName]: 'always' | ((payload: EventPayload<K>) => string)
} = {
  'catalog.changed': () => '',
  'claims.changed': ({ saleId }) => saleId,
  'connection.changed': 'always',
  'loading.changed': ({ id }) => id,
  'people.changed': 'always',
  'products.changed': () => '',
  'products.payeesChanged': () => '',
  'receipts.jobs': () => '',
  'receipts.printer': () => '',
  'reports.progress': ({ jobId }) => jobId,
  'selling.changed': ({ id }) => id,
  'selling.openCount': 'always',
  'settings.changed': 'always',
  'shift.changed': () => '',
}
