import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Vitest's global set-up: the window's page is built from the sources as they are now. */
export default function buildWindow(): void {
  const script = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))
  execFileSync(process.execPath, [script], { stdio: 'inherit' })
}
