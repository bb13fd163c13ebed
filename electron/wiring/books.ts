import type { CallsOf, Handlers } from '../../shared/contract/index.ts'
import { serviceTime } from '../../shared/domain/time/service-time.ts'
import { createBooks } from '../features/books/books.ts'
import type { Connection } from '../features/connection/connection.ts'
import { bookSource } from '../features/reports/books/book-source.ts'
import { createRowReader } from '../features/reports/export/export-rows.ts'
import { findLedger } from '../features/reports/ledger/ledger.ts'
import { readBusiness } from '../features/settings/business.ts'
import type { AccountDeps } from '../deps.ts'
import { readOtherRegisters } from '../store/hub/others-note.ts'
import type { Database } from '../store/sqlite/db.ts'
import type { AtRegister } from './people.ts'

/** The accountant's books over the reports: the journal stays the truth, and nothing counts sales a second time. */
export function wireBooks(
  account: AccountDeps,
  {
    dataDir,
    cache,
    here,
    connection,
  }: { dataDir: string; cache: Database; here: AtRegister; connection: Connection },
): Handlers<CallsOf<'books'>> {
  const { journal, now, settings } = account
  const others = () => readOtherRegisters(dataDir)
  return createBooks({
    ...account,
    others,
    registerCode: () => readBusiness(settings).registerCode,
    cashier: here.cashierName,
    mayCloseUnproven: here.mayCloseUnproven,
    mustBeApproved: here.mustBeApproved,
    source: (profileId, month, branch) =>
      bookSource({
        ...{ cache, profileId, month, branch, journal: journal.read() },
        now: serviceTime(now(), connection.state().clockSkewMs),
        others,
      }),
    rowsOf(profileId, ids) {
      const ledger = findLedger(cache, profileId, 'sales')
      return createRowReader(cache)
        .ofRecords(
          {
            ledger,
            range: null,
            where: 'r.ledger = ? and r.gone = 0',
            params: [ledger.id],
            sums: null,
          },
          ids,
        )
        .flatMap(({ id, local, product, amount, currency }) =>
          amount === null || currency === null
            ? []
            : [
                {
                  id,
                  day: local?.slice(0, 10) ?? '',
                  product,
                  amount: { minor: amount, currency },
                },
              ],
        )
    },
  })
}
