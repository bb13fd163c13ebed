/** A field, a form or an answer as it goes over the wire: this service is not tidy about any of them. */
export type Loose = Record<string, unknown>

/** How a product of this service is asked for and sold. */
export interface Good {
  id: number
  name: string
  category: number
  kind: Kind
  /** Whole units of the currency. */
  price: number
}

export type Kind = (typeof kinds)[number]
export const kinds = ['topUp', 'bill', 'plan', 'late', 'odd'] as const

export const categoryCount = 80
export const goodCount = 10_000

const things: Record<Kind, string> = {
  topUp: 'Recarga Ñandú 📱',
  bill: 'Factura Énergía “El Niño”',
  plan: 'Plan televisión Cóndor 🦅',
  late: 'Certificado de tránsito',
  odd: 'Ünïcode & <b>signos</b> 日本',
}

/** Ten thousand products in eighty categories, the kinds one after the other. */
export const goods: readonly Good[] = Array.from({ length: goodCount }, (_, index) => {
  const kind = kinds[index % kinds.length] ?? 'odd'
  return {
    id: 1_000_000 + index,
    name: `${things[kind]} ${index}`,
    category: Math.floor(index / (goodCount / categoryCount)),
    kind,
    price: 1_000 + (index % 50) * 100,
  }
})

const byId = new Map(goods.map((good) => [String(good.id), good]))

export function goodOf(id: unknown): Good | undefined {
  return typeof id === 'string' || typeof id === 'number' ? byId.get(String(id)) : undefined
}

/** products/list: ids now as text, now as numbers; sorts as text, not in order, one of them missing. */
export function categoriesOf(): Loose[] {
  const categories = Array.from({ length: categoryCount }, (_, place): Loose => ({
    nuevo: true,
    Products: goods.filter(({ category }) => category === place).map(listed),
    name: `${place % 2 === 0 ? 'Categoría' : 'CATEGORÍA ☎'} ${place}`,
    ...(place === 79 ? {} : { sort: String(place * 10) }),
    id: place % 2 === 0 ? String(place) : place,
  }))
  return categories.reverse()
}

function listed(good: Good, index: number): Loose {
  const id = index % 2 === 0 ? String(good.id) : good.id
  const bare: Loose = { name: good.name, id }
  if (index % 3 === 0) return { ...bare, price: null, tip: null, image: null, description: null }
  if (index % 3 === 1) return { ...bare, tip: '3.50', colores: ['#fff', null], categoryId: 'x' }
  return { tip: 2.0, image: '', price: good.kind === 'late' ? String(good.price) : null, ...bare }
}

const phone: Loose = { type: 'cellphone', name: 'customerCellphone', label: 'Teléfono 📞', id: 9 }
const free: Loose = { label: 'Valor', type: 'amount', name: 'amount', value: null, required: null }
const reference: Loose = { name: 'reference', type: 'text', label: null, required: 'true', max: 20 }
const date: Loose = {
  type: 'date-picker',
  name: 'fechaVencimiento',
  label: 'Vencimiento',
  note: '🗓',
}

/** A choice whose logic no client can run: it asks the browser for something. */
const choice = (value: unknown): Loose => ({
  type: 'select',
  name: 'plan',
  label: 'Plan',
  options: [{ value: 1 }, { label: 'Año 🎉', value: '12', eval: ['window.open(1)', '', ''] }, null],
  onChange: 'fetch("/price").then(p => amount = p)',
  value,
})

/** The first form of a product; null: it has none, and only the quote says what it asks for. */
export function firstFormOf({ kind }: Good): unknown[] | null {
  switch (kind) {
    case 'topUp':
      return [phone, free]
    case 'bill':
      return [reference, date, { ...phone, required: false }]
    case 'plan':
      return [choice(undefined), { ...phone, required: 'false' }]
    case 'late':
      return null
    case 'odd':
      return [null, 'texto', { type: 'text' }, 7, [], free, { ...free, label: 'otro' }, odd, proto]
  }
}

const odd: Loose = {
  name: 'niño_año',
  type: { tipo: 'raro' },
  label: 5,
  icon: 5,
  view: 7,
  options: 'no',
}
const proto: Loose = { name: 'constructor', type: 'text', label: 'Constructor', required: 0 }

/** A quote's Inputs: everything that it knows as text, everything that it does not left out. */
export function quotedFormOf(good: Good, data: Loose): unknown[] {
  const sent = (field: Loose, more: Loose = {}): Loose => ({
    ...field,
    value: data[String(field['name'])] ?? null,
    ...more,
  })
  const price = String(good.price)
  const { amount } = data
  const fixed = { type: 'money', name: 'amount', label: 'Total', value: price, disabled: 'true' }
  const proof = {
    type: 'hidden',
    name: 'prueba',
    value: { n: 1.5, ñ: '✓' },
    payloadSell: 1,
    origin: 'object',
  }
  switch (good.kind) {
    case 'topUp':
      return [
        sent(free, { value: typeof amount === 'number' ? String(amount) : (amount ?? '0') }),
        sent(phone),
      ]
    case 'bill':
      return [proof, sent(reference, { disabled: 1 }), fixed]
    case 'plan':
      return [sent(choice(null)), { ...fixed, type: 'amount' }, sent({ ...phone, required: 0 })]
    case 'late':
      return [sent(reference), sent(phone), { ...fixed, value: good.price }]
    case 'odd':
      return [sent(free), sent(odd), sent(proto), proof, null]
  }
}
