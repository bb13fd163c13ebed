import type { HubConnection } from '../../../hub/connect.ts'
import { createKeptHub, type Connect } from '../../../hub/kept.ts'
import { keepWindow, leaveWindow, windowsThere, windowThere } from '../../../hub/windows.ts'
import { packWindow, unpackWindow } from './window-blob.ts'
import type { WindowAnswer, WindowAsk, WindowsQuestion } from './window-question.ts'

const nothing: WindowAnswer = { there: null, asked: [] }

/**
 * Asks a hub for other registers' windows by a connection that it keeps, and reads them. One that was lost since is made anew, once:
 * who asks twice to gather something is told twice that it may.
 */
export function createWindowDesk(connect: Connect) {
  const kept = createKeptHub(connect, () => null)
  return (question: WindowsQuestion): Promise<WindowAnswer> => {
    const { ask } = question
    if (ask.of === 'window') return there(ask, (work) => kept(question, work))
    return kept(question, (hub) => told(hub, ask))
  }
}

type OverHub = <T>(work: (hub: HubConnection) => Promise<T>) => Promise<T>

/** What is read of it goes wrong once, and is not asked for again. */
async function there(
  ask: Extract<WindowAsk, { of: 'window' }>,
  over: OverHub,
): Promise<WindowAnswer> {
  const found = await over((hub) => windowThere(hub, ask))
  if (found === null) return nothing
  switch (found.state) {
    case 'ours':
      return { ...nothing, there: { kind: 'ours' } }
    case 'waiting':
      return { ...nothing, there: { kind: 'waiting', ms: found.ms } }
    case 'came': {
      const { began } = found
      const rows = await unpackWindow(ask, found, ask.currency)
      return { ...nothing, there: { kind: 'came', began, rows } }
    }
  }
}

async function told(
  hub: HubConnection,
  ask: Exclude<WindowAsk, { of: 'window' }>,
): Promise<WindowAnswer> {
  switch (ask.of) {
    case 'asked':
      return { ...nothing, asked: await windowsThere(hub, ask) }
    case 'keep': {
      const packed = await packWindow(ask, ask.began, ask.rows)
      try {
        await keepWindow(hub, { ...ask, ...packed })
      } catch (caught) {
        // Nobody waits for what does not come.
        await leaveWindow(hub, ask).catch(() => undefined)
        throw caught
      }
      return nothing
    }
    case 'leave':
      await leaveWindow(hub, ask)
      return nothing
  }
}
