import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { writeCode } from '../../electron/hub/address.ts'
import { makeFolder } from '../folders.ts'

// A code at a real terminal, which Python has: it is not shown, and may be longer than a terminal's own line.

const house = fileURLToPath(new URL('../..', import.meta.url))
const terminal = `
import os, pty, select, sys
code = sys.stdin.buffer.read() + b'\\r'
pid, fd = pty.fork()
if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
said = b''
while True:
    asked = b'code:' in said
    can_read, can_write, _ = select.select([fd], [fd] if asked and code else [], [])
    if can_write: code = code[os.write(fd, code[:512]):]
    if can_read:
        try: read = os.read(fd, 65536)
        except OSError: break
        if not read: break
        said += read
os.waitpid(pid, 0)
sys.stdout.buffer.write(said)
`

test.skipIf(process.platform === 'win32')('a code of any length is pasted, and not shown', () => {
  const url = 'postgres:///shop?host=/nowhere'
  const of = { url, login: 'mostrador_c1', password: 'p'.repeat(30), ca: 'certificate'.repeat(600) }
  const code = writeCode(of)
  expect(code.length).toBeGreaterThan(8192)
  const folder = makeFolder('hub-typed')
  const command = [process.execPath, 'electron/cli.ts', 'hub', 'join', '--data-dir', folder]
  const said = execFileSync('python3', ['-c', terminal, ...command, '--json'], {
    input: code,
    encoding: 'utf8',
    cwd: house,
    env: { ...process.env, LANG: 'en_US.UTF-8', LC_ALL: '' },
  })
  // All of it was understood: it is only that nobody is there.
  expect(said).toContain('"code":"HUB_UNREACHABLE"')
  expect(said).not.toContain(code.slice(0, 20))
})
