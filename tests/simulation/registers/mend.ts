import { Failure } from '../../../shared/errors.ts'
import { lineOf } from './hub-state.ts'
import { hasSale, isDue, type Standing, type World } from './world.ts'

// What whoever owns the shop does once a register cannot send any more.

/** What only a person can mend. */
const forPeople = new Set(['HUB_FORKED', 'HUB_RETIRED', 'HUB_LOGIN_REFUSED', 'HUB_NOT_JOINED'])

export const needsMending = ({ till }: Standing): boolean =>
  till.stream() === null || forPeople.has(till.shipping().state().error?.code ?? '')

const registerNamed = ({ model }: World, name: string | null) =>
  [...model.held().registers.values()].findLast((one) => one.name === name)

/** Whether another computer sends as this register. */
function isTaken(world: World, { till }: Standing, register: number): boolean {
  const { streams } = world.model.held()
  return world.alive().some((one) => {
    const stream = streams.get(one.till.stream()?.id ?? '')
    return one.till !== till && stream?.isOpen === true && stream.register === register
  })
}

/**
 * Says which register it is: the one that it was, or another one. `isSure`: never the one that another computer sends as; else
 * whoever says it may be wrong, and the other computer is refused.
 */
export async function mend(world: World, standing: Standing, isSure = false): Promise<void> {
  const { random, hub, counts, note } = world
  const { till, register } = standing
  const known = registerNamed(world, register)
  const isRetired = known !== undefined && known.retiredAt !== null
  const isFree = known !== undefined && !(isSure && isTaken(world, standing, known.id))
  const isAgain = isFree && !isRetired && random.chance(0.6)
  const name = isAgain ? known.name : `Caja ${(counts.joins += 1)}`
  try {
    const continued = isRetired && random.chance(0.7) ? known.name : null
    const invited = await hub.invite({ name, again: isAgain, continued, branch: null })
    await till.join(invited)
    note(`${till.deps.name} joined as ${name}`)
    isErasedToo(world, standing)
  } catch (caught) {
    if (!(caught instanceof Failure)) throw caught
    note(`${till.deps.name} did not join as ${name}: ${caught.error.code}`)
  }
  // Where the hub did not answer at the very end the journal may be in it all the same.
  standing.register = till.stream()?.name ?? standing.register
}

/** Whoever joins lost what was erased in any copy of its journal, or loses it once that can be. */
function isErasedToo(world: World, { till }: Standing): void {
  const state = world.model.held()
  const stream = state.streams.get(till.stream()?.id ?? '')
  const own = state.registers.get(stream?.register ?? 0)
  if (!own) return
  const line = lineOf(state, own)
  for (const { id, register, doc } of state.sales.values()) {
    const isCopy = line.has(register) || state.registers.get(register)?.journal === own.journal
    if (!isCopy || !('erasure' in doc) || !hasSale(till, id)) continue
    if (!till.journal.personal.isErased(id) && !isDue(till, id))
      world.violate(`${id} is erased elsewhere, and not in ${till.deps.name}`)
  }
}

/** A register ends; whoever stands at its computer stops, or goes on as another one. */
export async function retire(world: World, standing: Standing): Promise<void> {
  const { hub, counts, note, random } = world
  const known = registerNamed(world, standing.register)
  if (!known || known.retiredAt !== null) return
  await hub.retire(known.name)
  counts.retired += 1
  note(`${known.name} is retired`)
  if (random.chance(0.4) || world.alive().length < 3) return
  world.bury(standing)
  standing.isGone = true
}

/** A hub that went back does not know who was retired since. */
export async function retireAgain(world: World, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const known = registerNamed(world, name)
    if (known && known.retiredAt === null) await world.hub.retire(name)
  }
}
