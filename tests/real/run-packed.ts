import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { channels } from '../../electron/ipc/channels.ts'
import { FakeBrowserWindow, invokeAs, session } from '../contract/fake-electron.ts'
import { electron } from './electron-stand-in.ts'

// Starts a packed app that stands anywhere (`run-packed.ts APP --data-dir DIR`), and answers over Node's channel what
// its window would ask.

const standIn = 'stand-in:electron'
const source = [
  `import { electron } from ${JSON.stringify(new URL('./electron-stand-in.ts', import.meta.url))}`,
  'export default electron',
  ...Object.keys(electron).map((name) => `export const ${name} = electron.${name}`),
].join('\n')
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: standIn, shortCircuit: true } : next(name, context),
  load: (url, context, next) =>
    url === standIn ? { format: 'module', source, shortCircuit: true } : next(url, context),
})

const questionSchema = z.discriminatedUnion('kind', [
  /** A call of the page over the bridge. */
  z.object({ kind: z.literal('call'), call: z.string(), input: z.unknown() }),
  /** A file of the page; answers its status. */
  z.object({ kind: z.literal('page'), path: z.string() }),
  /** What a person will choose in the next dialog that saves. */
  z.object({ kind: z.literal('choose'), path: z.string() }),
  z.object({ kind: z.literal('close') }),
])
/** What the parent may ask; each is answered with `{ answer }`. */
export type Question = z.input<typeof questionSchema>

async function answerTo(question: z.output<typeof questionSchema>): Promise<unknown> {
  const window = FakeBrowserWindow.last
  if (question.kind === 'call') {
    const contents = window?.webContents ?? null
    const { call, input } = question
    return invokeAs(contents, contents?.mainFrame ?? null, channels.call, { call, input })
  }
  if (question.kind === 'page') {
    const served = session.defaultSession.schemes.get('app')
    return (await served?.(new Request(`app://mostrador${question.path}`)))?.status
  }
  if (question.kind === 'choose') {
    electron.dialog.answer = { canceled: false, filePath: question.path }
    return null
  }
  window?.destroy()
  return null
}

process.on('message', (message) => {
  void answerTo(questionSchema.parse(message)).then((answer) => process.send?.({ answer }))
})
// An app whose parent is gone has no one to close it.
process.once('disconnect', () => process.exit(1))

const [, , app = ''] = process.argv
await import(pathToFileURL(join(app, 'out/main/main.js')).href)
while (!FakeBrowserWindow.last?.webContents.mainFrame.url) {
  await new Promise((resolve) => setImmediate(resolve))
}
process.send?.({ answer: 'open' })
