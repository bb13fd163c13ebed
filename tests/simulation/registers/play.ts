import { isDeepStrictEqual } from 'node:util'
import * as acts from './acts.ts'
import { heardAll, atRest, nothingSeen, watch } from './invariants.ts'
import { otherKey, type HubState } from './hub-state.ts'
import { impostors } from './impostors.ts'
import { dropJournals } from './journals.ts'
import { calmLine, type LineWeather } from './line.ts'
import { mend, needsMending, retire, retireAgain } from './mend.ts'
import {
  createWorld,
  day,
  hour,
  minute,
  type Standing,
  type World,
  type WorldOptions,
} from './world.ts'

/** What one seed did, and what must never have happened. */
export interface ShopResult {
  seed: number
  violations: readonly string[]
  counts: World['counts']
}

/** How often what is done. */
const actions = {
  'a sale': 12,
  'sales end': 5,
  'a paper': 2,
  'money is moved': 3,
  'a customer is forgotten': 2,
  'a customer is forgotten everywhere': 1,
  'what is due is erased': 2,
  'something is said': 2,
  'a balance': 1,
  'it sends': 12,
  'two send at once': 4,
  'it starts anew': 1,
  'time passes': 4,
  'a night': 1,
  'the hub is copied': 1.5,
  'the hub goes back': 0.8,
  'a folder is copied': 0.7,
  'a copy is made': 2.5,
  'a copy takes its place': 1.2,
  'somebody mends': 4,
  'another one is there': 0.7,
  'a new computer': 0.5,
  'an old copy comes back': 0.4,
  'a register is retired': 0.3,
  'a register is updated': 0.5,
  'the weather changes': 3,
  'what was late comes': 2,
  'a clock is set': 0.8,
  'some things cannot be stored': 2,
}
type Action = keyof typeof actions
const troubles: readonly Action[] = [
  ...([
    'a folder is copied',
    'a copy is made',
    'a copy takes its place',
    'somebody mends',
  ] as const),
  ...(['the hub is copied', 'the hub goes back', 'a night', 'another one is there'] as const),
  ...(['a new computer', 'an old copy comes back'] as const),
]
/** The same with more of what goes wrong. */
const troubled = (times: number): Record<Action, number> => ({
  ...actions,
  ...Object.fromEntries(troubles.map((name) => [name, actions[name] * times])),
})

/** Runs one seed to its rest. */
export async function playShop(options: WorldOptions): Promise<ShopResult> {
  const world = createWorld(options)
  let seen = nothingSeen()
  const after = (wentBack = false) => {
    world.noteChanges()
    seen = watch(world, seen, wentBack)
  }
  try {
    await open(world)
    after()
    const steps = world.random.int(16, 26)
    const weights = troubled(options.trouble ?? 1)
    for (let step = 0; step < steps; step += 1) {
      const action = world.random.weighted(weights)
      world.note(action)
      after(await act(world, action))
    }
    await comeToRest(world, after)
    atRest(world)
    await impostors(world)
    await world.end()
    return { seed: options.seed, violations: world.violations, counts: world.counts }
  } finally {
    dropJournals()
  }
}

async function open(world: World): Promise<void> {
  const { random, hub } = world
  const count = random.int(2, 3)
  for (let at = 0; at < count; at += 1) {
    const name = `Caja ${(world.counts.joins += 1)}`
    const skew = random.pick([0, 0, 0, 2 * minute, -2 * minute, hour, -hour])
    const standing = world.open(name, skew)
    // What was there before it joined goes, too.
    if (random.chance(0.4)) await acts.sell(world, standing)
    await standing.till.join(
      await hub.invite({ name, again: false, continued: null, branch: null }),
    )
  }
}

/** Whether an older copy of the hub took its place. */
async function act(world: World, action: Action): Promise<boolean> {
  const { random, clock, line, backups, counts } = world
  const standing = random.pick(world.alive())
  const { till } = standing
  switch (action) {
    case 'a sale':
      await acts.sell(world, standing)
      break
    case 'sales end':
      acts.settle(world, standing)
      break
    case 'a paper':
      acts.print(world, standing)
      break
    case 'money is moved':
      acts.move(world, standing)
      break
    case 'a customer is forgotten':
    case 'a customer is forgotten everywhere':
      acts.forget(world, standing, action.endsWith('everywhere'))
      break
    case 'what is due is erased':
      acts.eraseDue(world, standing)
      break
    case 'something is said':
      acts.say(world, standing)
      break
    case 'a balance':
      acts.noteBalance(world, standing)
      break
    case 'it sends':
      await till.look()
      tell(world, standing)
      break
    case 'two send at once':
      await Promise.all([till.look(), till.pushBeside()])
      tell(world, standing)
      break
    case 'it starts anew':
      till.restart()
      break
    case 'time passes':
      await clock.pass(random.int(1, 12) * minute)
      break
    case 'a night':
      clock.sleep(random.pick([10 * hour, 50 * hour, 50 * hour, 31 * day]))
      break
    case 'the hub is copied':
      backups.push({ back: await world.hub.copy(), at: clock.real() })
      break
    case 'the hub goes back':
      return goBack(world)
    case 'a folder is copied':
      if (world.alive().length < 4) {
        world.note(`${till.deps.name} is copied`)
        world.copyFolder(standing)
        counts.forks += 1
      }
      break
    case 'a copy is made':
      if (standing.copies.length < 2) world.copyMade(standing)
      break
    case 'a copy takes its place':
      if (standing.copies.length > 0) {
        world.note(`${till.deps.name} is restored`)
        world.restore(standing, random.pick(standing.copies))
        counts.restores += 1
      }
      break
    case 'somebody mends':
      await mendOne(world)
      break
    case 'a new computer':
      if (world.alive().length < 4 && till.stream()) await mend(world, world.copyFolder(standing))
      break
    case 'an old copy comes back':
      await comeBack(world, standing)
      break
    case 'another one is there':
      await anotherIsThere(world, standing)
      break
    case 'a register is retired':
      await retire(world, standing)
      break
    case 'a register is updated':
      till.state.isOlder = false
      break
    case 'the weather changes':
      changeWeather(world)
      break
    case 'what was late comes':
      await line.arrive()
      break
    case 'a clock is set':
      till.state.skew = random.pick([0, 0, 5 * minute, -5 * minute, 2 * hour, -2 * hour])
      break
    case 'some things cannot be stored': {
      const of = random.int(0, 2)
      // Of what a number is drawn for, each time another one, none.
      line.refuse(
        (ref) => /^(sale|shift)-/.test(ref) && Number(ref.replaceAll(/\D/g, '')) % 3 === of,
      )
      break
    }
  }
  return false
}

async function mendOne(world: World): Promise<void> {
  const ill = world.alive().filter(needsMending)
  if (ill.length > 0) await mend(world, world.random.pick(ill))
}

/** A copy from before much of what happened and was sent takes the folder's place. */
async function comeBack(world: World, standing: Standing): Promise<void> {
  const { random, clock } = world
  const { till } = standing
  if (standing.copies.length > 2) return
  await acts.sell(world, standing)
  const copy = world.copyMade(standing)
  acts.settle(world, standing, 1)
  acts.print(world, standing)
  acts.move(world, standing)
  if (random.chance(0.5)) {
    acts.forget(world, standing, random.chance(0.3))
    clock.sleep(50 * hour)
    acts.eraseDue(world, standing)
  }
  world.noteChanges()
  await till.look()
  world.restore(standing, copy)
  await till.look()
  if (needsMending(standing) && random.chance(0.8)) {
    await mend(world, standing)
    await till.look()
  }
}

/** Between asking and sending a copy of the journal took the place: nothing of this one is mixed in. */
async function anotherIsThere(world: World, { till }: Standing): Promise<void> {
  const { hub, model, line, isReal } = world
  const stream = till.stream()
  if (isReal || !stream || till.shipping().state().error) return
  const back = await hub.copy()
  const seen: HubState[] = []
  line.comesBetween({
    before: 'push_v1',
    work() {
      model.shift(stream.id)
      seen.push(model.held())
    },
  })
  await till.look()
  line.comesBetween(null)
  const [before] = seen
  if (!before) return
  // Others send meanwhile.
  const cameIn = ({ streams, sales }: HubState) => {
    const position = streams.get(stream.id)
    return {
      position,
      sales: [...sales.values()].filter((one) => one.register === position?.register),
    }
  }
  if (!isDeepStrictEqual(cameIn(before), cameIn(model.held()))) world.violate('a copy is mixed in')
  await back()
  till.restart()
}

function tell(world: World, { till }: Standing): void {
  const { error, missing } = till.shipping().state()
  if (missing.length > 0) world.counts.refused += 1
  world.note(`${till.deps.name} sent: ${error?.code ?? 'well'}, ${till.stream()?.ackedSeq ?? '-'}`)
}

async function goBack(world: World): Promise<boolean> {
  const { random, backups, counts, model } = world
  if (backups.length === 0) return false
  const retired = [...model.held().registers.values()].filter((one) => one.retiredAt !== null)
  const at = random.int(0, backups.length - 1)
  world.note(`the hub goes back to copy ${at}`)
  await backups[at]?.back()
  backups.length = at + 1
  counts.backs += 1
  await retireAgain(
    world,
    retired.map(({ name }) => name),
  )
  return true
}

function changeWeather({ random, line, note }: World): void {
  const kind = random.pick(['calm', 'rough', 'rough', 'lying', 'down'] as const)
  const rough: LineWeather = { cut: 0.25, late: 0.1, twice: 0.2, hang: 0.02, lie: 0 }
  line.goDown(kind === 'down')
  line.set(kind === 'rough' ? rough : kind === 'lying' ? { ...rough, lie: 0.15 } : calmLine)
  note(`the line is ${kind}`)
}

/** Faults stop: who cannot send is helped, what is due is erased, and everybody hears of everything. */
async function comeToRest(world: World, after: () => void): Promise<void> {
  const { clock, line, hub } = world
  line.goDown(false)
  line.set(calmLine)
  line.refuse(() => false)
  await line.arrive()
  await hub.upgrade()
  after()
  for (const standing of world.alive()) {
    Object.assign(standing.till.state, { skew: 0, isOlder: false })
    acts.settle(world, standing, 1)
  }
  for (let round = 0; round < 12; round += 1) {
    // Longer than anything waits, and on the first two than what is to be erased.
    if (round < 2) clock.sleep(3 * day)
    await clock.pass(11 * minute)
    for (const standing of world.alive()) {
      if (round < 3) acts.eraseDue(world, standing)
      if (needsMending(standing)) await mend(world, standing, true)
      await standing.till.look()
      tell(world, standing)
      after()
    }
    const isQuiet = world.alive().every((one) => isWell(world, one))
    if (round > 2 && isQuiet && world.alive().every(({ till }) => heardAll(world, till))) break
  }
}

function isWell({ model }: World, standing: Standing): boolean {
  const { till } = standing
  const { error, missing } = till.shipping().state()
  const there = model.held().streams.get(till.stream()?.id ?? '')
  const { outbox } = till.journal
  // A copy in the same stream may have sent as much: then it is at that number with something else.
  const isThere = there?.isOpen === true && there.seq === outbox.newest() && outbox.knows(there)
  const orders = [...model.held().shared.docs.values()].filter(({ kind }) => kind === 'erasure')
  const isHeard = orders.every(({ key }) =>
    model.held().others.has(otherKey(there?.register ?? 0, 'order', key)),
  )
  return !needsMending(standing) && error === null && missing.length === 0 && isThere && isHeard
}
