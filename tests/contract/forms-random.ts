import fc from 'fast-check'

// Forms as no honest service would send them, and some as one would.

const names = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('amount', 'reference', 'plan', 'months', 'a', 'b', 'c') },
  fc.constantFrom('customerQueryType', 'customerPaymentType', 'amount_1', 'amount_2', 'credits'),
  fc.constantFrom('customerCellphone', 'customerDocument', 'customerEmail', 'productId', 'flag'),
  fc.constantFrom('constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'),
  fc.string({ unit: 'binary', maxLength: 12 }),
)

const types = fc.oneof(
  fc.constantFrom('text', 'cellphone', 'amount', 'money', 'select', 'hidden', 'test'),
  fc.constantFrom('input-lender', 'date', 'SELECT', '', null, 7, {}),
  fc.string({ maxLength: 12 }),
)

const texts = fc.oneof(
  fc.constantFrom('1', '2', '0', '5000', '12.5', '1.234', '300 123 4567', 'true', 'false', ''),
  fc.constantFrom('4539125678901234', '453912••••••1234', '••••', '[]', '{}', '[{"nroCredito":7}]'),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constant('9'.repeat(300)),
)

const values = fc.oneof(
  { weight: 4, arbitrary: texts },
  fc.double(),
  fc.integer(),
  fc.constantFrom(null, true, false, 1e308, -0),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Snippets that write each other's fields, go round in circles, or attack. */
const snippets = fc.oneof(
  fc.constantFrom(
    "amount = plan == '1' ? amount_1 : 0",
    'a = b',
    'b = a; a = b',
    'a = a + a',
    'amount = amount * 2',
    'b = value; c = value; amount = value',
    'constructor = 1',
    '__proto__ = { a: 1 }',
    'a.constructor.constructor("x=1")()',
    'amount = 5; reference = "77"',
    'for (;;) {}',
    'toString = "x"',
    'amount =',
    null,
    7,
  ),
  fc.string({ maxLength: 30 }),
)

const mostly = <T, N>(arbitrary: fc.Arbitrary<T>, absent: N) =>
  fc.option(arbitrary, { freq: 2, nil: absent })

const options = fc.oneof(
  fc.array(
    fc.record(
      {
        label: values,
        value: values,
        eval: fc.oneof(fc.array(snippets, { maxLength: 4 }), values),
      },
      { requiredKeys: [] },
    ),
    { maxLength: 8 },
  ),
  values,
)

/** A descriptor as it may come over the wire: anything may be missing, null or of another kind. */
const descriptor = fc.record(
  {
    name: names,
    type: types,
    label: mostly(fc.oneof(fc.string(), values), null),
    value: values,
    required: fc.oneof(fc.boolean(), values),
    disabled: fc.oneof(fc.boolean(), values),
    icon: values,
    note: values,
    view: fc.constantFrom('query', 'query', 'other', null, 3),
    options,
    onChange: snippets,
    origin: fc.constantFrom('object', 'object', 'api', null),
    payloadSell: fc.oneof(fc.boolean(), values),
    title: values,
    Description: values,
    preQueryProcess: fc.oneof(
      fc.record({ check: names, method: fc.constantFrom('start', 'x'), complete: names }),
      values,
    ),
    extra: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: ['name', 'type'] },
)

export const inputs = fc.array(fc.oneof({ weight: 9, arbitrary: descriptor }, values), {
  maxLength: 12,
})

/** The data of a query's answer. */
export const quoteData = fc.record(
  {
    amountEditable: fc.oneof(fc.boolean(), values),
    Inputs: inputs,
    DefaultPayload: fc.oneof(
      fc.array(fc.oneof(fc.record({ name: names, value: values }), values), { maxLength: 3 }),
      values,
    ),
    Amount: fc.constantFrom(
      null,
      {},
      { cost: 900, incentive: null },
      { cost: '0', amount: '5000' },
    ),
    Error: fc.constantFrom(null, { message: null }, {}, { message: '' }),
    sign: values,
  },
  { requiredKeys: ['Inputs'] },
)

/** What a person types, field after field; also into fields that are not theirs. */
export const typing = fc.array(fc.tuple(fc.nat({ max: 11 }), texts), { maxLength: 8 })
