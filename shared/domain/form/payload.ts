import type { Profile } from '../../contract/connection.ts'
import { Failure } from '../../errors.ts'
import type { FormValues } from './form.ts'
import { NumberText, parseExact } from '../text/json.ts'
import { decimalFromMinor, minorFromDecimal, type Money } from '../money/money.ts'
import { encodeField, type SaleForm } from './sale-form.ts'

/** Everything that decides what is sent for a product. */
export interface PayloadSource {
  productId: string
  form: SaleForm
  values: FormValues
  profile: Pick<Profile, 'country' | 'valuesAs' | 'apiVersion' | 'deviceId' | 'position'>
}

/** The exact JSON text of a query body (contract, Endpoints 4). */
export function queryBody(source: PayloadSource): string {
  return object([['data', dataOf(source)], ...markers(source)])
}

/**
 * The exact JSON text of a sell body (contract, Endpoints 3; the service's documentation, examples of sell).
 * `id` is `_id`, chosen by us; find looks the sale up by it. A quote's `sign` is not sent: the contract returns it and
 * never says that it is.
 */
export function sellBody(source: PayloadSource, id: string): string {
  const { deviceId, position } = source.profile
  const parts: Member[] = [
    ['data', dataOf(source)],
    ...markers(source),
    ['_id', JSON.stringify(id)],
    ['_geolocation', JSON.stringify(position)],
  ]
  if (deviceId !== '') parts.push(['_deviceId', JSON.stringify(deviceId)])
  return object(parts)
}

/**
 * Throws AMOUNT_DIFFERS unless what a sell body says as its `amount`, where it says one, reads as just this amount: a
 * field that nobody types into goes back as it came, whatever it holds.
 */
export function mustSayAmount(source: PayloadSource, amount: Money): void {
  const json = fieldsOf(source).get('amount')
  if (json === undefined) return
  const said = parseExact(json)
  const isOne = typeof said === 'string' || said instanceof NumberText
  const sent = isOne ? String(said) : json
  if (isOne && minorFromDecimal(sent) === amount.minor) return
  throw new Failure('AMOUNT_DIFFERS', {
    sent: sent.length > 40 ? `${sent.slice(0, 40)}…` : sent,
    amount: decimalFromMinor(amount.minor),
  })
}

/** A member of an object: its name and its value's exact JSON. */
type Member = [name: string, json: string]

/** `data`: the product, the fields of the form and those carried; never one that nobody declared. */
function dataOf(source: PayloadSource): string {
  const { productId, profile } = source
  const fields = fieldsOf(source)
  fields.delete('productId')
  return object([['productId', productIdJson(productId, profile.valuesAs)], ...fields])
}

/** The fields carried and those of the form, by their names. */
function fieldsOf({ form, values, profile }: PayloadSource): Map<string, string> {
  const fields = new Map<string, string>(form.carried.map(({ name, json }) => [name, json]))
  for (const input of form.inputs) {
    const json = encodeField(form, input, values, profile)
    if (json === null) fields.delete(input.name)
    else fields.set(input.name, json)
  }
  return fields
}

/** The contract says a string; the payloads seen hold a number. */
function productIdJson(productId: string, valuesAs: Profile['valuesAs']): string {
  const isNumber = /^(0|[1-9]\d*)$/.test(productId)
  return valuesAs === 'numbers' && isNumber ? productId : JSON.stringify(productId)
}

function markers({ profile }: PayloadSource): Member[] {
  const channel: Member = ['_channel', '"WS"']
  return profile.apiVersion === ''
    ? [channel]
    : [channel, ['_version', JSON.stringify(profile.apiVersion)]]
}

/** Writes members as they are: numbers keep every digit that the service gave them. */
function object(members: Iterable<Member>): string {
  return `{${[...members].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`
}
