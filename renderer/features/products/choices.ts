import type { Direction } from '../../../shared/domain/money/money.ts'
import {
  productNatureSchema,
  type ProductNature,
} from '../../../shared/domain/product/product-setting.ts'

/** What a select says for "nothing was said". */
export const unsaid = ''

export const directions = ['in', 'out'] as const satisfies readonly Direction[]
export const natures = productNatureSchema.options

/** What was chosen, or null for nothing said. */
export function choiceOfDirection(text: string): Direction | null {
  return directions.find((one) => one === text) ?? null
}

export function natureOf(text: string): ProductNature | null {
  return natures.find((one) => one === text) ?? null
}
