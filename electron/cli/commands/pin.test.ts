import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, it } from 'vitest'
import { hashPin, isPin } from '../../features/people/pin.ts'
import { openJournal } from '../../store/journal/open-journal.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { noCashLimits } from '../../../shared/domain/people/cash-limits.ts'

const cli = fileURLToPath(new URL('../../cli.ts', import.meta.url))
let folder: string
beforeEach(async () => {
  folder = makeFolder('pin')
  const journal = openJournal(folder)
  const person = { id: 'ana', name: 'Ana Ruiz', role: 'administrator', rights: [] } as const
  const line = { at: 1, person: null, action: 'people.created', subject: person.name }
  const pinHash = await hashPin('1111', 16)
  journal.people.put({ ...person, limits: noCashLimits, active: true, pinHash, createdAt: 1 }, line)
  journal.people.setTries('ana', 9, Date.now() + 900_000)
  journal.close()
})

/** What the command answered, or what it said when it failed. */
function run(name: string, input: string): string {
  const args = [cli, 'pin', name, '--data-dir', folder, '--json']
  try {
    return execFileSync(process.execPath, args, { input, encoding: 'utf8', stdio: 'pipe' })
  } catch (caught) {
    return caught instanceof Error && 'stdout' in caught ? String(caught.stdout) : String(caught)
  }
}

it('gives a forgotten PIN anew, ends the wait, and is kept in the trail', async () => {
  expect(JSON.parse(run('ana ruiz', '2468\n'))).toEqual({ name: 'Ana Ruiz' })
  const journal = openJournal(folder)
  const person = journal.people.person('ana')
  expect(person).toMatchObject({ failures: 0, waitUntil: 0 })
  expect(await isPin('2468', person?.pinHash ?? '')).toBe(true)
  const all = { start: 0, end: Infinity, personId: null }
  expect(journal.trail.page(all, 9, 0).entries).toMatchObject([
    { action: 'people.pinReset', subject: 'Ana Ruiz', person: null },
    { action: 'people.created' },
  ])
  journal.close()
})

it('refuses what is no PIN, strangers, and a register that is open', () => {
  expect(run('Ana Ruiz', '12')).toContain('BAD_INPUT')
  expect(JSON.parse(run('Beto', '2468'))).toMatchObject({ error: { code: 'BAD_INPUT' } })
  const journal = openJournal(folder)
  expect(run('Ana Ruiz', '2468')).toContain('REGISTER_ALREADY_OPEN')
  journal.close()
})
