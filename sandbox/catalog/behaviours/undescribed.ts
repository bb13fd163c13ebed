import { ServiceError } from '../../http/envelope.ts'
import { charges, moneyInput, quotedInputs } from '../inputs.ts'
import { selectField } from '../fields.ts'
import { sentText } from '../data.ts'
import type { Behaviour } from '../types.ts'
import type { Field } from '../types.ts'

const refuse = (): never => {
  throw new ServiceError(400, 'validation.data', 'Faltan datos que este producto necesita')
}

/** A product whose form the service never describes, nor what it is worth. */
export const undescribed: Behaviour = {
  form: () => null,
  quote: (product) => ({ inputs: [], amountEditable: false, ...charges(product), error: null }),
  check: refuse,
}

/** The warehouses are known elsewhere: the list to choose from comes empty. */
const FIELDS: Field[] = [
  {
    ...selectField('warehouse', 'Bodega de recogida', [{ label: '', value: '' }]),
    input: { name: 'warehouse', type: 'select', label: 'Bodega de recogida', required: true },
  },
]

/** A product whose form holds a choice without anything to choose. */
export const halfDescribed: Behaviour = {
  form: () => FIELDS.map(({ input }) => ({ ...input, options: [] })),
  quote: (product, data) => ({
    inputs: [
      ...quotedInputs(FIELDS, data, false).map((input) => ({ ...input, options: [] })),
      moneyInput(Number(sentText(data, 'amount')) || 0, true),
    ],
    amountEditable: false,
    ...charges(product),
    error: null,
  }),
  check: refuse,
}
