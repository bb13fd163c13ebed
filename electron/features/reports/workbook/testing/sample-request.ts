import { join } from 'node:path'
import { reportFilterSchema } from '../../../../../shared/contract/reports.ts'
import { businessSchema } from '../../../../../shared/domain/receipt/business.ts'
import { exportRequestSchema, type ExportRequest } from '../../export/export-request.ts'
import { sampleProfile, sampleRange } from './month-sample.ts'

/** For tests: both reports of the sample's days as a workbook in its own folder. */
export function sampleRequest(
  folder: string,
  name: string,
  change: Partial<ExportRequest> = {},
): ExportRequest {
  return exportRequestSchema.parse({
    database: join(folder, 'cache.db'),
    journal: folder,
    profileId: sampleProfile,
    profileName: 'Tienda',
    range: { kind: 'sales', ...sampleRange },
    kinds: ['buys'],
    filter: reportFilterSchema.parse({}),
    format: 'xlsx',
    path: join(folder, name),
    language: 'es',
    decimalSign: 'comma',
    business: businessSchema.parse({
      name: 'Tienda La 14 & Cía',
      taxId: '0800.197.268-4',
      establishment: 'Sede Centro',
      taxRates: [
        { name: 'IVA', rate: '19 %' },
        { name: 'Otro', rate: 'según tabla' },
      ],
    }),
    madeAt: Date.parse('2026-12-01T15:00:00Z'),
    ...change,
  })
}
