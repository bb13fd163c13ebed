import { z } from 'zod'

/** The input types the contract names (Resources, Input descriptor); any other is drawn as text. */
export const inputTypeSchema = z.enum([
  'text',
  'cellphone',
  'amount',
  'money',
  'select',
  'hidden',
  'test',
  'input-lender',
])

/**
 * A value as the service gave it: `json` is its exact JSON text (numbers keep every digit as they
 * came), `text` is what a person reads or types: the string itself, the number's source, "" for null, the JSON of
 * an object.
 */
const fieldValueSchema = z.object({
  text: z.string(),
  json: z.string(),
})
export type FieldValue = z.infer<typeof fieldValueSchema>

/** One choice of a select; `eval` is the contract's array of three strings, a client-side snippet. */
const inputOptionSchema = z.object({
  label: z.string(),
  value: z.string(),
  eval: z.array(z.string()).optional(),
})

/** One field of a form: products/get's first form and a quote's Inputs, made alike. */
export const inputDescriptorSchema = z.object({
  name: z.string(),
  type: inputTypeSchema,
  /** The type as the service wrote it; differs from `type` when it is unknown to us. */
  rawType: z.string(),
  label: z.string(),
  value: fieldValueSchema.nullable(),
  required: z.boolean(),
  disabled: z.boolean(),
  icon: z.string().nullable(),
  note: z.string().nullable(),
  view: z.string().nullable(),
  options: z.array(inputOptionSchema),
  onChange: z.string().nullable(),
  origin: z.string().nullable(),
  payloadSell: z.boolean(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  preQueryProcess: z
    .object({ check: z.string(), method: z.string(), complete: z.string() })
    .nullable(),
})
export type InputDescriptor = z.infer<typeof inputDescriptorSchema>

/** The first form of a product (products/get, options.view). */
export const productFormSchema = z.object({
  title: z.string(),
  button: z.string(),
  inputs: z.array(inputDescriptorSchema),
})
export type ProductForm = z.infer<typeof productFormSchema>

/** What the cashier typed or a form holds: field name → text. */
export const formValuesSchema = z.record(z.string(), z.string())
export type FormValues = z.infer<typeof formValuesSchema>
