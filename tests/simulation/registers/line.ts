import { z } from 'zod'
import type { HubConnection } from '../../../electron/hub/connect.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Random } from '../random.ts'

/** How likely what is between a register and its hub, and the hub itself, does what; each question by itself. */
export interface LineWeather {
  /** The connection ends, before or after what was asked was done: nobody knows which. */
  cut: number
  /** What was given up comes later, in any order. */
  late: number
  /** It comes twice. */
  twice: number
  /** Nothing is answered any more. */
  hang: number
  /** Something else is answered than what is so. */
  lie: number
}

export const calmLine: LineWeather = { cut: 0, late: 0, twice: 0, hang: 0, lie: 0 }

/** Whether a hub cannot store a thing as it is. */
export type Refuses = (ref: string) => boolean

/** One connection's life: whoever ended it hears nothing more. */
export interface Session {
  isEnded: boolean
  isHung: boolean
  /** Nothing is answered any more: whoever waits now waits for a clock. */
  hang: () => void
  ended: PromiseWithResolvers<never>
}

export function openSession(hang: () => void = () => undefined): Session {
  const session = {
    ...{ isEnded: false, isHung: false },
    hang,
    ended: Promise.withResolvers<never>(),
  }
  session.ended.promise.catch(() => undefined)
  return session
}

/** Ends it: what is asked in it fails. */
export function endSession(session: Session, reason: Failure): void {
  session.isEnded = true
  session.ended.reject(reason)
}

const gone = (reason: string) => new Failure('HUB_UNREACHABLE', { reason })
const doing = /hub\.(push_v1|told_v1|claim_v1|share_v1)\(/
const itemsSchema = z.array(z.looseObject({ ref: z.string(), kind: z.string() }))
/** So many of what is given up come later; of the others nothing is heard again. */
const lateAtMost = 12

export type Line = ReturnType<typeof createLine>

/** What lies between registers and a hub, whichever hub it is: it loses, doubles, holds up and invents. */
export function createLine(random: Random, note: (line: string) => void, takesPart = false) {
  let weather = calmLine
  let refuses: Refuses = () => false
  /** The hub is not to be reached at all. */
  let isDown = false
  const late: (() => Promise<unknown>)[] = []
  /** What comes between two questions, once. */
  let between: { before: string; work: () => void } | null = null

  const isRefused = ({ kind, ref }: { kind: string; ref: string }) =>
    kind !== 'unreadable' && refuses(ref)
  /** What arrives of what is sent: all of it, or nothing. */
  function storable(sql: string, values: readonly unknown[]): readonly unknown[] {
    if (!sql.includes('push_v1')) return values
    const items = itemsSchema.parse(JSON.parse(String(values[7])))
    if (!items.some(isRefused)) return values
    if (!takesPart) throw new Failure('HUB_REFUSED', { reason: '22003' })
    return values.with(7, JSON.stringify(items.filter((item) => !isRefused(item))))
  }

  async function asked<T>(
    of: { session: Session; sql: string; values: readonly unknown[]; isWhole: boolean },
    work: (values: readonly unknown[]) => Promise<T>,
    lied: () => { answer: T } | null,
  ): Promise<T> {
    const { session, sql, values, isWhole } = of
    await Promise.resolve()
    if (session.isEnded || isDown) throw gone('ended')
    const isDoing = !isWhole && doing.test(sql)
    const luck = random.next()
    let edge = weather.cut / 2
    if (luck < edge) throw gone('before')
    if (luck < (edge += weather.hang)) {
      note(`hangs: ${sql.slice(0, 40)}`)
      session.isHung = true
      session.hang()
      return session.ended.promise
    }
    if (between !== null && sql.includes(between.before)) {
      between.work()
      between = null
    }
    const arriving = storable(sql, values)
    if (isDoing && luck < (edge += weather.late)) {
      if (late.length < lateAtMost) late.push(() => work(arriving))
      throw gone('late')
    }
    if (!isWhole && luck < edge + weather.lie) {
      const lie = lied()
      if (lie !== null) {
        note(`lies: ${sql.slice(0, 40)}`)
        return lie.answer
      }
    }
    const done = await work(arriving)
    if (session.isEnded) throw gone('ended')
    if (isDoing && random.chance(weather.twice)) await work(arriving).catch(() => undefined)
    if (random.chance(weather.cut / 2)) throw gone('after')
    return done
  }

  /** What is answered of a question instead of what is so; undefined: nothing is made up of this. */
  function liedRow(sql: string): unknown {
    const tip = random.int(0, 255).toString(16).padStart(16, '0')
    if (sql.includes('position_v1'))
      return random.pick([
        { seq: 0, tip: '', now: 0 },
        { seq: random.int(0, 40), tip, now: 0 },
        { seq: 'x' },
      ])
    if (sql.includes('missing_v1'))
      return random.pick([{ thing: 'sale nowhere', refused: '22003' }, { thing: 'x' }, {}])
    if (sql.includes('share_v1'))
      return random.pick([
        { anew: false, seq: random.int(0, 9), tip, docs: [], more: false },
        { anew: true, seq: 0, tip: '', docs: [{ kind: 'future', by: 1 }], more: true },
        { anew: 'yes' },
      ])
    if (sql.includes('others_v1') || sql.includes('orders_v1')) return { name: null }
    return undefined
  }

  /** A connection as its register has it. */
  function wrap(hub: HubConnection, session: Session): HubConnection {
    let isWhole = false
    return {
      rows: (row, sql, values = []) =>
        asked(
          { session, sql, values, isWhole },
          (arriving) => hub.rows(row, sql, arriving),
          () => {
            const lie = liedRow(sql)
            if (lie === undefined) return null
            const parsed = z.array(row).safeParse([lie])
            // As a connection says it (electron/hub/connect.ts).
            if (!parsed.success) throw new Failure('HUB_FAILED', { reason: 'nonsense' })
            return { answer: parsed.data }
          },
        ),
      run: (sql, values = []) =>
        asked(
          { session, sql, values, isWhole },
          (arriving) => hub.run(sql, arriving),
          // It says that it has it, and has not.
          () => ({ answer: undefined }),
        ),
      async transaction(work) {
        isWhole = true
        try {
          const done = await hub.transaction(work)
          if (random.chance(weather.cut / 2)) throw gone('after its end')
          return done
        } finally {
          isWhole = false
        }
      },
      close: () => hub.close(),
    }
  }

  return {
    wrap,
    set: (next: LineWeather) => void (weather = next),
    refuse: (which: Refuses) => void (refuses = which),
    goDown: (down: boolean) => void (isDown = down),
    isDown: () => isDown,
    /** Before the next such question something else happens. */
    comesBetween: (next: typeof between) => void (between = next),
    weather: () => weather,
    /** What was given up comes now, in any order. */
    async arrive(): Promise<void> {
      const order = late.splice(0).map((work) => ({ work, at: random.next() }))
      if (order.length > 0) note(`${order.length} come late`)
      for (const { work } of order.toSorted((one, other) => one.at - other.at))
        await work().catch((caught: unknown) => {
          if (!(caught instanceof Failure)) throw caught
        })
    },
  }
}
