import { randomUUID } from 'node:crypto'
import JSZip from 'jszip'
import type { SupportFile } from '../../../shared/contract/upkeep/health.ts'
import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import { Failure } from '../../../shared/errors.ts'
import { saveFile } from '../../store/files/save-file.ts'
import { lookAtHealth } from './checks.ts'
import type { HealthDeps } from './ports.ts'
import { supportFiles } from './support-report.ts'

/** How the register is, and the report for who helps the shop from afar. */
export function createHealth(deps: HealthDeps): Handlers<CallsOf<'health'>> {
  /** What a person was shown last: that, and nothing else, is what is saved. */
  let shown: { id: string; files: SupportFile[] } | null = null
  return {
    'health.look': async ({ language }) => ({
      checks: await lookAtHealth(deps, language),
    }),
    async 'health.report'({ language }) {
      const files = await supportFiles(deps, await lookAtHealth(deps, language), language)
      shown = { id: randomUUID(), files }
      return shown
    },
    async 'health.saveReport'({ id, path }) {
      deps.mustBeApproved(path)
      if (shown?.id !== id) throw new Failure('BAD_INPUT', { where: 'id' })
      const bytes = await zipped(shown.files, deps.now())
      await saveFile(path, async (out) => void out.end(bytes))
      return { path, bytes: bytes.length }
    },
  }
}

function zipped(files: readonly SupportFile[], now: number): Promise<Uint8Array> {
  const zip = new JSZip()
  for (const { name, text } of files) zip.file(name, text, { date: new Date(now) })
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' })
}
