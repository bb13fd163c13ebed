import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { noPostgres } from './postgres.ts'

const program = fileURLToPath(new URL('three-registers.ts', import.meta.url))

test.skipIf(noPostgres !== null)(
  'three registers are shown selling, and one of them has sent what it sold',
  { timeout: 600_000 },
  async () => {
    const { stderr } = await promisify(execFile)(process.execPath, [program, '1'])
    const sold = [...stderr.matchAll(/^C\d +(Caja 1|Caja 2|Sucursal Norte) +unida +(\d)/gm)]
    expect(sold.map(([, name, sales]) => `${name} ${sales}`)).toEqual([
      ...['Caja 1 0', 'Caja 2 1', 'Sucursal Norte 0'],
    ])
  },
)
