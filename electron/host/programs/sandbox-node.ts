import { spawn } from 'node:child_process'
import { endOf } from '../../async/child-program.ts'
import type { Country } from '../../../shared/domain/money/money.ts'
import { programFile } from './own-files.ts'
import { lastWords, sandboxArguments, whenReady, type StartedSandbox } from './sandbox-start.ts'

/**
 * Starts the embedded test service with this same Node. The open standard input is how it notices that
 * this process is gone.
 */
export function startNodeSandbox(country: Country): Promise<StartedSandbox> {
  const child = spawn(
    process.execPath,
    [programFile('sandbox'), ...sandboxArguments(country), '--exit-with-parent'],
    { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true },
  )
  const ended = endOf(child, lastWords(child.stderr))
  return whenReady({ stdout: child.stdout, ended, stop: () => void child.kill() })
}
