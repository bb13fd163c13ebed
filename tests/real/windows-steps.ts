import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nextSale } from '../../shared/domain/sale/sale-machine.ts'
import { toAppError } from '../../shared/errors.ts'
import { writeDurably } from '../../electron/store/files/durable-file.ts'
import { saveText } from '../../electron/store/files/save-file.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { makeBackup } from '../../electron/store/recovery/backups.ts'
import { readRecovery } from '../../electron/store/recovery/recovery-note.ts'
import { intentSample } from '../../electron/store/testing/journal-samples.ts'

// What the store does, one step a process, bundled and run under Wine (`node windows-steps.js STEP FOLDER`); each says
// what came of it as one line of JSON.

const [, , step = '', folder = '', milliseconds = '0', how = ''] = process.argv
const say = (said: object) => process.stdout.write(`${JSON.stringify(said)}\n`)
/** No step outlives a test that was killed for longer (ms). */
const longest = 600_000
const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

const steps: Record<string, () => void | Promise<void>> = {
  /** A sale is out, and the process waits to be killed. */
  sell() {
    const journal = openJournal(folder)
    const prepared = journal.prepare(intentSample())
    const facts = nextSale(prepared, { kind: 'sending' }, 2000)
    if (facts) journal.advance(prepared, { facts }, { kind: 'sending', at: 2000, error: null })
    say({ out: prepared.id })
    setTimeout(() => undefined, longest)
  },
  /** Opens it, says what is in it, and leaves a copy. */
  look() {
    const journal = openJournal(folder)
    const { state } = journal.sale('sale-0001') ?? { state: null }
    const isRecovered = readRecovery(folder) !== null
    const copy = makeBackup(folder, 'shift').name
    journal.close()
    say({ state, isRecovered, copied: copy !== '' })
  },
  /** Another program opens a file and lets it go a while after what replaces it was begun. */
  hold() {
    const file = openSync(join(folder, 'note.json'), 'r')
    writeFileSync(join(folder, 'holding'), '')
    const end = performance.now() + longest
    const isBegun = () => readdirSync(folder).some((name) => /\.(new|tmp)$/.test(name))
    while (!isBegun() && performance.now() < end) pause(5)
    pause(Number(milliseconds))
    closeSync(file)
  },
  /** Writes a file anew while that other program has it: as what is ours, or what a person saves. */
  async replace() {
    const path = join(folder, 'note.json')
    writeFileSync(path, 'antes')
    const holder = spawn(process.execPath, [import.meta.filename, 'hold', folder, milliseconds], {
      stdio: 'ignore',
    })
    while (!existsSync(join(folder, 'holding'))) pause(5)
    try {
      if (how === 'saved') await saveText(path, 'después')
      else writeDurably(path, 'después')
      say({ holds: readFileSync(path, 'utf8') })
    } catch (caught) {
      const isLeft = readdirSync(folder).some((name) => /\.(new|tmp)$/.test(name))
      const { code } = caught instanceof Error && 'code' in caught ? caught : toAppError(caught)
      say({ holds: readFileSync(path, 'utf8'), isLeft, code })
    }
    holder.kill()
  },
}

try {
  await steps[step]?.()
} catch (caught) {
  const { code, params } = toAppError(caught)
  say({ failed: code, params })
}
