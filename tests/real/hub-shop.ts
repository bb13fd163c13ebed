import { cpSync, writeFileSync } from 'node:fs'
import { join as pathOf } from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { z } from 'zod'
import { run } from '../../electron/cli/run.ts'
import type { Journal } from '../../electron/store/journal/journal.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { sellSample } from '../../electron/store/testing/sell-sample.ts'
import { usualProfile } from '../../shared/contract/connection.ts'
import { makeFolder } from '../folders.ts'
import { startPostgres } from './postgres.ts'

export const password = 'a password of this test alone'

/** The command line as a script runs it; `--json`, and what it said. */
export async function hub(
  args: readonly string[],
  folder = '',
): Promise<{ code: number; said: unknown }> {
  let out = ''
  const streams = { out: (text: string) => void (out += text), err: () => undefined }
  const place = folder === '' ? [] : ['--data-dir', folder]
  const passwords = { MOSTRADOR_HUB_PASSWORD: password, MOSTRADOR_HUB_OWNER: password }
  const env = { LANG: 'en_US', ...passwords }
  const code = await run(['hub', ...args, ...place, '--json'], env, streams)
  return { code, said: JSON.parse(out) }
}

/** Any command as a script runs it, and what it said; `token`: the service's. */
export async function cli(
  folder: string,
  args: readonly string[],
  token = '',
): Promise<{ code: number; out: string; err: string }> {
  const ran = { code: -1, out: '', err: '' }
  const streams = {
    out: (text: string) => void (ran.out += text),
    err: (text: string) => void (ran.err += text),
  }
  const env = { LANG: 'es_CO', MOSTRADOR_HUB_PASSWORD: password, MOSTRADOR_TOKEN: token }
  ran.code = await run([...args, '--data-dir', folder], env, streams)
  return ran
}

/** A connection of this computer, of which the registers' accounts are known by its name. */
export function connectTo(baseUrl: string, folder: string, id: string): void {
  const profile = { ...usualProfile, id, name: 'Tienda', country: 'CO', baseUrl }
  const connection = { profiles: [profile], activeId: id }
  writeFileSync(pathOf(folder, 'settings.json'), JSON.stringify({ connection }))
}

/** What is done in the journal of a folder, which is closed afterwards. */
export function inJournal<T>(folder: string, work: (journal: Journal) => T): T {
  const journal = openJournal(folder)
  try {
    return work(journal)
  } finally {
    journal.close()
  }
}

/** `hub join` with the code as a person types it. */
export async function join(code: string, folder: string): Promise<{ code: number; said: unknown }> {
  const { stdin } = process
  const typed = Object.assign(Readable.from([`${code}\n`]), { isTTY: false })
  Object.defineProperty(process, 'stdin', { value: typed, configurable: true })
  try {
    return await hub(['join'], folder)
  } finally {
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
  }
}

const holding = (code: string): unknown => expect.objectContaining({ code })
export const refused = (code: string) => ({ code: 1, said: { error: holding(code) } })
export const anyOfHub: unknown = expect.stringMatching(/^HUB_/)
const invitedSchema = z.object({ register: z.string(), code: z.string() })

let draft = 0
const saleId = (number: number) => `sale-${String(number).padStart(4, '0')}`

/**
 * Sells something in a register that nobody has open, and answers the last sale's id; `at`: where its clock is not of this age
 * (epoch ms).
 */
export function sell(
  folder: string,
  count = 1,
  at: number | null = null,
  reference = 'a \0 b',
): string {
  const journal = openJournal(folder)
  for (let made = 0; made < count; made += 1) {
    draft += 1
    const id = saleId(draft)
    // Never two in a month.
    const createdAt = at ?? 1_680_000_000_000 + draft * 3_000_000_000
    sellSample(journal, id, { createdAt, reference })
  }
  journal.close()
  return saleId(draft)
}

/** Erases a sale's customer in a register that nobody has open. */
export function erase(folder: string, sale: string): void {
  const journal = openJournal(folder)
  journal.personal.ask({ sales: [sale], notes: [] }, { at: 1, why: 'request', by: null })
  expect(journal.personal.eraseDue(Date.now(), 10)).toBe(1)
  journal.close()
}

export function copyOf(folder: string): string {
  const copy = makeFolder('hub-copy')
  cpSync(folder, copy, { recursive: true })
  return copy
}

export type HubShop = ReturnType<typeof startHubShop>

/** A PostgreSQL of its own, for registers to join. */
export function startHubShop() {
  const server = startPostgres()
  const owner = ['--url', server.url]

  async function invite(name: string, ...more: readonly string[]): Promise<string> {
    const { code, said } = await hub(['add-register', ...owner, '--name', name, ...more])
    expect(code).toBe(0)
    return invitedSchema.parse(said).code
  }

  return {
    server,
    owner,
    invite,
    /** A register with a sale from before, joined. */
    async joined(name: string): Promise<{ folder: string; code: string }> {
      const folder = makeFolder('hub-register')
      sell(folder)
      const code = await invite(name)
      expect(await join(code, folder)).toMatchObject({ code: 0, said: { name } })
      return { folder, code }
    },
    /** What it holds of a sale. */
    docOf: (sale: string) => server.sql(`select doc from hub.sale where id = '${sale}'`),
    /** Where it is, for a connection of the test's own. */
    socketOf: () => ({
      ...{ host: server.socket, port: server.port, database: 'shop', user: null, ca: null },
    }),
  }
}
