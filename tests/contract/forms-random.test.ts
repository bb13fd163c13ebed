import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SaleProduct } from '../../shared/domain/sale/sale-product.ts'
import { createQuoteBook, preparedValues } from '../../electron/features/selling/quotes.ts'
import { canRestart, chargeOf, newDraft } from '../../renderer/features/selling/draft.ts'
import { asksNext, canConfirm, inputsOf, readForm } from '../../renderer/features/selling/draft.ts'
import { textOf, withQuote, type Draft } from '../../renderer/features/selling/draft.ts'
import { withChange } from '../../renderer/features/selling/form-change.ts'
import { readBackLines } from '../../renderer/features/selling/read-back.ts'
import { isGuarded } from '../../shared/domain/form/form-fields.ts'
import { formLogic } from '../../shared/domain/form/field-scripts.ts'
import type { FormValues } from '../../shared/domain/form/form.ts'
import { exactText, isRecord, parseExact } from '../../shared/domain/text/json.ts'
import { sellBody } from '../../shared/domain/form/payload.ts'
import { firstForm, type SaleForm } from '../../shared/domain/form/sale-form.ts'
import { Failure } from '../../shared/errors.ts'
import { inputs, quoteData, typing } from './forms-random.ts'
import { scriptedService } from './forms-service.ts'

// Whatever a service says its form is: it never crashes, sends nothing that nobody declared, and never
// another value for a field that nobody types into.

type Typing = [number, string][]
const writing = { country: 'CO', decimalSign: 'comma', currency: 'COP' } as const
const claims = Object.fromEntries(
  ['amount', 'amount_1', 'months', 'a', 'b', 'constructor', 'undeclared', 'productId', 'flag'].map(
    (name) => [name, 'claimed'],
  ),
)

/** Types into the form as a person would, and looks at everything that the window shows of it. */
function typeInto(draft: Draft, keys: Typing): Draft {
  return keys.reduce((now, [place, text], step) => {
    const fields = inputsOf(now)
    const name = fields[place % Math.max(1, fields.length)]?.name ?? 'nowhere'
    return look(withChange(now, name, text, `draft-${step}`, writing))
  }, look(draft))
}

function look(draft: Draft): Draft {
  const strict = { ...draft, strict: true }
  const shown = [
    ...inputsOf(draft).map((input) => textOf(draft, input, writing)),
    ...Object.values(readForm(strict, writing).values),
    ...readBackLines(draft, writing).flatMap(({ label, text }) => [label, text]),
  ]
  expect(shown.filter((text) => typeof text !== 'string')).toEqual([])
  const amounts = [chargeOf(draft, writing)?.amount.minor ?? 0, canConfirm(draft, writing) ? 1 : 0]
  expect(amounts.every(Number.isSafeInteger)).toBe(true)
  expect([canRestart(draft), asksNext(draft)].every((one) => typeof one === 'boolean')).toBe(true)
  return draft
}

/** What a body sends, by field, as exact JSON. */
function sentBy(body: string): Map<string, string> {
  const parsed = parseExact(body)
  const data = isRecord(parsed) ? parsed['data'] : null
  if (!isRecord(data)) throw new Error(`no data: ${body}`)
  return new Map(Object.entries(data).map(([name, value]) => [name, exactText(value)]))
}

/** Holds a body against the form that it was made of. */
function mustBeDeclared(body: string, form: SaleForm, values: FormValues): void {
  const sent = sentBy(body)
  sent.delete('productId')
  const carried = new Map(form.carried.map((field) => [field.name, field.json]))
  const { written } = formLogic(form.inputs, values)
  for (const [name, json] of sent) {
    const input = form.inputs.find((one) => one.name === name)
    if (!input) expect(carried.has(name) && same(carried.get(name) ?? '', json), name).toBe(true)
    else if (isGuarded(input) && !written.has(name)) {
      expect(same(input.value?.json ?? 'nothing', json), `${name} ${json}`).toBe(true)
    }
  }
}

const same = (one: string, other: string) => exactText(parseExact(one)) === other

const product = (form: SaleProduct['form']): SaleProduct => ({
  name: 'Azar',
  categoryName: 'Azar',
  tip: null,
  direction: 'in',
  price: null,
  form,
})

async function sellAtRandom(first: unknown, quotes: unknown[], keys: Typing[]): Promise<void> {
  const view = { title: 'T', form: { button: 'B', inputs: first } }
  const { service, bodies } = scriptedService([
    { id: 7, name: 'Azar', options: { view } },
    ...quotes,
  ])
  const detail = await service.getProduct('7')
  const { form: described } = detail
  const book = createQuoteBook({
    service: () => service,
    productForSale: async () => product(described),
    balance: () => null,
  })
  let draft: Draft = {
    ...newDraft({ id: '7', image: null, ...product(described) }, 'draft-1'),
    detail: {
      productId: '7',
      name: 'Azar',
      description: '',
      price: null,
      form: described,
      fetchedAt: 1,
      directionGuessed: false,
    },
  }
  const formOf = ({ quote }: Draft) =>
    quote
      ? book.find(quote.quoteId, '7', service.profile.id).form
      : firstForm(described?.inputs ?? [])
  for (const typed of keys) {
    draft = typeInto(draft, typed)
    const form = formOf(draft)
    const { values } = readForm(draft, writing)
    const quoteId = draft.quote?.quoteId ?? null
    const sentBefore = bodies.length
    try {
      const claimed = { ...values, ...guardedClaims(form) }
      const quote = await book.quote({ productId: '7', values: claimed, quoteId })
      draft = { ...look(withQuote(draft, quote)), stage: 'form' }
    } catch (caught) {
      if (!(caught instanceof Failure)) throw caught
    }
    for (const body of bodies.slice(sentBefore)) {
      mustBeDeclared(body, form, prepared(form, values))
    }
    mustBeDeclared(saleOf(formOf(draft), draft), formOf(draft), soldBy(draft, formOf(draft)))
  }

  function soldBy(draft: Draft, form: SaleForm): FormValues {
    return prepared(form, readForm(draft, writing).values)
  }

  function saleOf(form: SaleForm, draft: Draft): string {
    const values = { ...soldBy(draft, form), ...guardedClaims(form) }
    return sellBody({ productId: '7', form, values, profile: service.profile }, 'id')
  }
}

const prepared = (form: SaleForm, values: FormValues) =>
  preparedValues(form, values, 'CO', product(null))

/** Values claimed for fields that nobody types into, and for fields that nobody declared. */
const guardedClaims = (form: SaleForm): FormValues =>
  Object.fromEntries(
    Object.entries(claims).filter(([name]) => {
      const input = form.inputs.find((one) => one.name === name)
      return !input || isGuarded(input)
    }),
  )

test('random forms never crash, and send what was declared as it was given', async () => {
  const before = Object.getOwnPropertyNames(Object.prototype).join()
  const quotes = fc.array(quoteData, { minLength: 3, maxLength: 3 })
  const keys = fc.array(typing, { minLength: 1, maxLength: 3 })
  const sale = fc.asyncProperty(inputs, quotes, keys, sellAtRandom)
  await fc.assert(sale, { numRuns: 400 })
  expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before)
})
