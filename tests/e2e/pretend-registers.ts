import { z } from 'zod'
import type { CallInput } from '../../shared/contract/index.ts'
import type { HubState } from '../../shared/contract/upkeep/hub.ts'
import {
  cashiers,
  codeOf,
  hour,
  minute,
  salesOf,
  seenRegisters,
  soldBy,
} from '../../shared/contract/testing/many-registers.ts'
import type { OpenApp } from './open-app.ts'

// A window that looks at registers of a database that is not there.

/** Lets this window look at so many registers, of a database that is not there. */
export function pretendRegisters({ pretend }: Pick<OpenApp, 'pretend'>, count: number): void {
  pretendHub({ pretend }, { reader: { name: 'Rosa', branch: null, url: hubUrl } })
  pretend('branches.now', () => seenRegisters(count))
  pretend('branches.sold', (of) => soldBy(seenRegisters(count), isOneDay(of) ? 1 : 24))
  pretend('branches.sales', (of) => ({ sales: salesOf(seenRegisters(count), askedOf(of)) }))
  pretend('branches.closes', () => ({
    closes: Array.from({ length: 12 }, (_, index) => ({
      ...{ code: codeOf(index % count), shift: `closed-${index}`, cashier: cashiers[0] ?? null },
      ...{ closed: Date.now() - index * 24 * hour, number: 40 - index, currency: 'COP' },
      // Every third was closed without a count.
      expected: 18_500_000,
      counted: index % 3 === 2 ? null : 18_500_000 - index * 50_000,
      difference: index % 3 === 2 ? null : -index * 50_000,
    })),
  }))
}

const hubUrl = 'postgres://192.168.1.10:5432/tienda'

/** How this register stands with that database. */
export function pretendHub({ pretend }: Pick<OpenApp, 'pretend'>, state: Partial<HubState>): void {
  pretend('hub.state', () => ({ register: null, reader: null, ...state }))
}

type Own = NonNullable<HubState['register']>
export const ownRegister = (change: Partial<Own> = {}): Own => ({
  ...{ code: 'C1', name: 'Caja 1', url: hubUrl, left: 0, sentAt: Date.now() - minute },
  ...{ isSending: false, missing: [], replaced: 0, error: null },
  ...change,
})

function isOneDay(of: unknown): boolean {
  return fieldOf(of, 'from') === fieldOf(of, 'to')
}

function askedOf(of: unknown): Pick<CallInput<'branches.sales'>, 'what' | 'codes'> {
  const codes = z.array(z.string()).nullable().safeParse(fieldOf(of, 'codes'))
  const what = fieldOf(of, 'what')
  return {
    codes: codes.success ? codes.data : null,
    what: what === 'open' || what === 'text' ? what : 'days',
  }
}

const fieldOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined
