// For tests: the books of a data folder; run as a process by itself, it writes a closed month in every format.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBooks } from '../../electron/features/books/books.ts'
import { bookSource } from '../../electron/features/reports/books/book-source.ts'
import { sampleProfile } from '../../electron/features/reports/workbook/testing/month-sample.ts'
import { openCache } from '../../electron/store/cache/cache.ts'
import { writtenJournal } from '../../electron/store/journal/journal-access.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { formatNameSchema } from '../../shared/contract/accounting/books.ts'
import { usualProfile } from '../../shared/contract/connection.ts'

export const closedMonth = '2026-10'

/** Opens the books of a folder, does something with them, and closes them. */
export async function withBooks<T>(
  folder: string,
  work: (books: ReturnType<typeof createBooks>) => Promise<T>,
): Promise<T> {
  const journal = openJournal(folder)
  const cache = openCache(join(folder, 'cache.db'))
  const place = { country: 'CO', baseUrl: 'http://localhost', sandbox: false } as const
  try {
    return await work(
      createBooks({
        journal: writtenJournal(journal),
        profile: () => ({ ...usualProfile, id: sampleProfile, name: 'Tienda', ...place }),
        now: Date.now,
        source: (profileId, month, branch) =>
          bookSource({
            ...{ cache, profileId, journal, month, branch, now: Date.now() },
            others: () => null,
          }),
        rowsOf: () => [],
        registerCode: () => '',
        cashier: () => null,
        mayCloseUnproven: () => true,
        mustBeApproved: () => undefined,
        decimalSign: () => 'comma',
      }),
    )
  } finally {
    journal.close()
    cache.close()
  }
}

const [, script, folder, out] = process.argv
if (script === import.meta.filename && folder !== undefined && out !== undefined) {
  await withBooks(folder, async (books) => {
    for (const format of formatNameSchema.options) {
      const path = join(out, `entries.${format}`)
      await books['books.export']({ month: closedMonth, format, path, language: 'es' })
    }
  })
  const sum = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex')
  const sums = readdirSync(out)
    .toSorted()
    .map((name) => `${name} ${sum(name)}`)
  process.stdout.write(sums.join('\n'))
}
