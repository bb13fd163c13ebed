import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { HealthCheck } from '../../../shared/contract/upkeep/health.ts'
import { copiesOldAfter } from '../../../shared/contract/journal.ts'
import { formatSize } from '../../../shared/domain/money/figures.ts'
import { skewLimit } from '../../../shared/domain/sale/sale-machine.ts'
import { formatDateTime, isOlder } from '../../../shared/domain/time/dates.ts'
import { toAppError } from '../../../shared/errors.ts'
import { words, type Language, type Translate } from '../../../shared/words/words.ts'
import { lastWholeCheck } from '../../store/check/check-note.ts'
import { writableJournal } from '../../store/journal/journal-access.ts'
import { changedSinceBackup } from '../../store/recovery/backups.ts'
import { listBackups } from '../../store/recovery/copies.ts'
import type { HealthDeps } from './ports.ts'

const megabyte = 1_000_000
const hour = 60 * 60_000
/** Under this nothing may be written any more within days. */
const leastFree = 300 * megabyte
/** A copy of the journal and its changes must fit beside it. */
const fewFree = 2_000 * megabyte
/** The hourly copy has not been made for a day although something was sold. */
const oldCopy = 26 * hour

/** It is looked for new versions once a day. */
const updatesOldAfter = 3 * 24 * hour

/** What one look finds. */
type Found = Pick<HealthCheck, 'state' | 'text'>

interface Look {
  deps: HealthDeps
  say: Translate
  time: (at: number) => string
}

/** Looks at everything, one after the other; what cannot be looked at says so and keeps nothing else from it. */
export async function lookAtHealth(deps: HealthDeps, language: Language): Promise<HealthCheck[]> {
  const say = words.in(language)
  const look: Look = { deps, say, time: (at) => formatDateTime(at, language) }
  const checks: HealthCheck[] = []
  for (const [topic, find] of topics) {
    const at = deps.now()
    try {
      checks.push({ topic, at, ...(await find(look)) })
    } catch (caught) {
      // Its code alone: the report tells this line too, and what was said of it may quote a customer.
      const { code } = toAppError(caught)
      checks.push({ topic, at, state: 'unknown', text: say('health.failed', { code }) })
    }
  }
  return checks
}

const topics: [HealthCheck['topic'], (look: Look) => Found | Promise<Found>][] = [
  ['version', versionOf],
  ['updates', updatesOf],
  ['disk', diskOf],
  ['copies', copiesOf],
  ['elsewhere', elsewhereOf],
  ['integrity', integrityOf],
  ['clock', clockOf],
  ['service', serviceOf],
  ['printer', printerOf],
  ['monthFile', monthFileOf],
]

function versionOf({ deps, say }: Look): Found {
  const where = deps.host === null ? say('health.commandLine') : say(`health.host.${deps.host}`)
  const { version } = deps
  const text = say('health.version', { version, where, node: process.versions.node })
  const id = deps.journal.read()?.registerId()
  if (!id) return { state: 'well', text }
  // Enough of it to tell two registers apart by telephone.
  const facts = { code: deps.business().registerCode, id: id.slice(0, 8) }
  return { state: 'well', text: `${text} ${say('health.register', facts)}` }
}

async function updatesOf({ deps, say, time }: Look): Promise<Found> {
  // Only the window knows what started it, and looks for versions.
  if (deps.host === null) return { state: 'off', text: say('health.updates.window') }
  const { unavailable, from, lookedAt, offers, chosen, problem } = await deps.updates()
  if (unavailable !== null) return { state: 'off', text: say(`health.updates.${unavailable}`) }
  if (chosen !== null)
    return { state: 'well', text: say('health.updates.chosen', { version: chosen }) }
  if (from === '') return { state: 'look', text: say('health.updates.nowhere') }
  const at = lookedAt === null ? say('health.never') : time(lookedAt)
  if (problem !== null) {
    return { state: 'look', text: say('health.updates.failed', { code: problem.code, time: at }) }
  }
  const [newest] = offers
  const isOld = lookedAt !== null && isOlder(lookedAt, updatesOldAfter, deps.now())
  if (newest === undefined) {
    return { state: isOld ? 'look' : 'well', text: say('health.updates.none', { time: at }) }
  }
  const facts = { version: newest.version, time: at }
  return { state: 'look', text: say('health.updates.waits', facts) }
}

function diskOf({ deps, say }: Look): Found {
  const { bavail, bsize } = statfsSync(deps.dataDir)
  const free = bavail * bsize
  const journal = sizeOf(join(deps.dataDir, 'journal.db'))
  const { decimalSign } = deps.settings()
  const size = (bytes: number) => formatSize(bytes, { decimalSign })
  const facts = { free: size(free), journal: size(journal + megabyte - 1) }
  if (free < leastFree + journal) return { state: 'bad', text: say('health.disk.full', facts) }
  if (free < fewFree + 2 * journal) return { state: 'look', text: say('health.disk.low', facts) }
  return { state: 'well', text: say('health.disk.well', facts) }
}

function copiesOf({ deps, say, time }: Look): Found {
  const { dataDir, now } = deps
  if (!existsSync(join(dataDir, 'journal.db'))) {
    return { state: 'well', text: say('health.copies.nothing') }
  }
  const made = listBackups(dataDir).map(({ at }) => at)
  // One that is named after now was made by a wrong clock: nothing tells its age.
  const newest = Math.max(0, ...made.filter((at) => at <= now()))
  if (newest === 0) return { state: 'look', text: say('health.copies.none') }
  const facts = { time: time(newest), count: made.length }
  if (now() - newest <= oldCopy) return { state: 'well', text: say('health.copies.well', facts) }
  const isBehind = changedSinceBackup(dataDir)
  return isBehind
    ? { state: 'bad', text: say('health.copies.old', facts) }
    : { state: 'well', text: say('health.copies.same', facts) }
}

async function elsewhereOf({ deps, say, time }: Look): Promise<Found> {
  const { folder, last, seenAt, error, takenOver } = await deps.copies()
  if (takenOver !== null) {
    const facts = { time: time(takenOver.since) }
    return { state: 'bad', text: say('health.elsewhere.takenOver', facts) }
  }
  if (folder === null) return { state: 'look', text: say('health.elsewhere.off') }
  const facts = { time: last === null ? say('health.never') : time(last.at) }
  if (error !== null) {
    const { code } = error
    const kind = code === 'COPY_FOLDER_GONE' ? 'gone' : 'failed'
    return { state: 'look', text: say(`health.elsewhere.${kind}`, { ...facts, code }) }
  }
  if (last === null) return { state: 'look', text: say('health.elsewhere.none') }
  // What was seen to be there later than now was seen by a wrong clock.
  const isOld = seenAt === null || isOlder(seenAt, copiesOldAfter, deps.now())
  return isOld
    ? { state: 'look', text: say('health.elsewhere.old', facts) }
    : { state: 'well', text: say('health.elsewhere.well', facts) }
}

function integrityOf({ deps, say, time }: Look): Found {
  const state = deps.journalState()
  const passedAt = lastWholeCheck(deps.dataDir)
  if (state.kind === 'recovered') {
    return { state: 'look', text: say('health.integrity.recovered', { time: time(state.at) }) }
  }
  if (state.kind === 'blocked' && state.error.code !== 'REGISTER_ALREADY_OPEN') {
    return { state: 'bad', text: say('health.integrity.blocked', { code: state.error.code }) }
  }
  if (passedAt === null) return { state: 'look', text: say('health.integrity.never') }
  return { state: 'well', text: say('health.integrity.well', { time: time(passedAt) }) }
}

function clockOf({ deps, say, time }: Look): Found {
  const { clockSkewMs } = deps.connection()
  const facts = { time: time(deps.now()) }
  if (clockSkewMs === null) return { state: 'unknown', text: say('health.clock.unknown', facts) }
  const seconds = Math.round(Math.abs(clockSkewMs) / 1_000)
  if (Math.abs(clockSkewMs) <= skewLimit) {
    return { state: 'well', text: say('health.clock.well', { ...facts, seconds }) }
  }
  const minutes = Math.round(seconds / 60)
  return {
    state: 'bad',
    text: say(clockSkewMs > 0 ? 'health.clock.behind' : 'health.clock.ahead', {
      ...facts,
      minutes,
    }),
  }
}

function serviceOf({ deps, say, time }: Look): Found {
  const { activeId, reach, error, lastAnswerAt } = deps.connection()
  if (activeId === null) return { state: 'look', text: say('health.service.none') }
  const last = lastAnswerAt === null ? say('health.never') : time(lastAnswerAt)
  if (reach === 'unknown') return { state: 'unknown', text: say('health.service.unknown') }
  if (reach === 'online' && error === null) {
    const slowest = Math.max(0, ...deps.pace().map(({ median }) => median))
    return { state: 'well', text: say('health.service.well', { time: last, ms: slowest }) }
  }
  const text = say(`health.service.${reach}`, { time: last, code: error?.code ?? '' })
  return { state: reach === 'online' ? 'look' : 'bad', text }
}

function printerOf({ deps, say }: Look): Found {
  const { kind } = deps.printer()
  const left = writableJournal(deps.journal)?.unprinted.all().length ?? 0
  if (left > 0) return { state: 'look', text: say('health.printer.left', { count: left }, left) }
  if (kind === 'none') return { state: 'off', text: say('health.printer.none') }
  return { state: 'well', text: say('health.printer.well') }
}

function monthFileOf({ deps, say }: Look): Found {
  const { plan, written, failed, due, isTestService } = deps.monthly()
  if (!plan.on) return { state: 'off', text: say('health.monthFile.off') }
  if (isTestService) return { state: 'well', text: say('health.monthFile.testService') }
  if (failed !== null) {
    const { month, error } = failed
    return { state: 'look', text: say('health.monthFile.failed', { month, code: error.code }) }
  }
  if (due !== null) return { state: 'look', text: say('health.monthFile.due', { month: due }) }
  if (written === null) return { state: 'well', text: say('health.monthFile.waits') }
  const { month, complete } = written
  return complete
    ? { state: 'well', text: say('health.monthFile.well', { month }) }
    : { state: 'look', text: say('health.monthFile.incomplete', { month }) }
}

/** Nothing where there is no such file. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
