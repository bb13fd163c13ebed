import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import {
  copyKeySchema,
  foundCopySchema,
  restoredCopySchema,
  type CopiesState,
  type RestoredCopy,
} from '../../../shared/contract/journal.ts'
import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import type { ConnectionState } from '../../../shared/contract/connection.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import type { SlipPrinter } from '../../../shared/domain/receipt/slip.ts'
import { serviceTime } from '../../../shared/domain/time/service-time.ts'
import { Failure, toAppError, type AppError } from '../../../shared/errors.ts'
import type { Language } from '../../../shared/words/words.ts'
import { createSerialQueue } from '../../async/serial-queue.ts'
import type { AccountDeps } from '../../deps.ts'
import type { Host } from '../../host/host.ts'
import {
  saveAfterRestore,
  writeAfterRestore,
  type AfterRestore,
} from '../../store/elsewhere/after-restore.ts'
import { askCopier } from '../../store/elsewhere/copy-request.ts'
import {
  readCopiesNote,
  saveCopiesNote,
  writeCopiesNote,
} from '../../store/elsewhere/copies-note.ts'
import { restoreWaits } from '../../store/elsewhere/put-in-place.ts'
import { mustHoldNone, salesHere } from '../../store/elsewhere/sales-here.ts'
import { guarded } from '../../store/sqlite/sqlite-errors.ts'
import { catchUp } from './catch-up.ts'
import { copyOnce, holderNow, holdPlace, mustCopy, type CopyingDeps } from './copying.ts'
import type { CopiesGate } from './gate.ts'
import { keySlip } from './key-slip.ts'

export interface CopiesDeps
  extends
    Pick<AccountDeps, 'journal' | 'emit' | 'now' | 'onProblem' | 'service' | 'profileId'>,
    Omit<CopyingDeps, 'signal' | 'forkCopier'> {
  forkCopier: Host['forkCopier']
  /** The real path of a folder, or of a file in one, that a person may name. FOLDER_NOT_FOUND, FOLDER_NOT_ALLOWED. */
  checkPlace: (typed: string) => Promise<string>
  /** Looks a sale up now. */
  look: (saleId: string) => Promise<unknown>
  /** Whether a sale is out. */
  isSelling: () => boolean
  gate: CopiesGate
  /** Makes a local copy of what is here now, if anything changed: what goes elsewhere is made of the last one. */
  copyHere: () => Promise<unknown>
  clockSkewMs: () => number | null
  language: () => Language
  business: () => Business
  printer: SlipPrinter
}

/** Copies of the journal elsewhere, and a journal that came from one. */
export type Copies = ReturnType<typeof createCopies>

/** The folder is looked at so often (ms), whether anything is to be copied or not: who has the register stands there. */
const period = 10 * 60_000
/** The first seconds of a day belong to the window; who has the register has to be known soon. */
const firstAfter = 2_000

/** What one run knows of its copies. */
interface Copying {
  readonly deps: CopiesDeps
  readonly run: CopyingDeps
  readonly queue: ReturnType<typeof createSerialQueue>
  /** Why the service could not be asked what was sold since. */
  trouble: AppError | null
  /** Why no local copy was made as a folder was chosen: what went there is older. */
  notHere: AppError | null
  isCatchingUp: boolean
}

export function createCopies(deps: CopiesDeps) {
  const stopping = new AbortController()
  const { journal } = deps
  const copying: Copying = {
    deps,
    run: { ...deps, signal: stopping.signal },
    queue: createSerialQueue(),
    trouble: null,
    notHere: null,
    isCatchingUp: false,
  }
  let timers: NodeJS.Timeout[] = []
  let [isStarted, isOnline] = [false, false]
  const copySoon = () => void copy(copying).catch((caught) => deps.onProblem(toAppError(caught)))
  return {
    handlers: handlersOf(copying),
    /** A local copy was made, or nothing had changed. */
    copySoon: () => {
      copying.notHere = null
      copySoon()
    },
    /** The service is there: what waits for it is asked, once what a crash left in the middle is settled. */
    onConnection: ({ reach }: ConnectionState) => {
      isOnline = reach === 'online'
      if (isStarted && isOnline && deps.gate.isBehind()) void bringUp(copying)
    },
    /** Begins what runs behind, after selling. */
    start: () => {
      if (!journal.isWriter) return
      isStarted = true
      if (isOnline) void bringUp(copying)
      timers = [setInterval(copySoon, period), setTimeout(copySoon, firstAfter)]
      for (const timer of timers) timer.unref()
    },
    stop: async (): Promise<void> => {
      stopping.abort()
      timers.forEach(clearTimeout)
      await copying.queue.idle()
    },
  }
}

function handlersOf(copying: Copying): Handlers<CallsOf<'copies'>> {
  const { deps, run } = copying
  const { forkCopier, dataDir, now } = deps
  const told = () => tell(copying)
  return {
    'copies.state': async () => stateOf(copying),
    'copies.newKey': () =>
      askCopier(forkCopier, { do: 'newKey', language: deps.language() }, copyKeySchema),
    'copies.printKey': (key) => {
      const { language, business, printer } = deps
      const style = { business: business(), language: language(), printedAt: now() }
      return printer.print(keySlip(key, style))
    },
    'copies.begin': ({ folder, recipient }) =>
      copying.queue.add(async () => {
        await begin(copying, folder, recipient)
        return told()
      }),
    'copies.stop': () =>
      copying.queue.add(async () => {
        const note = readCopiesNote(dataDir)
        // Who has the register does not change by that.
        if (!note?.takenOver) guarded(() => rmSync(join(dataDir, 'copies.json'), { force: true }))
        return told()
      }),
    'copies.now': async () => {
      await copyNow(copying)
      return stateOf(copying)
    },
    'copies.takeBack': () =>
      copying.queue.add(async () => {
        await takeBack(copying)
        return told()
      }),
    'copies.find': async ({ path }) => {
      const found = await deps.checkPlace(path)
      return askCopier(forkCopier, { do: 'find', path: found }, z.array(foundCopySchema), run)
    },
    'copies.restore': (input) => copying.queue.add(() => restore(copying, input)),
    'copies.catchUp': async () => {
      await bringUp(copying)
      return stateOf(copying)
    },
  }
}

function stateOf({ deps, trouble, notHere }: Copying): CopiesState {
  const { gate } = deps
  const after = gate.after()
  const note = readCopiesNote(deps.dataDir)
  const { folder = null, seenAt = null, error = null, takenOver = null, last = null } = note ?? {}
  return {
    folder,
    last: last && { at: last.at, bytes: last.bytes },
    seenAt,
    error: error ?? (folder === null ? null : notHere),
    takenOver,
    waits: gate.waits(),
    restored: after && restoredState(deps, after, trouble),
  }
}

/** Null: there is nothing left to do. */
function restoredState(
  deps: CopiesDeps,
  after: AfterRestore,
  error: AppError | null,
): CopiesState['restored'] {
  const profileId = deps.profileId()
  const isCaughtUp = profileId !== null && profileId in after.caughtUp
  const isCountDue = drawerUncounted(deps, after, profileId)
  if (isCaughtUp && !isCountDue) return null
  const { since, marked, sold } = after
  const mine = sold.filter((one) => one.profileId === profileId).length
  return { since, marked, isCaughtUp, sold: mine, isCountDue, error }
}

/** What the drawer holds is known again once it was counted: cash moved after the copy, and nobody wrote it here. */
function drawerUncounted(
  { journal }: CopiesDeps,
  { at }: AfterRestore,
  profileId: string | null,
): boolean {
  const shifts = journal.read()?.shifts
  if (!shifts || profileId === null) return false
  return shifts
    .open(profileId)
    .some(({ id, openedAt }) => openedAt < at && shifts.counts(id).every((count) => count.at < at))
}

function tell(copying: Copying): CopiesState {
  const state = stateOf(copying)
  copying.deps.emit('copies.changed', state)
  return state
}

function copy(copying: Copying): Promise<void> {
  return copying.queue.add(async () => {
    if (copying.run.signal.aborted || copying.deps.gate.waits()) return
    const note = await copyOnce(copying.run)
    if (note === null) return
    copying.deps.gate.learn(note)
    if (note.error) copying.deps.onProblem(note.error)
    if (!copying.run.signal.aborted) tell(copying)
  })
}

/**
 * All that is here now, and not as it was at the last hour. Where no local copy can be made, as on a full or failing disk,
 * what was copied last goes there all the same: it is needed most then.
 * @throws Failure as a local copy
 */
async function copyNow(copying: Copying): Promise<void> {
  let failed: AppError | null = null
  try {
    await copying.deps.copyHere()
    copying.notHere = null
  } catch (caught) {
    failed = toAppError(caught)
  }
  await copy(copying)
  if (failed) throw new Failure(failed.code, failed.params)
}

async function begin(copying: Copying, typed: string, given: string | null): Promise<void> {
  const { deps, run } = copying
  const { dataDir } = deps
  const folder = await deps.checkPlace(typed)
  // Another computer may have taken the register since the folder was looked at: a new key would take it back unsaid.
  if (readCopiesNote(dataDir)?.folder === folder) deps.gate.learn((await copyOnce(run)) ?? {})
  const before = readCopiesNote(dataDir)
  // Who has the register would be stopped by it, and sold by neither.
  if (before?.takenOver) {
    tell(copying)
    throw new Failure('REGISTER_TAKEN_OVER', { computer: before.takenOver.computer })
  }
  const recipient = given ?? mustCopy(dataDir).recipient
  const holder = holderNow(deps, before?.writer ?? randomUUID())
  await holdPlace(run, { folder, recipient }, holder, false)
  const { writer, since, ticket } = holder
  writeCopiesNote(dataDir, { folder, recipient, writer, since, ticket })
  void copyNow(copying).catch((caught: unknown) => {
    copying.notHere = toAppError(caught)
    deps.onProblem(copying.notHere)
    tell(copying)
  })
}

/** This computer has the register again. What the other one sold is asked of the service before anything is sold here. */
async function takeBack(copying: Copying): Promise<void> {
  const { deps, run } = copying
  const { dataDir } = deps
  const { takenOver, ...note } = mustCopy(dataDir)
  if (takenOver === null) return
  // Newer than what it takes it back from, whatever the clocks of both say.
  const now = holderNow(deps, note.writer)
  const holder = { ...now, since: Math.max(now.since, takenOver.since + 1) }
  let error: AppError | null = null
  // Where its folder is gone the other one cannot be told, which is said, and looked at again.
  await holdPlace(run, note, holder, true).catch((caught: unknown) => (error = toAppError(caught)))
  const marked = error === null
  // Whoever copied the data folder sold before it copied anything elsewhere.
  const since = Math.min(takenOver.since, note.last?.at ?? note.since)
  const after = writeAfterRestore(dataDir, { at: deps.now(), since, marked })
  const tickets = marked ? [holder.ticket] : note.tickets
  saveCopiesNote(dataDir, { ...note, tickets, error, takenOver: null })
  deps.gate.learn({ after, takenOver: null })
  void bringUp(copying)
}

async function restore(
  copying: Copying,
  {
    path,
    key,
    oldSells,
    replace,
  }: { path: string; key: string; oldSells: boolean; replace: boolean },
): Promise<RestoredCopy> {
  const { deps, run } = copying
  const { dataDir, forkCopier, journal } = deps
  const file = await deps.checkPlace(path)
  // From here on no sale begins, which would be put aside unasked; what cannot be read may hold any.
  deps.gate.learn({ waits: true })
  try {
    // Its outcome would be written where nobody looks any more.
    if (deps.isSelling()) throw new Failure('RESTORE_DURING_SALE')
    const here = salesHere(() => journal.read())
    if (!replace) mustHoldNone(here)
    const { writer, since, computer, ticket } = holderNow(deps, randomUUID())
    const holder = { writer, since, computer, ticket }
    const openAside = here.open
    const request = { dataDir, path: file, key, mustMark: oldSells, holder, openAside }
    return await askCopier(forkCopier, { do: 'restore', ...request }, restoredCopySchema, run)
  } finally {
    deps.gate.learn({ waits: restoreWaits(dataDir) })
    tell(copying)
  }
}

async function bringUp(copying: Copying): Promise<void> {
  const { deps } = copying
  const profileId = deps.profileId()
  const after = deps.gate.after()
  if (copying.isCatchingUp || after === null || profileId === null) return
  if (!deps.gate.isBehind()) return
  copying.isCatchingUp = true
  try {
    const now = serviceTime(deps.now(), deps.clockSkewMs())
    const { look } = deps
    const parts = { journal: deps.journal.write(), service: deps.service(), profileId, look, now }
    deps.gate.learn({ after: saveAfterRestore(deps.dataDir, await catchUp(parts, after)) })
    copying.trouble = null
  } catch (caught) {
    copying.trouble = toAppError(caught)
    deps.onProblem(copying.trouble)
  } finally {
    copying.isCatchingUp = false
    tell(copying)
  }
}
