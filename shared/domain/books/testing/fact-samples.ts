import type { MonthFacts, OwnSaleFact, SaleFact } from '../facts.ts'

/** A month without anything in it. */
export const emptyMonth: MonthFacts = {
  ...{ month: '2026-10', branch: '01', connection: 'abc' },
  ...{ sales: [], movements: [], payouts: [], openings: [], closes: [], loads: [], typed: [] },
}

/** A top-up of 20.000 pesos made here for cash, of which the service told no balance, with what differs. */
export function saleFact(
  differs: Partial<SaleFact> = {},
  own: Partial<OwnSaleFact> | null = {},
): SaleFact {
  const amount = differs.amount ?? 2_000_000
  return {
    ...{ id: 'r1', day: '2026-10-05', product: 'topup', currency: 'COP', amount },
    ...{ outcome: 'done', direction: 'in', nature: 'collection' },
    own: own && {
      ...{
        total: amount,
        cost: null,
        incentive: null,
        change: null,
        tender: 'cash',
        first: null,
        via: '',
      },
      ...{ shift: 's1', late: false, paid: false },
      ...own,
    },
    ...differs,
  }
}
