import { noCashLimits } from '../../../shared/domain/people/cash-limits.ts'
import { canClose, verdictsFor } from '../../../shared/domain/sale/closing.ts'
import { outcomeOf } from '../../../shared/domain/drawer/drawer.ts'
import type { ShiftReport } from '../../../shared/domain/drawer/shift.ts'
import { Failure } from '../../../shared/errors.ts'
import { openJournal } from '../../../electron/store/journal/open-journal.ts'
import { createJournalReader } from '../../../electron/store/journal/journal-reader.ts'
import { sell } from './sell.ts'
import { begin, comeBack, goBack, spoil } from './starts.ts'
import { copy } from './upkeep.ts'
import type { YearWorld } from './world.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const people = [null, { id: 'ana', name: 'Ana' }, { id: 'luis', name: 'Luis' }]

/** One day of selling, of so many sales, from the morning's start until the register is closed, or dies. */
export async function workDay(world: YearWorld, sales: number): Promise<void> {
  const { random, clock, state, hardship, weather } = world
  await comeIn(world)
  if (random.chance(0.06)) changeConnection(world)
  if (random.chance(0.1)) process.env['TZ'] = random.pick(zones)
  await world.call('people', async ({ journal, shift }) => {
    if (shift.currentId() !== null) return
    const person = random.pick(people)
    if (person && journal.people.person(person.id) === null) hire(world, person)
    state.cashier = person
  })
  await world.call('shift.open', async ({ shift }) => {
    if (shift.currentId() === null) await shift.handlers['shift.open']({ base: [] })
  })
  const copyAt = random.int(0, sales - 1)
  const isFullAt = random.chance(0.04) ? random.int(0, sales - 1) : -1
  for (let sold = 0; sold < sales; sold += 1) {
    await clock.pass(random.int(0, 90 * second))
    if (!world.till()) await comeBack(world)
    if (sold === copyAt && random.chance(world.isSmall ? 0.3 : 0.15)) await copy(world, 'hourly')
    if (sold === isFullAt) {
      world.counts.fullDisks += 1
      hardship.diskFull = 0.3
      clock.later(10 * minute, () => (hardship.diskFull = 0))
    }
    sell(world)
    if (random.chance((world.isSmall ? 1 : 3) / sales)) await happens(world)
  }
  await clock.pass(10 * minute)
  hardship.diskFull = weather.diskFull
  if (!world.till()) await comeBack(world)
  await closeDay(world)
  await clock.pass(random.int(1, 20) * minute)
}

function hire({ till, clock }: YearWorld, { id, name }: { id: string; name: string }): void {
  const about = { role: 'cashier', rights: [], limits: noCashLimits, active: true } as const
  const person = { id, name, ...about, pinHash: 'x' }
  const at = clock.now()
  const line = { at, person: null, action: 'people.save', subject: name }
  till()?.journal.people.put({ ...person, createdAt: at }, line)
}

const zones = ['America/Bogota', 'America/Guayaquil', 'UTC', 'Asia/Kolkata', 'Pacific/Apia']

/** The night: the register is closed, mostly, and the computer off; now and then its disk loses something. */
export async function night(world: YearWorld): Promise<void> {
  const { random, clock, counts } = world
  const isOff = random.chance(world.isSmall ? 0.3 : 0.85)
  if (isOff) {
    if (random.chance(0.9)) await world.stop()
    else await world.bury()
    if (random.chance(0.04)) await spoil(world)
    else if (random.chance(0.015)) await goBack(world)
    clock.sleep(random.int(9, 11) * hour)
  } else {
    clock.sleep(random.int(5, 8) * hour)
    world.till()?.resumed()
  }
  if (random.chance(0.02)) {
    counts.clocksSet += 1
    const by = random.pick([-26 * hour, 26 * hour, 365 * day])
    clock.jump(by)
    clock.later(random.int(1, 30) * hour, () => clock.jump(-by))
  }
}

async function comeIn(world: YearWorld): Promise<void> {
  if (!world.till()) await begin(world, false)
}

/** What else happens in a shop. */
async function happens(world: YearWorld): Promise<void> {
  const { random, clock, counts } = world
  const what = random.weighted({
    look: 5,
    restart: 2,
    sleep: 3,
    clock: 1,
    twice: 2,
    erase: 3,
    close: 4,
    copy: 1,
  })
  world.note(what)
  switch (what) {
    case 'look':
      return void world.call('look', async ({ selling, life }) => {
        for (const sale of await selling.handlers['selling.open']({})) {
          if (life.isAlive()) world.watch.onAnswered(sale)
        }
        selling.lookSoon()
      })
    case 'restart':
      await world.stop()
      return begin(world, false)
    case 'sleep':
      clock.sleep(random.int(minute, 2 * hour))
      return world.till()?.resumed()
    case 'clock':
      counts.clocksSet += 1
      return setClock(world)
    case 'twice':
      counts.secondStarts += 1
      return startTwice(world)
    case 'erase':
      return erase(world)
    case 'close':
      return closeOne(world)
    case 'copy':
      return void (await copy(world, 'hourly'))
  }
}

function setClock({ random, clock }: YearWorld): void {
  const by = random.pick([90 * second, -45 * second, 5 * hour, -26 * hour, 26 * hour])
  clock.jump(by)
  clock.later(random.int(minute, 20 * hour), () => clock.jump(-by))
}

function startTwice({ folder, violate }: YearWorld): void {
  try {
    openJournal(folder).close()
    violate('a second start was let in')
  } catch (caught) {
    const isRefused = caught instanceof Failure && caught.error.code === 'REGISTER_ALREADY_OPEN'
    if (!isRefused) throw caught
  }
}

/** A customer asks to be erased. */
async function erase(world: YearWorld): Promise<void> {
  const { customers, counts } = world
  const customer = customers.ask()
  const key = customers.keyOf(customer)
  const done = await world.call('erase', ({ privacy }) =>
    privacy.handlers['privacy.erase']({ key }),
  )
  if (done === null) return
  counts.customersErased += 1
  counts.erasures += done.erased
  customers.erase(customer)
}

/** A person ends what evidence left open, as the service says by telephone. */
function closeOne(world: YearWorld): void {
  const { random, clock, model, watch, counts } = world
  void world.call('close', async ({ selling: { handlers } }) => {
    const open = await handlers['selling.open']({})
    for (const { id: saleId, state } of open
      .filter((sale) => canClose(sale, clock.now()))
      .slice(0, 10)) {
      const deed = model.deed(saleId)
      const truth = deed && model.statusOf(deed, clock.real())
      const said = truth === null ? 'not-made' : truth === 'APPROVED' ? 'approved' : 'rejected'
      const as = verdictsFor(state).find((one) => one === said) ?? random.pick(verdictsFor(state))
      const { token } = await handlers['resolving.beginClose']({ saleId, as, candidateId: null })
      watch.onAnswered(await handlers['resolving.close']({ token, reason: 'Soporte lo dijo' }))
      counts.closings += 1
    }
  })
}

function changeConnection({ state, profiles, counts, use }: YearWorld): void {
  counts.connections += 1
  use(state.connection === profiles[0] ? profiles[1] : profiles[0])
}

/** Count and Z, and the copy that follows it. */
async function closeDay(world: YearWorld): Promise<void> {
  const { state, disk, violate, book, counts } = world
  const counted = [{ currency: 'COP', pieces: [], other: 100 }]
  const report = await world.call('shift.close', async ({ shift: { handlers, currentId } }) => {
    if (currentId() === null) return null
    const { unconfirmed } = await handlers['shift.count']({ counts: counted })
    return handlers['shift.close']({ note: 'conteo', unconfirmed: unconfirmed.length })
  })
  if (report) {
    counts.reports += 1
    const stored = createJournalReader(disk.durable()).shifts.report(report.shift.id)
    if (stored === null) violate(`Z ${report.shift.number} is not durable`)
    else book.onReport(state.connection.id, stored)
    judgeReport(world, report)
  }
  // A large journal is copied seldom, as all of it is read each time: else the register was closed before it was made.
  if (state.wantsCopy && world.random.chance(world.isSmall ? 1 : 0.25)) await copy(world, 'shift')
  state.wantsCopy = false
}

/** The sums of a Z against those of its sales, one by one. */
function judgeReport({ disk, violate }: YearWorld, { shift, sales }: ShiftReport): void {
  const reader = createJournalReader(disk.durable())
  const ids = disk.durable().arrays('select id from sale where shift = ?', shift.id).flat()
  const bare = new Map<string, { count: number; total: number }>()
  for (const id of ids) {
    const sale = reader.sale(String(id))
    if (!sale) continue
    const key = `${sale.direction} ${outcomeOf(sale)}`
    const { count, total } = bare.get(key) ?? { count: 0, total: 0 }
    bare.set(key, { count: count + 1, total: total + sale.total.minor })
  }
  for (const { direction, outcome, count, total } of sales) {
    const own = bare.get(`${direction} ${outcome}`)
    if (own?.count !== count || own.total !== total.minor) {
      violate(
        `Z ${shift.number}: ${count} ${direction} ${outcome}, ${total.minor}; ${JSON.stringify(own)}`,
      )
    }
  }
  const count = sales.reduce((sum, one) => sum + one.count, 0)
  if (count !== ids.length) violate(`Z ${shift.number} has ${count} sales of ${ids.length}`)
}
