import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createElectronHost,
  electronOrigin,
  keepPagesAtHome,
  registerScheme,
} from '../../electron/host/electron/electron-host.ts'
import type { Host } from '../../electron/host/host.ts'
import { openSettingsFile } from '../../electron/host/system/settings-file.ts'
import { createLog } from '../../electron/log.ts'
import { makeFolder } from '../folders.ts'
import {
  dialog,
  FakeBrowserWindow,
  FakeContents,
  FakeNotification,
  FakeUtility,
  Menu,
  powerMonitor,
  protocol,
  session,
  shell,
} from './fake-electron.ts'

vi.mock('electron', async () => {
  const { fakeElectron } = await import('./fake-electron.ts')
  return { ...fakeElectron, default: fakeElectron }
})

let dataDir: string
let host: Host

const electronHost = () =>
  createElectronHost({
    dataDir,
    folder: '/app/out/main',
    log: createLog(dataDir),
    unsandboxed: false,
    language: () => 'es',
  })

beforeEach(() => {
  dataDir = makeFolder('electron-host')
  host = electronHost()
})
afterEach(async () => {
  await host.close()
  vi.unstubAllEnvs()
})

const page = new TextEncoder().encode('<p>page</p>')

function openWindow() {
  return host.openWindow({
    asset: async (path) => ({
      status: path === '/' ? 200 : 404,
      contentType: 'text/html',
      body: page,
    }),
    answer: async () => ({ ok: true, value: null }),
  })
}

async function served(url: string, method = 'GET'): Promise<Response> {
  const handler = session.defaultSession.schemes.get('app')
  if (!handler) throw new Error('app:// is not served')
  return handler(new Request(url, { method }))
}

describe('the page is shut in', () => {
  test('its renderer has a sandbox and its own world, and no Node', async () => {
    await openWindow()
    expect(FakeBrowserWindow.last?.options.webPreferences).toMatchObject({
      preload: '/app/out/preload/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      devTools: false,
    })
  })

  test('its own scheme is a secure origin that answers GETs with the policy', async () => {
    registerScheme()
    expect(protocol.privileged).toMatchObject([
      { scheme: 'app', privileges: { standard: true, secure: true } },
    ])
    await openWindow()
    const answer = await served(`${electronOrigin}/`)
    expect(await answer.text()).toBe('<p>page</p>')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect((await served(`${electronOrigin}/nothing`)).status).toBe(404)
    expect((await served(`${electronOrigin}/`, 'POST')).status).toBe(403)
    expect((await served('app://elsewhere/')).status).toBe(403)
  })

  test('it can go nowhere, open nothing and hold no <webview>', () => {
    keepPagesAtHome()
    const { webContents } = new FakeBrowserWindow({ webPreferences: {} })
    const stopped = (event: string, url: string) => {
      const preventDefault = vi.fn()
      webContents.emit(event, { url, preventDefault })
      return preventDefault.mock.calls.length > 0
    }
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
      expect(stopped(event, 'https://example.com/')).toBe(true)
      expect(stopped(event, 'file:///etc/passwd')).toBe(true)
      expect(stopped(event, 'app://elsewhere/')).toBe(true)
      expect(stopped(event, `${electronOrigin}/#/hoy`)).toBe(false)
    }
    expect(stopped('will-attach-webview', `${electronOrigin}/`)).toBe(true)
    expect(webContents.openHandler?.()).toEqual({ action: 'deny' })
  })

  test('no permission, device, download or request but its own', async () => {
    await openWindow()
    const own = session.defaultSession
    const asked = (permission: string, url: string) => {
      let allowed: boolean | null = null
      own.permissionRequest?.({}, permission, (yes) => (allowed = yes), { requestingUrl: url })
      expect(own.permissionCheck?.({}, permission, url)).toBe(allowed)
      return allowed
    }
    expect(asked('media', `${electronOrigin}/`)).toBe(false)
    expect(asked('geolocation', `${electronOrigin}/`)).toBe(false)
    expect(asked('openExternal', `${electronOrigin}/`)).toBe(false)
    expect(asked('clipboard-sanitized-write', `${electronOrigin}/`)).toBe(true)
    expect(asked('clipboard-sanitized-write', 'https://example.com/')).toBe(false)
    expect(own.devicePermission?.()).toBe(false)

    const cancelled = (url: string) => {
      let cancel: boolean | null = null
      own.beforeRequest?.({ url }, (decision) => (cancel = decision.cancel))
      return cancel
    }
    expect(cancelled('https://example.com/a.png')).toBe(true)
    expect(cancelled('http://127.0.0.1:3000/')).toBe(true)
    expect(cancelled('devtools://devtools/bundled/x.html')).toBe(true)
    expect(cancelled(`${electronOrigin}/assets/a.js`)).toBe(false)

    const preventDefault = vi.fn()
    own.emit('will-download', { preventDefault })
    expect(preventDefault).toHaveBeenCalled()
  })
})

describe('what the system does for it', () => {
  test('a crashed page is loaded again, and closing is told once', async () => {
    const window = await openWindow()
    const contents = FakeBrowserWindow.last?.webContents ?? new FakeContents()
    contents.emit('render-process-gone', {}, { reason: 'crashed' })
    expect(contents.reloads).toBe(1)
    expect(readFileSync(join(dataDir, 'mostrador.log'), 'utf8')).toContain('window: crashed')
    window.focus()
    expect(FakeBrowserWindow.last?.focused).toBe(1)
    FakeBrowserWindow.last?.destroy()
    await window.closed
    window.emit('selling.openCount', { count: 1 })
  })

  test('a page that goes on crashing is loaded again three times a minute, then a person is asked', async () => {
    const window = await openWindow()
    const contents = FakeBrowserWindow.last?.webContents ?? new FakeContents()
    const crash = () => contents.emit('render-process-gone', {}, { reason: 'crashed' })
    for (let time = 0; time < 5; time += 1) crash()
    expect(contents.reloads).toBe(3)
    expect(dialog.questions).toMatchObject([{ buttons: ['Abrir de nuevo', 'Cerrar'] }])
    dialog.questions.pop()?.press(0)
    await expect.poll(() => contents.reloads).toBe(4)
    for (let time = 0; time < 5; time += 1) crash()
    expect(contents.reloads).toBe(7)
    dialog.questions.pop()?.press(1)
    await window.closed
  })

  test('a page that did not load is one that crashed; a load that another one ended is not', async () => {
    await openWindow()
    const contents = FakeBrowserWindow.last?.webContents ?? new FakeContents()
    contents.emit('did-fail-load', {}, -2, 'ERR_FAILED', `${electronOrigin}/`, true)
    contents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', `${electronOrigin}/`, true)
    contents.emit('did-fail-load', {}, -2, 'ERR_FAILED', `${electronOrigin}/`, false)
    expect(contents.reloads).toBe(1)
    expect(readFileSync(join(dataDir, 'mostrador.log'), 'utf8')).toContain('ERR_FAILED (-2)')
  })

  test('the window opens where it was left', async () => {
    await openWindow()
    expect(FakeBrowserWindow.last?.options).toMatchObject({
      name: 'mostrador',
      windowStatePersistence: true,
    })
  })

  test('saving asks in the documents folder', async () => {
    expect(await host.chooseSave('Ventas 2026-10.xlsx')).toEqual({ kind: 'cancelled' })
    dialog.answer = { canceled: false, filePath: '/tmp/v.xlsx' }
    expect(await host.chooseSave('Ventas 2026-10.xlsx')).toEqual({
      kind: 'chosen',
      path: '/tmp/v.xlsx',
    })
    expect(dialog.asked).toMatchObject({
      defaultPath: '/home/tienda/documents/Ventas 2026-10.xlsx',
    })
  })

  test('files are opened and shown by the shell, and its refusal is an error', async () => {
    await host.openPath('/tmp/v.xlsx')
    await host.showInFolder('/tmp/v.xlsx')
    expect([shell.opened, shell.shown]).toEqual([['/tmp/v.xlsx'], ['/tmp/v.xlsx']])
    await host.openUrl('https://pay.example/1?a=b')
    expect(shell.browsed).toEqual(['https://pay.example/1?a=b'])
    await expect(async () => host.openUrl('file:///etc/passwd')).rejects.toMatchObject({
      error: { code: 'URL_INVALID' },
    })
    await host.openChat({ number: '573001234567', text: 'Total: $ 5.000' })
    expect(shell.browsed.at(-1)).toBe('https://wa.me/573001234567?text=Total%3A%20%24%205.000')
    await expect(async () =>
      host.openChat({ number: '573001234567@ejemplo.com/', text: '' }),
    ).rejects.toMatchObject({ error: { code: 'URL_INVALID' } })
    shell.problem = 'no program'
    await expect(host.openPath('/tmp/v.xlsx')).rejects.toMatchObject({
      error: { code: 'UNEXPECTED', params: { reason: 'no program' } },
    })
  })

  test('waking up, notifications and the proxy come from the system', async () => {
    let woken = 0
    const stop = host.onResume(() => (woken += 1))
    powerMonitor.emit('resume')
    stop()
    powerMonitor.emit('resume')
    expect(woken).toBe(1)
    await openWindow()
    host.notify('Venta', 'Aprobada')
    const shown = FakeNotification.shown.at(-1)
    expect(shown?.options).toEqual({ title: 'Venta', body: 'Aprobada' })
    expect(FakeBrowserWindow.last?.focused).toBe(0)
    shown?.emit('click')
    expect(FakeBrowserWindow.last?.focused).toBe(1)
    session.defaultSession.proxyAnswer = 'PROXY proxy.tienda:8080; DIRECT'
    expect(await host.proxyFor('https://service.example')).toBe('http://proxy.tienda:8080')
  })

  test('the environment names the proxy before the system does', async () => {
    session.defaultSession.proxyAnswer = 'PROXY proxy.tienda:8080; DIRECT'
    vi.stubEnv('HTTPS_PROXY', 'http://proxy.entorno:3128')
    vi.stubEnv('NO_PROXY', 'cerca.example')
    expect(await host.proxyFor('https://service.example')).toBe('http://proxy.entorno:3128')
    expect(await host.proxyFor('https://cerca.example')).toBeNull()
  })

  test('what can be edited has its menu, in the language of the app, with what can be done', async () => {
    await openWindow()
    const contents = FakeBrowserWindow.last?.webContents ?? new FakeContents()
    const editFlags = { canCut: false, canCopy: true, canPaste: true, canSelectAll: true }
    contents.emit('context-menu', {}, { editFlags, isEditable: true, selectionText: '' })
    expect(Menu.popped.at(-1)).toEqual([
      { role: 'cut', label: 'Cortar', enabled: false },
      { role: 'copy', label: 'Copiar', enabled: true },
      { role: 'paste', label: 'Pegar', enabled: true },
      { type: 'separator' },
      { role: 'selectAll', label: 'Seleccionar todo', enabled: true },
    ])
    contents.emit('context-menu', {}, { editFlags, isEditable: false, selectionText: 'A1' })
    expect(Menu.popped.at(-1)).toEqual([{ role: 'copy', label: 'Copiar', enabled: true }])
    const before = Menu.popped.length
    contents.emit('context-menu', {}, { editFlags, isEditable: false, selectionText: ' ' })
    expect(Menu.popped).toHaveLength(before)
  })

  test('the test service is a utility process that says where it listens', async () => {
    const starting = host.startSandbox('EC')
    const child = FakeUtility.last
    child?.stdout.write('{"url":"http://127.0.0.1:4000","token":"t"}\n')
    expect(await starting).toEqual({ url: 'http://127.0.0.1:4000', token: 't' })
    expect(child?.args.join(' ')).toMatch(/--currency USD --history-from \d{4}-\d\d-01 /)
    await host.close()
    expect(child?.killed).toBe(true)
  })

  test('a test service that ends instead is SANDBOX_FAILED', async () => {
    const starting = host.startSandbox('CO')
    FakeUtility.last?.emit('exit', 3)
    await expect(starting).rejects.toMatchObject({
      error: { code: 'SANDBOX_FAILED', params: { reason: 'exit 3' } },
    })
  })

  test('what a test service complains of is read, and said when it ends', async () => {
    const starting = host.startSandbox('CO')
    const child = FakeUtility.last
    // More than a pipe holds: unread it would stop the service.
    child?.stderr.write('x'.repeat(200_000))
    child?.stderr.write('the port is taken\n')
    expect(child?.stderr.readableLength).toBe(0)
    child?.emit('exit', 1)
    const caught: unknown = await starting.catch((failure: unknown) => failure)
    expect(caught).toMatchObject({ error: { code: 'SANDBOX_FAILED' } })
    expect(JSON.stringify(caught)).toContain('the port is taken')
  })

  test('the keyring is asked by a utility process, with no secret among its arguments', async () => {
    const child = host.forkKeyring()
    const fake = FakeUtility.last
    expect([fake?.program, fake?.args]).toEqual(['/app/out/main/keyring-process.js', []])
    const request = { action: 'write', account: 'a', secret: 's3cret' }
    child.post(request)
    expect(fake?.posted).toEqual([request])
    fake?.emit('message', { secret: null })
    expect(await child.answer).toEqual({ secret: null })
    child.kill()
    expect(fake?.killed).toBe(true)
    fake?.emit('exit', 1)
    expect(await child.ended).toBe('exit 1')
  })

  test('the packaged program cannot be run as plain Node', () => {
    expect(readFileSync('electron-builder.yml', 'utf8')).toMatch(/^ {2}runAsNode: false$/m)
  })

  test('settings are the very file of the other window, for the owner alone', () => {
    host.settings.set('profiles.active', { a: 1 })
    expect(openSettingsFile(dataDir).get('profiles.active')).toEqual({ a: 1 })
    openSettingsFile(dataDir).set('settings', { language: 'en' })
    const again = electronHost()
    expect(again.settings.get('settings')).toEqual({ language: 'en' })
    expect(again.settings.get('profiles')).toBeUndefined()
    expect(statSync(join(dataDir, 'settings.json')).mode & 0o777).toBe(0o600)
  })
})
