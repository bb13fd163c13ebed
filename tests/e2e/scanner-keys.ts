import type { Page } from 'playwright-core'

/** GS as most scanners type it. */
export const gs = '\x1d'
const control = 2

interface Key {
  key: string
  code?: string
  text?: string
  modifiers?: number
  windowsVirtualKeyCode?: number
}

function keyOf(letter: string): Key {
  if (letter === gs) return { key: ']', code: 'BracketRight', modifiers: control }
  if (letter === '\n') return { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }
  if (letter === '\t') return { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
  return { key: letter, text: letter }
}

/**
 * Types as a scanner does: real keys a millisecond apart by their own clock, none of which waits until the window is done
 * with the one before (the driver's own keyboard waits, and a busy machine is then as slow as a hand). Enter ends it
 * unless another letter is given.
 */
export async function scanInto(page: Page, text: string, end = '\n'): Promise<void> {
  // A hand that typed just before is not part of it.
  await page.waitForTimeout(100)
  const session = await page.context().newCDPSession(page)
  const begun = Date.now() / 1000
  const sent = [...text, ...end].flatMap((letter, index) => {
    const key = { ...keyOf(letter), timestamp: begun + index / 1000 }
    const type = key.text === undefined ? ('rawKeyDown' as const) : ('keyDown' as const)
    return [
      session.send('Input.dispatchKeyEvent', { type, ...key }),
      session.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' }),
    ]
  })
  await Promise.all(sent)
  await session.detach()
}
