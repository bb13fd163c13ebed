import { createEventHook } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import { documentWarning } from '../../../../shared/domain/identity/document.ts'
import { normalisePhone } from '../../../../shared/domain/identity/phone.ts'
import { toAppError, type AppError } from '../../../../shared/errors.ts'
import { call } from '../../../bridge/client.ts'
import { usePeople } from '../../../bridge/people.ts'
import { useSettings } from '../../../bridge/settings.ts'
import { isDone, type Draft } from '../draft.ts'
import { useDrafts } from '../drafts.ts'
import { isCalled, operatorsOf } from './operators.ts'
import { useRecharges } from './recharges.ts'

/** The newest sales to a number that are looked through for its last top-up. */
const looked = 20

/** The last top-up of a number. */
export interface LastRecharge {
  productName: string
  /** Epoch milliseconds. */
  at: number
}

/** A number typed before anything was chosen: with its operator it begins a top-up. */
export const useTypedNumber = defineStore('typed-number', () => {
  const drafts = useDrafts()
  const recharges = useRecharges()
  const people = usePeople()
  const text = ref('')
  /** The beginning of the operator's name. */
  const letters = ref('')
  const wanted = createEventHook()

  /** The number as it is sent; null while it is no phone of the country. */
  const phone = computed(() => normalisePhone(text.value, recharges.country))
  /** In Ecuador a document may read as a phone does. */
  const isDocument = computed(
    () =>
      recharges.country === 'EC' &&
      phone.value !== null &&
      documentWarning(phone.value, recharges.country) === null,
  )
  const operators = computed(() => operatorsOf(recharges.products))
  const offers = computed(() => operators.value.filter((one) => isCalled(one, letters.value)))
  /** Whether a number may begin a sale: the shop has top-ups, and none of its sales waits to be acknowledged. */
  const isOffered = computed(
    () =>
      recharges.products.length > 0 &&
      people.may('sell') &&
      !Object.values(drafts.drafts).some((draft) => isWaiting(draft)),
  )

  function clear(): void {
    text.value = ''
    letters.value = ''
  }
  // What the letters chose among is another number's by now.
  watch(phone, () => (letters.value = ''), { flush: 'sync' })

  /** Begins the top-up; the number stays where it cannot. */
  async function choose(product: (typeof recharges.products)[number]): Promise<void> {
    const { value } = phone
    if (value !== null && (await drafts.rechargeTo(product, value))) clear()
  }

  return {
    text,
    letters,
    phone,
    isDocument,
    offers,
    isOffered,
    clear,
    choose,
    /** A letter of the operator's name: none that leads nowhere, and the only one left is chosen. */
    async addLetter(letter: string): Promise<void> {
      const before = letters.value
      letters.value += letter
      const [only, ...more] = offers.value
      if (!only) letters.value = before
      else if (more.length === 0) await choose(only.product)
    },
    ...useLast(phone),
    /** Puts the keyboard into its field. */
    focus: () => wanted.trigger(null),
    onFocus: wanted.on,
  }
})

/** A sale that is out, or whose end has to be acted on: nothing else begins until somebody has. */
function isWaiting({ stage, sale }: Draft): boolean {
  if (stage === 'sending') return true
  return stage === 'result' && !isDone(sale)
}

/** What the number was last topped up with, where the owner lets it be told. */
function useLast(phone: { readonly value: string | null }) {
  const settings = useSettings()
  const recharges = useRecharges()
  const last = ref<LastRecharge | null>(null)
  const error = ref<AppError | null>(null)

  watch(
    () => phone.value,
    async (asked) => {
      last.value = null
      if (asked === null || !settings.current.offerRecent) return
      try {
        const { sales } = await call('selling.list', { text: asked, limit: looked })
        if (asked !== phone.value) return
        const known = new Set(recharges.products.map(({ id }) => id))
        const found = sales.find(
          (sale) => sale.phone === asked && sale.state === 'APPROVED' && known.has(sale.productId),
        )
        last.value = found ? { productName: found.productName, at: found.createdAt } : null
        error.value = null
      } catch (caught) {
        error.value = toAppError(caught)
      }
    },
  )
  return { last, error }
}
