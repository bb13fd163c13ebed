import type { CallName } from '../../shared/contract/index.ts'
import type { Right } from '../../shared/domain/rights.ts'

/**
 * Who may make a call. `always`: also while locked, as it only keeps current what is on screen, or unlocks;
 * `present`: whoever has signed in; else the right that it needs.
 */
export type Gate = 'always' | 'present' | Right

/** Every call by what it needs: a new one does not compile before it stands here. */
export const gates: Record<CallName, Gate> = {
  'app.info': 'always',
  'app.openDataDir': 'settings',

  'business.get': 'always',
  'business.set': 'settings',

  'catalog.get': 'always',
  'catalog.product': 'always',
  'catalog.refresh': 'present',
  'catalog.setFavourite': 'present',

  'claims.open': 'present',
  'claims.ofSale': 'always',
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

  'journal.state': 'always',
  'journal.acknowledge': 'present',

  'loading.state': 'always',
  'loading.start': 'sell',
  'loading.look': 'present',
  'loading.stop': 'sell',
  'loading.openLink': 'sell',

  'people.state': 'always',
  'people.signIn': 'always',
  'people.lock': 'always',
  'people.changePin': 'present',
  'people.list': 'people',
  'people.save': 'people',
  'people.trail': 'people',
  'people.exportTrail': 'people',

  'privacy.find': 'privacy',
  'privacy.export': 'privacy',
  'privacy.erase': 'privacy',

  'products.settings': 'present',
  'products.set': 'products',
  'products.recent': 'sell',
  'products.payees': 'present',
  'products.learnPayee': 'sell',
  'products.forgetPayee': 'products',

  'receipts.printer': 'always',
  'receipts.ofSale': 'always',
  'receipts.jobs': 'always',
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

  'selling.sale': 'always',
  'selling.list': 'always',
  'selling.open': 'always',
  'selling.day': 'always',
  'selling.look': 'present',
  'selling.quote': 'sell',
  'selling.sell': 'sell',

  'shift.state': 'always',
  'shift.open': 'shift',
  'shift.move': 'movements',
  'shift.count': 'shift',
  'shift.close': 'shift',
  'shift.report': 'shift',
  'shift.closed': 'shift',
  'shift.slip': 'shift',
  'shift.print': 'shift',
  'shift.savePdf': 'shift',
  'shift.owed': 'always',
  'shift.owedOf': 'always',
  'shift.payOut': 'movements',
  'shift.left': 'always',
  'shift.tender': 'always',
  'shift.setTender': 'sell',

  'settings.get': 'always',
  'settings.set': 'settings',
}
