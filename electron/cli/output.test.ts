import { expect, test } from 'vitest'
import { createOutput } from './output.ts'

test('words of a service are shown by a terminal, never obeyed; the document keeps them as they are', () => {
  const name = 'Recarga\u001b[2J\u0007\u202e'
  const said = (json: boolean) => {
    const lines: string[] = []
    const streams = {
      out: (text: string) => lines.push(text),
      err: (text: string) => lines.push(text),
    }
    const output = createOutput('es', json, streams)
    output.result({ name }, [name, 'a\u00a0b'])
    output.progress(name)
    output.error({ code: 'UNEXPECTED' }, `uno\n${name}`)
    return lines.join('')
  }
  expect(said(false)).toBe('Recarga [2J \na\u00a0b\nRecarga [2J \nuno\nRecarga [2J \n')
  expect(said(true)).toContain(JSON.stringify({ name }))
})
