import { expect, test } from 'vitest'
import { inputSample } from '../../../shared/domain/testing/input-sample.ts'
import { createFormNotes } from './form-notes.ts'

test('notes each thing that nobody knows once, and nothing of what the contract shows', () => {
  const notes: string[] = []
  const { form, refused } = createFormNotes((text) => notes.push(text))
  const known = inputSample('credits', {
    ...{ type: 'input-lender', rawType: 'input-lender', view: 'query', origin: 'object' },
    preQueryProcess: { check: 'flag', method: 'start', complete: 'flag' },
  })
  form('7', [known], ['{"name":"branch","value":1}'])
  expect(notes).toEqual([])
  const odd = inputSample('when', { rawType: 'date-picker\n', view: 'modal', origin: 'api' })
  form('7', [odd], ['[]', '5'])
  form('7', [odd], ['[]', '5'])
  refused('7', new Map([['plan', { ok: false, reason: 'UNDECLARED', detail: 'nowhere' }]]))
  expect(notes).toEqual([
    'form of product 7: when: unknown type "date-picker ", drawn as text',
    'form of product 7: when: unknown view "modal", left aside',
    'form of product 7: when: unknown origin "api", left aside',
    'form of product 7: 2 items of DefaultPayload are not read and not sent',
    'form of product 7: plan: its logic did not run: UNDECLARED nowhere',
  ])
})
