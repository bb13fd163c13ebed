import type { InputDescriptor } from '../../../../shared/domain/form/form.ts'
import type { Writing } from '../field-text.ts'

/** What every control of a field is given. */
export interface ControlProps {
  id: string
  labelId: string
  describedBy?: string
  input: InputDescriptor
  text: string
  invalid: boolean
  disabled: boolean
  writing: Writing
}
