import type { InputDescriptor } from '../form/form.ts'

/** For tests: an input of a form with everything unsaid left at what the service client makes of it. */
export function inputSample(
  name: string,
  changes: Partial<Omit<InputDescriptor, 'name' | 'value'>> & { value?: unknown } = {},
): InputDescriptor {
  const { value, ...rest } = changes
  return {
    name,
    type: 'text',
    rawType: rest.type ?? 'text',
    label: name,
    required: true,
    disabled: false,
    icon: null,
    note: null,
    view: null,
    options: [],
    onChange: null,
    origin: null,
    payloadSell: false,
    title: null,
    description: null,
    preQueryProcess: null,
    ...rest,
    value: value === undefined ? null : fieldValue(value),
  }
}

function fieldValue(value: unknown): { text: string; json: string } {
  const json = JSON.stringify(value)
  if (value === null) return { text: '', json }
  return { text: typeof value === 'string' ? value : json, json }
}
