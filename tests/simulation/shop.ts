import { canClose, canSellAgain, verdictsFor } from '../../shared/domain/sale/closing.ts'
import { Failure } from '../../shared/errors.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import type { World } from './world.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** What people do at the counter, and how often. */
const actions = {
  sell: 50,
  'quote and sell': 25,
  'press twice': 10,
  'two windows': 5,
  'an old draft': 6,
  look: 5,
  read: 3,
  'the token expires': 0.2,
  'the computer sleeps': 2,
  'the clock is set': 1,
  restart: 2,
  'start twice': 2,
  'come back online': 2,
  'close what is in doubt': 1,
  'sell again': 1,
  'another connection': 1,
  'a copy is made': 2,
}

/** A working day: about so many sales, with everything that can happen in between. */
export async function work(world: World, sales: number): Promise<void> {
  const { clock } = world
  while (world.inputs.length < sales) {
    await clock.pass(pause(world))
    if (!world.isRunning()) await comeBack(world)
    if (world.isRunning()) await act(world)
  }
}

function pause({ random }: World): number {
  const [least, most] = random.pick([
    [0, 300],
    [300, 5 * second],
    [5 * second, minute],
    [minute, 4 * minute],
  ] as const)
  return random.int(least, most)
}

/** The program ended: somebody starts it again, sooner or later, and may press again what was lost. */
export async function comeBack(world: World): Promise<void> {
  const { random, clock } = world
  await clock.pass(
    random.chance(0.05) ? random.int(hour, 12 * hour) : random.int(second, 3 * minute),
  )
  world.start()
  if (!world.isRunning()) return
  for (const input of world.unheard.splice(0)) {
    if (random.chance(0.6)) world.press({ ...input, quoteId: null, again: random.chance(0.5) })
  }
}

async function act(world: World): Promise<void> {
  const { random, clock, model } = world
  switch (random.weighted(actions)) {
    case 'sell':
      return sell(world)
    case 'quote and sell':
      return quoteAndSell(world)
    case 'press twice': {
      const input = world.order(random.chance(0.3))
      world.press(input)
      if (random.chance(0.7)) await clock.pass(random.pick([0, 1, 150, 2000, 20_000]))
      world.press(random.chance(0.5) ? input : { ...input, again: true })
      return
    }
    case 'two windows': {
      const input = world.order(random.chance(0.3))
      const values = random.chance(0.5) ? input.values : { ...input.values, amount: '7,77' }
      if (values !== input.values) world.wish(input.draftId, input.productId, 777)
      world.press(input)
      world.press({ ...input, values, again: true })
      return
    }
    case 'an old draft': {
      if (world.inputs.length === 0) return
      world.press({ ...random.pick(world.inputs), again: random.chance(0.7) })
      return
    }
    case 'look':
      return look(world)
    case 'read':
      return read(world)
    case 'the token expires':
      world.note('the token expires')
      model.expireToken()
      clock.later(random.pick([20 * second, 2 * minute, 2 * minute, 30 * minute]), () => {
        model.renewToken()
        world.note('the token is renewed')
        if (world.isRunning()) world.register()?.selling.lookSoon()
      })
      return
    case 'the computer sleeps':
      return sleep(world, random.pick([5 * second, 5 * minute, 3 * hour]))
    case 'the clock is set':
      return setClock(world)
    case 'restart':
      await world.stop()
      return comeBack(world)
    case 'start twice':
      return startTwice(world)
    case 'come back online':
      world.register()?.selling.onConnection(world.stateOf('offline'))
      world.register()?.selling.onConnection(world.stateOf('online'))
      return
    case 'close what is in doubt':
      return closeOne(world)
    case 'sell again':
      return sellAgain(world)
    case 'another connection':
      return world.reconnect()
    case 'a copy is made':
      if (world.weather.damages) world.disk.backUp(clock.now())
      return
  }
}

/** A person ends a sale that evidence left open, rightly or not, and may take a while between the two steps. */
export function closeOne({ random, clock, watch, counts, call }: World): void {
  void call('close', async ({ selling: { handlers } }) => {
    const open = await handlers['selling.open']({})
    const closable = open.filter((sale) => canClose(sale, clock.now()))
    if (closable.length === 0) return
    const { id: saleId, state } = random.pick(closable)
    const as = random.pick(verdictsFor(state))
    const { token } = await handlers['resolving.beginClose']({ saleId, as, candidateId: null })
    if (random.chance(0.5)) {
      await new Promise<void>((resolve) => clock.later(random.int(0, minute), resolve))
    }
    watch.onAnswered(await handlers['resolving.close']({ token, reason: 'Soporte lo dijo' }))
    counts.closings += 1
  })
}

/** What did not happen is sold again, as a sale of its own. */
function sellAgain({ random, inputs, call, orderAgain, press }: World): void {
  const place = random.int(0, Math.max(0, inputs.length - 1))
  void call('sell again', async ({ selling }) => {
    const { sales } = await selling.handlers['selling.list']({ limit: place + 1 })
    const sale = sales[place]
    const input = sale && canSellAgain(sale) ? orderAgain(sale) : null
    if (input) press(input)
  })
}

function sell(world: World): void {
  const { random } = world
  const input = world.order(random.chance(0.5))
  world.press(input, (end) => {
    if (end === 'SAME_SALE_RECENTLY' && random.chance(0.7)) world.press({ ...input, again: true })
    if (end === 'UNKNOWN') worry(world)
  })
}

/** Nobody knows how a sale ended: its cashier may press "check now", and somebody may set the clock. */
function worry(world: World): void {
  const { random, clock, weather } = world
  const some = () => random.int(0, 8 * second)
  for (const chance of weather.worried ? [0.9, 0.9] : [0.2]) {
    if (random.chance(chance)) clock.later(some(), () => lookAtLast(world))
  }
  if (random.chance(weather.worried ? 0.5 : 0.1)) clock.later(some(), () => setClock(world))
}

/** Also forward by less than what makes the service's Date look wrong. */
function setClock({ random, clock, note }: World): void {
  const by = random.pick([
    9 * second,
    90 * second,
    -45 * second,
    10 * minute,
    -10 * minute,
    5 * hour,
    -26 * hour,
    26 * hour,
  ])
  note(`the clock is set by ${by}`)
  clock.jump(by)
}

function quoteAndSell(world: World): void {
  const { random } = world
  const input = world.order(random.chance(0.8))
  void world.call(`quote ${input.draftId}`, async ({ selling }) => {
    const { productId, values } = input
    const quote = await selling.handlers['selling.quote']({ productId, values, quoteId: null })
    world.press({ ...input, quoteId: quote.quoteId })
  })
}

function look(world: World): void {
  lookAt(world, world.random.int(0, Math.max(0, world.inputs.length - 1)))
}

function lookAtLast(world: World): void {
  if (world.isRunning()) lookAt(world, 0)
}

/** "Check now" on the sale that stands so far down in the list. */
function lookAt({ watch, call }: World, place: number): void {
  void call('look', async ({ selling }) => {
    const { sales } = await selling.handlers['selling.list']({ limit: place + 1 })
    const sale = sales[place]
    if (sale) watch.onAnswered(await selling.handlers['selling.look']({ saleId: sale.id }))
  })
}

function read(world: World): void {
  const { watch } = world
  void world.call('read', async ({ selling }) => {
    for (const sale of await selling.handlers['selling.open']({})) watch.onAnswered(sale)
  })
}

/** A sleep that the program may or may not be told of. */
export function sleep(world: World, ms: number): void {
  world.note(`the computer sleeps ${ms}`)
  world.clock.sleep(ms)
  if (world.random.chance(0.7) && world.isRunning()) world.register()?.resumed()
}

/** The second program to open the folder is told that the register is open, and nothing else happens. */
function startTwice(world: World): void {
  const folder = world.disk.folder()
  if (folder === null) return
  world.counts.secondStarts += 1
  try {
    openJournal(folder).close()
    world.watch.violate('a second start was let in')
  } catch (caught) {
    const isRefused = caught instanceof Failure && caught.error.code === 'REGISTER_ALREADY_OPEN'
    if (!isRefused) throw caught
  }
}
