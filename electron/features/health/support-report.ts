import { readdirSync } from 'node:fs'
import { arch, cpus, release, totalmem, uptime } from 'node:os'
import { join } from 'node:path'
import type { HealthCheck, SupportFile } from '../../../shared/contract/upkeep/health.ts'
import { toAppError } from '../../../shared/errors.ts'
import { words, type Language } from '../../../shared/words/words.ts'
import { lastWholeCheck } from '../../store/check/check-note.ts'
import { listBackups } from '../../store/recovery/copies.ts'
import { sizeOf } from './checks.ts'
import { lastErrors } from './last-errors.ts'
import type { HealthDeps } from './ports.ts'

/** A part of a report for support: a text that a person reads before it is sent. */
type Part = Record<string, unknown>

/**
 * What whoever helps the shop needs to know. Everything in it is named here, one by one: nothing is taken over whole
 * from settings, log or journal, so that no customer's data and no secret can come along.
 */
export async function supportFiles(
  deps: HealthDeps,
  checks: readonly HealthCheck[],
  language: Language,
): Promise<SupportFile[]> {
  const say = words.in(language)
  const parts: Record<string, () => unknown> = {
    'system.json': () => systemOf(deps),
    'settings.json': () => settingsOf(deps),
    'service.json': () => serviceOf(deps),
    'storage.json': () => storageOf(deps),
    'elsewhere.json': () => elsewhereOf(deps),
    'updates.json': () => updatesOf(deps),
    'printers.json': () => printersOf(deps),
    'errors.json': () => lastErrors(deps.dataDir),
  }
  const found = checks.map(
    ({ topic, state, text }) =>
      `${say(`health.topic.${topic}`)}: ${say(`health.state.${state}`)}. ${text}`,
  )
  const texts: SupportFile[] = [
    { name: 'read-me.txt', text: `${say('health.report.about')}\n` },
    { name: 'health.txt', text: `${new Date(deps.now()).toISOString()}\n${found.join('\n')}\n` },
  ]
  const data: SupportFile[] = []
  for (const [name, part] of Object.entries(parts)) {
    data.push({ name, text: `${JSON.stringify(await toldOf(part), null, 2)}\n` })
  }
  return [...texts, ...data]
}

/** What cannot be told says by which code: a damaged register is when the rest is needed most. */
async function toldOf(part: () => unknown): Promise<unknown> {
  try {
    return await part()
  } catch (caught) {
    return { failed: toAppError(caught).code }
  }
}

function systemOf({ version, host, now }: HealthDeps): Part {
  return {
    version,
    window: host,
    node: process.versions.node,
    electron: process.versions['electron'] ?? null,
    platform: process.platform,
    release: release(),
    arch: arch(),
    cpus: cpus().length,
    memoryMb: Math.round(totalmem() / 1_000_000),
    upHours: Math.round(uptime() / 3_600),
    now: new Date(now()).toISOString(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

/** What was chosen; of texts that somebody typed only whether there are any. */
function settingsOf({ settings, business, connection }: HealthDeps): Part {
  const { rechargeAmounts, transferVias, language, theme, decimalSign, ...others } = settings()
  // A choice among few says nothing of anybody; a text or a list may.
  const switches = Object.entries(others).filter(
    ([, value]) => value === null || ['boolean', 'number'].includes(typeof value),
  )
  const { profiles, activeId } = connection()
  const filledIn = Object.entries(business()).filter(([, value]) => value.length > 0)
  return {
    chosen: { language, theme, decimalSign, ...Object.fromEntries(switches) },
    rechargeAmounts: Object.keys(rechargeAmounts),
    transferVias: Object.entries(transferVias).map(([country, vias]) => [country, vias.length]),
    businessFilledIn: filledIn.map(([name]) => name),
    connections: profiles.map((profile) => ({
      isActive: profile.id === activeId,
      country: profile.country,
      service: originOf(profile.baseUrl),
      apiVersion: profile.apiVersion,
      valuesAs: profile.valuesAs,
      isTest: profile.sandbox,
      hasDevice: profile.deviceId !== '',
      hasPosition: profile.position !== null,
    })),
  }
}

/** Without path, name and password. */
function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null
}

function serviceOf({ connection, pace }: HealthDeps): Part {
  const { reach, error, lastAnswerAt, clockSkewMs, token } = connection()
  return {
    reach,
    error: error?.code ?? null,
    lastAnswerAt: timeOf(lastAnswerAt),
    clockSkewMs,
    tokenIn: token,
    pace: pace(),
  }
}

/** Files of ours that grow, by the names that we gave them. */
const ours =
  /^(?:(?:journal|cache|search|lock)\.db(?:-wal|-shm)?|journal\.checked|intents\.log|erasures\.log|mostrador\.log(?:\.\d)?|settings(?:\.damaged)?\.json)$/

function storageOf({ dataDir, journal, journalState }: HealthDeps): Part {
  const names = readdirSync(dataDir).filter((name) => ours.test(name))
  const copies = listBackups(dataDir).toSorted((one, other) => one.at - other.at)
  const passedAt = lastWholeCheck(dataDir)
  const state = journalState()
  return {
    bytes: Object.fromEntries(names.map((name) => [name, sizeOf(join(dataDir, name))])),
    copies: {
      count: copies.length,
      bytes: copies.reduce((sum, { name }) => sum + sizeOf(join(dataDir, 'backups', name)), 0),
      names: copies.slice(-10).map(({ name }) => name),
    },
    register: journal.read()?.registerId() ?? null,
    journal: state.kind,
    blockedBy: state.kind === 'blocked' ? state.error.code : null,
    lastWholeCheck: timeOf(passedAt),
    openSales: journal.read()?.openCount() ?? null,
  }
}

/** Where they go is a path, which may be called like a person. */
async function elsewhereOf({ copies }: HealthDeps): Promise<Part> {
  const { folder, last, seenAt, error, takenOver, waits, restored } = await copies()
  return {
    isOn: folder !== null,
    last: last && { at: timeOf(last.at), bytes: last.bytes },
    seenAt: timeOf(seenAt),
    error: error?.code ?? null,
    takenOverAt: timeOf(takenOver?.since ?? null),
    restoreWaits: waits,
    restoredOf: timeOf(restored?.since ?? null),
  }
}

/** Of where they come from only whether it is known: an address may hold a password. */
async function updatesOf({ updates }: HealthDeps): Promise<Part> {
  const { from, lookedAt, offers, problem, unavailable, isOn, ready, chosen, before } =
    await updates()
  return {
    ...{ unavailable, isOn, ready, chosen, before },
    hasFeed: from !== '',
    lookedAt: timeOf(lookedAt),
    offers: offers.map(({ version, isSecurity }) => ({ version, isSecurity })),
    problem: problem?.code ?? null,
  }
}

async function printersOf({ printer, printers, journal }: HealthDeps): Promise<Part> {
  const known = await printers().catch(() => [])
  const left = journal.isWriter ? journal.write().unprinted.all() : []
  return {
    register: printer(),
    system: known.map(({ name, isDefault }) => ({ name, isDefault })),
    unprinted: left.map(({ at, state, error }) => ({
      at: timeOf(at),
      state,
      error: error?.code ?? null,
    })),
  }
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
