import type { ServiceCountry, Field, WireInput, Option } from './types.ts'

/** A field from its descriptor, the pattern of its value and what is said when it is wrong. */
function field(input: WireInput, pattern: RegExp, message: string): Field {
  return { input: { required: true, ...input }, pattern, message }
}

export function cellphone(country: ServiceCountry): Field {
  return field(
    {
      type: 'cellphone',
      label: 'Celular del cliente',
      name: 'customerCellphone',
      icon: 'cellphone',
    },
    country === 'CO' ? /^3\d{9}$/ : /^09\d{8}$/,
    country === 'CO'
      ? 'El celular debe tener 10 dígitos y empezar por 3'
      : 'El celular debe tener 10 dígitos y empezar por 09',
  )
}

/** A document number; drawn as `text`, the type of document apart. */
export function document(label = 'Documento del cliente', type = 'text'): Field {
  return field(
    { type, label, name: 'customerDocument', icon: 'document' },
    /^[0-9A-Za-z]{5,15}$/,
    'El documento debe tener entre 5 y 15 letras o dígitos',
  )
}

/** The kinds of document that a Colombian payer has. */
export function documentType(): Field {
  return selectField('customerDocType', 'Tipo de documento', [
    { label: 'Cédula de ciudadanía', value: 'CC' },
    { label: 'Cédula de extranjería', value: 'CE' },
    { label: 'NIT', value: 'NI' },
  ])
}

export function email(): Field {
  return field(
    {
      type: 'text',
      label: 'Correo del cliente',
      name: 'customerEmail',
      icon: 'email',
      note: 'Allí llega el código comprado',
    },
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
    'El correo no es válido',
  )
}

export function reference(label = 'Número de referencia', note = 'Está en la factura'): Field {
  return field(
    { type: 'text', label, name: 'reference', icon: 'reference', note },
    /^[0-9A-Za-z-]{4,30}$/,
    'La referencia debe tener entre 4 y 30 letras o dígitos',
  )
}

export function barcode(): Field {
  return field(
    {
      type: 'text',
      label: 'Código de barras',
      name: 'barcode',
      icon: 'barcode',
      note: 'Léalo con el lector o escriba todos los dígitos',
    },
    /^[0-9()]{16,80}$/,
    'El código de barras debe tener entre 16 y 80 dígitos',
  )
}

export function plainText(
  name: string,
  label: string,
  pattern: RegExp,
  message: string,
  extra: Partial<WireInput> = {},
): Field {
  return field({ type: 'text', label, name, icon: 'text', ...extra }, pattern, message)
}

export function selectField(name: string, label: string, options: [Option, ...Option[]]): Field {
  const values = options.map((option) => option.value).filter((value) => value !== '')
  return field(
    { type: 'select', label, name, icon: 'list', options },
    new RegExp(`^(?:${values.join('|')})$`),
    `El campo ${name} debe ser uno de: ${values.join(', ')}`,
  )
}

export function accountType(): Field {
  return selectField('accountType', 'Tipo de cuenta', [
    { label: 'Ahorros', value: '1' },
    { label: 'Corriente', value: '2' },
    { label: 'Depósito electrónico', value: '3' },
  ])
}

export function accountNumber(): Field {
  return field(
    { type: 'text', label: 'Número de cuenta', name: 'accountNumber', icon: 'account' },
    /^\d{6,20}$/,
    'El número de cuenta debe tener entre 6 y 20 dígitos',
  )
}
