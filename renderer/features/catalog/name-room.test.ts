import { expect, test } from 'vitest'
import { fitsTwoLines } from './name-room.ts'

test.each([
  ['Retiro Cooperativa Sumak', 130, true],
  ['Retiro Cooperativa Sumak', 100, false],
  ['Recarga internacional Puente', 146, true],
  ['Recarga internacional Puente', 110, false],
  ['Retiro Billetera Pía', 93, true],
  ['Andina ilimitado por 30 días', 108, true],
  ['Banco Nogal: tarjetas y créditos', 116, true],
  ['WWWWWWWW', 93, false],
  ['Electrodomésticos', 80, false],
  ['', 10, true],
])('whether «%s» stands in two lines of %i pixels', (name, width, fits) => {
  expect(fitsTwoLines(name, width, 13)).toBe(fits)
})
