import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { Failure } from '../../../shared/errors.ts'
import type { ChatMessage } from '../host.ts'

/** A program and its arguments; never a shell line. */
export type ProgramStart = readonly [program: string, ...args: string[]]

/** How a system opens a file with its own program. */
export function openCommand(path: string, platform: NodeJS.Platform): ProgramStart {
  if (platform === 'win32') return ['explorer.exe', path]
  return platform === 'darwin' ? ['open', path] : ['xdg-open', path]
}

/** How a system shows a file in its folder. */
export function showCommand(path: string, platform: NodeJS.Platform): ProgramStart {
  if (platform === 'win32') return ['explorer.exe', `/select,${path}`]
  return platform === 'darwin' ? ['open', '-R', path] : ['xdg-open', dirname(path)]
}

/** How a system opens a web page in its browser. */
function browseCommand(url: string, platform: NodeJS.Platform): ProgramStart {
  // Explorer takes what follows a question mark for something else.
  if (platform === 'win32') return ['rundll32.exe', 'url.dll,FileProtocolHandler', url]
  return platform === 'darwin' ? ['open', url] : ['xdg-open', url]
}

/** The address of a web page as it is opened outside. Throws URL_INVALID for anything else. */
export function webPage(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed?.protocol === 'https:' || parsed?.protocol === 'http:') return parsed.href
  throw new Failure('URL_INVALID', { url })
}

const chatOrigin = 'https://wa.me'
/** A longer address is opened by no Windows. */
const longestAddress = 2_000

/**
 * The address of WhatsApp's page for a message: its number and its text, and nothing that either could add to it.
 * Throws URL_INVALID for what is no number, or too long.
 */
export function chatPage({ number, text }: ChatMessage): string {
  const url = `${chatOrigin}/${number}?text=${encodeURIComponent(text.toWellFormed())}`
  const { origin, pathname, searchParams, hash } = new URL(url)
  const says = [...searchParams.keys()].join()
  const isNumber = /^[1-9]\d{7,14}$/.test(number)
  const isChat = isNumber && origin === chatOrigin && pathname === `/${number}`
  if (isChat && says === 'text' && hash === '' && url.length <= longestAddress) return url
  throw new Failure('URL_INVALID', { url: chatOrigin })
}

/** Opens a web page in the system's own browser. */
export const browseOutside = async (url: string) =>
  run(browseCommand(webPage(url), process.platform))

/** Opens WhatsApp's page with a message in the system's own browser. */
export const chatOutside = async (message: ChatMessage) =>
  run(browseCommand(chatPage(message), process.platform))

/** Opens a file or folder with the system's own program. */
export const openOutside = (path: string) => run(openCommand(path, process.platform))

/** Shows a file in its folder. */
export const showOutside = (path: string) => run(showCommand(path, process.platform))

function run([program, ...args]: ProgramStart): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true })
    child.once('error', (cause) =>
      reject(new Failure('UNEXPECTED', { reason: `${program}: ${cause.message}` }, { cause })),
    )
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
  })
}
