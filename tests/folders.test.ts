import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeFolder, removeFolder } from './folders.ts'

/** Writes into the folder until its standard input ends, and 300 ms longer. */
const writer = `
  const { writeFileSync, mkdirSync } = require('node:fs')
  let n = 0
  const write = () => {
    mkdirSync(process.argv[1] + '/deep', { recursive: true })
    for (let i = 0; i < 20; i += 1) writeFileSync(process.argv[1] + '/deep/' + (n += 1), '')
  }
  write()
  setInterval(write, 0)
  process.stdin.on('end', () => setTimeout(() => process.exit(), 300)).resume()
  process.stdout.write('ready')
`

test('a folder goes only after the last process that writes in it', async () => {
  const folder = makeFolder('written')
  const child = spawn(process.execPath, ['-e', writer, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const ended = once(child, 'exit')
  child.stdin.end()
  await removeFolder(folder)
  await ended
  expect(existsSync(folder)).toBe(false)
})
