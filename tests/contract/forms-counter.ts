import { createPinia, setActivePinia } from 'pinia'
import { vi } from 'vitest'
import type { Features } from '../../electron/wiring.ts'
import { inputsOf, textOf } from '../../renderer/features/selling/draft.ts'
import { readCredits } from '../../shared/domain/form/credits.ts'
import { useDrafts } from '../../renderer/features/selling/drafts.ts'
import { kindOf } from '../../renderer/features/selling/field-text.ts'
import { useConnection } from '../../renderer/bridge/connection.ts'
import type { Reply } from '../../shared/contract/bridge.ts'
import { wholeCatalog, type CatalogProduct } from '../../shared/contract/catalog.ts'
import { calls } from '../../shared/contract/index.ts'
import type { FormValues, InputDescriptor } from '../../shared/domain/form/form.ts'
import type { Country } from '../../shared/domain/money/money.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { toAppError } from '../../shared/errors.ts'

/** The window's own drafts and forms without a window, over features in this process. */
export interface Counter {
  /** Types what a person would, asks, confirms and sells; answers what was typed, by field. */
  sell(product: CatalogProduct): Promise<{ typed: FormValues; sale: Sale }>
}

export async function openCounter(features: Features, country: Country): Promise<Counter> {
  vi.stubGlobal('window', {
    bridge: {
      async call(name: string, input: unknown): Promise<Reply> {
        try {
          const value = await answer(features, name, structuredClone(input))
          return { ok: true, value: structuredClone(value) }
        } catch (caught) {
          return { ok: false, error: toAppError(caught) }
        }
      },
      subscribe: () => () => undefined,
    },
  })
  setActivePinia(createPinia())
  await useConnection().follow()
  const drafts = useDrafts()
  const catalog = await wholeCatalog((input) => features.handlers['catalog.get'](input))
  const names = new Map(catalog.categories.map(({ id, name }) => [id, name]))

  /** Fills what is open and empty in the form on screen. */
  function fill(typed: FormValues): void {
    const inputs = drafts.current ? inputsOf(drafts.current) : []
    const byCard = inputs.some(({ name }) => name === 'customerQueryType')
    for (const input of inputs) {
      const draft = drafts.current
      if (!draft || input.disabled || kindOf(input) === 'hidden') continue
      if (textOf(draft, input, drafts.writing) !== '') continue
      const isCard = byCard && input.name === 'reference'
      const text = isCard ? '4539125678901234' : typedText(input, country)
      typed[input.name] = text
      drafts.type(input.name, text)
    }
  }

  return {
    async sell(product) {
      const typed: FormValues = {}
      const { price, ...rest } = product
      await drafts.open({ ...rest, price, categoryName: names.get(product.categoryId) ?? '' })
      for (let step = 0; step < 6 && drafts.current?.stage === 'form'; step += 1) {
        fill(typed)
        await drafts.goOn()
      }
      await drafts.sell()
      const { current } = drafts
      if (!current?.sale) {
        throw new Error(`${product.name}: ${current?.stage} ${JSON.stringify(current?.error)}`)
      }
      drafts.dismiss()
      return { typed, sale: current.sale }
    },
  }
}

/** The calls that the selling screen makes, parsed as the router does. */
function answer({ handlers }: Features, name: string, input: unknown): Promise<unknown> {
  switch (name) {
    case 'connection.state':
      return handlers['connection.state'](calls['connection.state'].input.parse(input))
    case 'catalog.product':
      return handlers['catalog.product'](calls['catalog.product'].input.parse(input))
    case 'selling.quote':
      return handlers['selling.quote'](calls['selling.quote'].input.parse(input))
    case 'selling.sell':
      return handlers['selling.sell'](calls['selling.sell'].input.parse(input))
    default:
      return Promise.reject(new Error(`the selling screen asked for ${name}`))
  }
}

/** What a person types into an empty field. */
function typedText(input: InputDescriptor, country: Country): string {
  const [firstCredit] = readCredits(input.value?.text ?? '') ?? []
  if (kindOf(input) === 'credit') return firstCredit?.json ?? ''
  const choice = input.options.find(({ value }) => value !== '')
  if (choice) return choice.value
  const texts: Record<string, string> = {
    amount: country === 'CO' ? '20000' : '20',
    customerEmail: 'cliente@ejemplo.com',
    customerName: 'Ana Ñandú',
    birthDate: '1990-01-31',
    period: '2026-10',
    barcode: '7701234567890123',
    accountNumber: '123456789',
  }
  if (kindOf(input) === 'phone') return country === 'CO' ? '3001234567' : '0991234567'
  return new Map(Object.entries(texts)).get(input.name) ?? '12345678'
}
