import { useEventListener } from '@vueuse/core'
import { onBeforeUnmount } from 'vue'
import { createScanBurst, scanKeyOf } from './scan-burst.ts'
import { isEditable, isInDialog } from './keys.ts'
import {
  rememberField,
  writableOf,
  writeInto,
  type FieldMemory,
  type WritableField,
} from './scan-field.ts'

/** How long nothing may come before a burst is given up, in milliseconds: a busy computer is late with its keys. */
const giveUpAfter = 400

/**
 * Hears a scanner that types like a keyboard, for as long as the component lives and `when` says so, wherever the focus
 * is. What it wrote into fields before it was recognised is taken out again, and none of its keys reach anyone else: no
 * shortcut, no button, no form. `use` gets the code, and the field that had the keyboard; in a dialog nobody does. What
 * neither Enter nor Tab ends may be any program's typing, or half a code: it is written where it would have gone.
 */
export function useScanner(
  use: (text: string, field: WritableField | null) => void,
  when: () => boolean = () => true,
): void {
  const burst = createScanBurst()
  let memories: FieldMemory[] = []
  let origin: Element | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function begin(): void {
    memories = []
    origin = document.activeElement
    const field = writableOf(origin)
    if (field) memories.push(rememberField(field))
  }

  /** Puts back what was written and where the keyboard was before the burst was recognised. */
  function takeBack(): void {
    for (const memory of memories) memory.restore()
    if (origin === document.activeElement) return
    if (origin instanceof HTMLElement && origin !== document.body) origin.focus()
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }

  /** Nothing ended it: it goes into the field that had the keyboard, else where its first letters went. */
  function giveBack(text: string): void {
    const target = writableOf(origin) ?? memories.find(({ field }) => field.isConnected)?.field
    if (!target) return
    target.focus()
    writeInto(target, text)
  }

  function waitForMore(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const text = burst.flush()
      if (text !== null) giveBack(text)
    }, giveUpAfter)
  }

  function onKey(event: KeyboardEvent): void {
    if (!when()) return
    const verdict = burst.press(scanKeyOf(event), event.timeStamp)
    if (verdict.do === 'pass') {
      if (verdict.begins) begin()
      // A letter so close upon another is no hand's: no shortcut is meant by it.
      else if (burst.begun() && !isEditable(event.target)) event.preventDefault()
      return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
    if (verdict.do === 'scan') {
      clearTimeout(timer)
      if (!isInDialog(event.target)) use(verdict.text, writableOf(origin))
      return
    }
    if (verdict.first) takeBack()
    waitForMore()
  }

  // Before the letter is written: the first one may have moved the keyboard into another field.
  function onBeforeInput(event: Event): void {
    const field = writableOf(event.target)
    if (!field || !burst.begun() || memories.some((memory) => memory.field === field)) return
    memories.push(rememberField(field))
  }

  useEventListener(window, 'keydown', onKey, { capture: true })
  useEventListener(window, 'beforeinput', onBeforeInput, { capture: true })
  onBeforeUnmount(() => clearTimeout(timer))
}
