import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeFolder } from '../folders.ts'
import { atMostBytes, mostBytes, packCompact } from './compact.ts'
import { makeWindows, node22, whyNoWine } from './wine.ts'

// The installer for Windows under Wine: what it leaves, what an upgrade changes and what an uninstall keeps. The app
// itself is run there by an older Node, as today's does not start under Debian's Wine.

const missing = whyNoWine()
if (missing !== null) process.stderr.write(`\nNOT RUN: the installer for Windows (${missing})\n\n`)

const folder = makeFolder('setup')
const [before, after] = ['0.0.9', '0.1.0']
const installed = 'AppData/Local/Programs/Mostrador'
const key = '[Software\\\\Microsoft\\\\Windows\\\\CurrentVersion\\\\Uninstall\\\\Mostrador]'
const links = [
  'AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Mostrador.lnk',
  'Desktop/Mostrador.lnk',
  'AppData/Local/Microsoft/WindowsApps/mostrador.cmd',
]

/** A certificate that signs, of nobody: a file of it and its password. */
function certificate() {
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  openssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=Mostrador'],
    ...[
      '-addext',
      'extendedKeyUsage=codeSigning',
      '-keyout',
      at('key.pem'),
      '-out',
      at('cert.pem'),
    ],
  )
  openssl(
    ...['pkcs12', '-export', '-inkey', at('key.pem'), '-in', at('cert.pem')],
    ...['-passout', 'pass:clave', '-out', at('cert.p12')],
  )
  return { WIN_CSC_LINK: at('cert.p12'), WIN_CSC_KEY_PASSWORD: 'clave' }
}

const isSigned = (file: string) =>
  execFileSync('osslsigncode', ['verify', '-CAfile', join(folder, 'cert.pem'), '-in', file])
    .toString()
    .includes('Signature verification: ok')

describe.skipIf(missing !== null)(`under Wine${missing ? `: ${missing}` : ''}`, () => {
  test('is installed, runs, is upgraded and uninstalled, and the data stay', async () => {
    const old = await packCompact('setup', before, join(folder, 'before'))
    const upgrade = await packCompact('setup', after, join(folder, 'after'), certificate())
    expect(await atMostBytes(old)).toBeLessThan(mostBytes)
    const windows = await makeWindows(join(folder, 'home'))
    const program = windows.at(`${installed}/Mostrador.exe`)
    const versions = () => readdirSync(windows.at(`${installed}/versions`))

    expect((await windows.run([old, '/S'])).code).toBe(0)
    const files = ['Mostrador.exe', 'launch.mjs', 'node.exe', 'uninstall.exe', 'versions']
    expect(readdirSync(windows.at(installed)).toSorted()).toEqual(files)
    for (const link of links) expect(existsSync(windows.at(link)), link).toBe(true)
    expect(windows.registry()).toContain(key)
    expect(windows.registry()).toContain(`"DisplayVersion"="${before}"`)
    // Its name is in its resources, and it opens no console; the other does.
    const resources = readFileSync(program).toString('utf16le')
    const shifted = readFileSync(program).subarray(1).toString('utf16le')
    expect(resources.includes('Mostrador') || shifted.includes('Mostrador')).toBe(true)
    expect([subsystemOf(program), subsystemOf(windows.at(`${installed}/node.exe`))]).toEqual([2, 3])

    const cli = windows.at(`${installed}/versions/${before}/cli.js`)
    const help = await windows.run([node22, `Z:${cli}`, '--help'])
    expect(help.out).toMatch(/mostrador (COMANDO|COMMAND)/)

    const data = windows.at('AppData/Roaming/Mostrador')
    mkdirSync(data, { recursive: true })
    writeFileSync(join(data, 'journal.db'), 'las ventas')

    expect((await windows.run([upgrade, '/S'])).code).toBe(0)
    expect(versions()).toEqual([after])
    expect(windows.registry()).toContain(`"DisplayVersion"="${after}"`)
    for (const file of [upgrade, program, windows.at(`${installed}/uninstall.exe`)]) {
      expect(isSigned(file), file).toBe(true)
    }

    // While it runs nothing of it is changed.
    copyFileSync(node22, program)
    const holding = windows.start([program, '-e', 'console.log(1); setTimeout(() => {}, 600_000)'])
    await expect.poll(holding.said).toContain('1')
    const busy = windows.start([old, '/S'])
    expect([await busy.code, versions()]).toEqual([2, [after]])
    await windows.kill()

    const later = windows.at('AppData/Local/Mostrador')
    for (const part of ['versions/0.2.0', 'feed']) mkdirSync(join(later, part), { recursive: true })
    await windows.run([windows.at(`${installed}/uninstall.exe`), '/S'])
    expect(existsSync(later)).toBe(false)
    expect(existsSync(windows.at(installed))).toBe(false)
    for (const link of links) expect(existsSync(windows.at(link)), link).toBe(false)
    expect(windows.registry()).not.toContain(key)
    expect(readFileSync(join(data, 'journal.db'), 'utf8')).toBe('las ventas')
  }, 600_000)
})

/** What Windows opens for a program: 2 a window of its own, 3 a console (PE, optional header, offset 68). */
function subsystemOf(file: string): number {
  const bytes = readFileSync(file)
  const header = bytes.readUInt32LE(0x3c)
  return bytes.readUInt16LE(header + 24 + 68)
}
