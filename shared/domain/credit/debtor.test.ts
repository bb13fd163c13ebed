import fc from 'fast-check'
import { expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { aboveLimit, calledAs, exposureOf, standingsOf, type Debtor } from './debtor.ts'
import { familyOf, isAsCash } from '../product/family.ts'
import { inputSample } from '../testing/input-sample.ts'
import { typedDebtor } from './typed-debtor.ts'

const cop = (minor: number) => money(minor, 'COP')
const line = fc.record({
  at: fc.nat(1000),
  amount: fc.record({
    minor: fc.integer({ min: -1_000_000, max: 1_000_000 }).filter((minor) => minor !== 0),
    currency: fc.constantFrom('COP', 'USD'),
  }),
})

it('owes the sum of its lines in each currency, whatever their order, since the oldest that is not covered', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const standings = standingsOf(lines, [])
      expect(standingsOf(lines.toReversed(), [])).toEqual(standings)
      for (const { owed, since } of standings) {
        const own = lines.filter(({ amount }) => amount.currency === owed.currency)
        expect(owed.minor).toBe(own.reduce((sum, { amount }) => sum + amount.minor, 0))
        expect(since === null).toBe(owed.minor <= 0)
        if (since === null) continue
        // All that was owed before is paid by all that was ever paid; with that moment's debts it is not.
        const until = (at: number) =>
          own
            .filter(({ amount, ...one }) => amount.minor < 0 || one.at <= at)
            .reduce((sum, { amount }) => sum + amount.minor, 0)
        expect([until(since - 1) <= 0, until(since) > 0]).toEqual([true, true])
      }
    }),
    { numRuns: 100 },
  )
})

it('counts open sales against a limit, and tells by how much it would be passed', () => {
  const debtor: Debtor = {
    ...{ id: 'd', number: 3, name: 'Rosa', phone: '', createdAt: 1, isErased: false },
    limit: cop(100_000),
  }
  const standings = standingsOf([{ at: 1, amount: cop(40_000) }], [cop(30_000)])
  expect(exposureOf(standings, 'COP')).toEqual(cop(70_000))
  expect(aboveLimit({ debtor, standings }, cop(30_000))).toBeNull()
  expect(aboveLimit({ debtor, standings }, cop(30_001))).toEqual(cop(1))
  expect(aboveLimit({ debtor: { ...debtor, limit: null }, standings }, cop(9e9))).toBeNull()
  expect([calledAs(debtor), calledAs({ name: '', number: 3 })]).toEqual(['Rosa', 'N.º 3'])
})

it('knows deposits and betting by name or category, by what a form says, and by the account that it asks for', () => {
  const asked = [
    ['Depósito a Bancolombia', 'Bancos'],
    ['Consignación', ''],
    ['BetPlay', 'Apuestas deportivas'],
    ['Recarga', 'Recargas'],
    ['Factura de luz', 'Recaudos'],
    ['Plan Bettina', 'Paquetes'],
    ['Pronósticos', 'Juegos'],
  ] as const
  const found = asked.map(([name, category]) => isAsCash({ name, category }, null))
  // The same words tell the family that its button is named by.
  expect([familyOf('Bets deportivas'), familyOf('Consignaciones')]).toEqual(['recharge', 'deposit'])
  expect(found).toEqual([true, true, true, false, false, false, true])
  const game = { name: 'Gol Seguro', category: 'Juegos' }
  const form = (title: string, ...fields: string[]) => ({
    ...{ title, button: 'Continuar', inputs: fields.map((name) => inputSample(name)) },
  })
  expect(
    [
      form('Recargar apuestas', 'customerDocument', 'amount'),
      form('Pagos', 'accountType', 'accountNumber', 'amount'),
      form('Realizar recarga', 'customerCellphone', 'amount'),
    ].map((one) => isAsCash(game, one)),
  ).toEqual([true, true, false])
})

it('takes the phone out of what was typed for somebody new', () => {
  expect(
    ['Rosa Pérez 300 123 4567', ' Ana ', 'Luis 2', '3001234567', 'X'].map(typedDebtor),
  ).toEqual([
    { name: 'Rosa Pérez', phone: '300 123 4567' },
    { name: 'Ana', phone: '' },
    { name: 'Luis 2', phone: '' },
    null,
    null,
  ])
})
