import { keyName, keysOf } from './keys.ts'

/**
 * Whether a key writes down what stands in a form, from whichever of its fields: Enter alone goes on to the next one in
 * most. Asked while the event comes down, before the field itself.
 */
export function isWriteKey(event: KeyboardEvent): boolean {
  return !event.isComposing && keyName(event) === keysOf('write')
}
