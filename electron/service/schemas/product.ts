import { z } from 'zod'
import { inputTypeSchema, type InputDescriptor } from '../../../shared/domain/form/form.ts'
import type { FieldValue, ProductForm } from '../../../shared/domain/form/form.ts'
import { exactText, isRecord } from '../../../shared/domain/text/json.ts'
import { most } from '../answers/bounds.ts'
import * as lenient from '../answers/lenient.ts'
import type { Category, ProductDetail } from '../service.ts'

/** A value with its exact JSON text; null when there is none at all. */
function toFieldValue(value: unknown): FieldValue | null {
  if (value === undefined) return null
  const json = exactText(value)
  if (value === null) return { text: '', json }
  return { text: lenient.toText(value) ?? json, json }
}

const option = z
  .object({ label: lenient.text, value: z.unknown().optional(), eval: z.unknown().optional() })
  .transform((item) => {
    const value = toFieldValue(item.value)?.text ?? ''
    const snippet = Array.isArray(item.eval)
      ? item.eval.map((part) => lenient.toText(part) ?? '')
      : null
    return { label: item.label || value, value, ...(snippet && { eval: snippet }) }
  })

const preQueryProcess = lenient.field((value) => {
  if (!isRecord(value)) return null
  const part = (name: string) => lenient.toText(value[name]) ?? ''
  return { check: part('check'), method: part('method'), complete: part('complete') }
})

/**
 * One input (contract, Input descriptor). Where `required` is not said, `requiredByDefault` holds:
 * products/get never says it, and its fields are all needed.
 */
function inputDescriptor(requiredByDefault: boolean): z.ZodType<InputDescriptor> {
  return z
    .object({
      name: lenient.id,
      type: lenient.text,
      label: lenient.text,
      value: lenient.field(toFieldValue),
      required: lenient.field((value) => lenient.toFlag(value) ?? requiredByDefault),
      disabled: lenient.field((value) => lenient.toFlag(value) ?? false),
      icon: lenient.textOrNull,
      note: lenient.textOrNull,
      view: lenient.textOrNull,
      options: lenient.readable(option),
      onChange: lenient.textOrNull,
      origin: lenient.textOrNull,
      payloadSell: lenient.field((value) => lenient.toFlag(value) ?? false),
      title: lenient.textOrNull,
      Description: lenient.textOrNull,
      description: lenient.textOrNull,
      preQueryProcess,
    })
    .transform(({ Description, description, type, ...input }) => ({
      ...input,
      type: inputTypeSchema.safeParse(type.trim()).data ?? 'text',
      rawType: type,
      description: Description ?? description,
    }))
}

/** Of fields with one name only the first can be drawn and sent: our reading. */
function firstOfEachName(inputs: InputDescriptor[]): InputDescriptor[] {
  const seen = new Set<string>()
  return inputs.filter(({ name }) => !seen.has(name) && seen.add(name))
}

/** Whether nothing is left out for its size: a form that lacks a choice, or a field, is not that form. */
function areFew(inputs: InputDescriptor[]): boolean {
  return inputs.reduce((sum, { options }) => sum + options.length, 0) <= most.options
}

/** The inputs of a quote; those without a name cannot be sent and are left out. */
export const queryInputs = lenient
  .readable(inputDescriptor(false), most.inputs)
  .refine(areFew)
  .transform(firstOfEachName)

const formInputs = lenient
  .readableList(inputDescriptor(true), most.inputs)
  .refine(areFew)
  .transform(firstOfEachName)

function toForm(options: unknown): ProductForm | null {
  const view = lenient.toRecord(lenient.toRecord(options)['view'])
  const form = lenient.toRecord(view['form'])
  const inputs = formInputs.safeParse(form['inputs'])
  if (!inputs.success) return null
  return {
    title: lenient.toText(view['title']) ?? '',
    button: lenient.toText(form['button']) ?? '',
    inputs: inputs.data,
  }
}

const productFields = (currency: string) => ({
  id: lenient.id,
  name: lenient.text,
  description: lenient.text,
  image: lenient.textOrNull,
  // Shown only; what is charged comes from the quote. So a price that cannot be read is no price,
  // and neither is 0: products/get has no other number to say that the price is not fixed.
  price: lenient.field((value) => {
    const price = lenient.toMoney(value, currency)
    return price?.minor === 0 ? null : price
  }),
})

/** products/get (contract, Endpoints 6). */
export function productDetail(currency: string): z.ZodType<ProductDetail> {
  return z
    .object({ ...productFields(currency), options: z.unknown().optional() })
    .transform(({ options, ...product }) => ({ ...product, form: toForm(options) }))
}

/** The categories of products/list in their order (contract, Endpoints 5). */
export function categories(currency: string): z.ZodType<Category[]> {
  const product = z.object({ ...productFields(currency), tip: lenient.textOrNull })
  const category = z
    .object({
      id: lenient.id,
      name: lenient.text,
      sort: lenient.field((value) => Number(lenient.toText(value) ?? Number.NaN)),
      Products: lenient.readable(product),
    })
    .transform(({ Products, sort, ...rest }) => ({
      ...rest,
      // Without a place of its own a category comes last.
      sort: Number.isFinite(sort) ? sort : Number.MAX_SAFE_INTEGER,
      products: Products,
    }))
  return lenient
    .readableList(category, most.categories)
    .transform((list) => list.toSorted((a, b) => a.sort - b.sort))
}
