import { useEventListener } from '@vueuse/core'
import { onBeforeUnmount } from 'vue'
import { createScanBurst, patience, scanKeyOf } from './scan-burst.ts'
import {
  rememberField,
  writableOf,
  writeInto,
  type FieldMemory,
  type WritableField,
} from './scan-field.ts'

/** What a scanner read, and how. */
export interface ScannedText {
  text: string
  /** The field that had the keyboard when the scan began, or null. */
  field: WritableField | null
  /** Whether Enter or Tab ended it; else only time did. */
  ended: boolean
}

/**
 * Hears a scanner that types like a keyboard, for as long as the component lives, wherever the focus is. What it
 * wrote into fields before it was recognised is taken out again, and none of its keys reach anyone else: no
 * shortcut, no button, no form. `use` answers whether the text was of use; if not it is written into the field
 * that had the keyboard, as any keyboard would.
 */
export function useScanner(use: (scanned: ScannedText) => boolean): void {
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

  function finish(text: string, ended: boolean): void {
    clearTimeout(timer)
    const field = writableOf(origin)
    if (use({ text, field, ended })) return
    // Without an own field it goes where letters would have gone: where they went before it was recognised.
    const target = field ?? memories.find((memory) => memory.field.isConnected)?.field
    if (!target) return
    target.focus()
    writeInto(target, text)
  }

  function waitForMore(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const text = burst.flush()
      if (text !== null) finish(text, false)
    }, patience)
  }

  function onKey(event: KeyboardEvent): void {
    if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return
    const verdict = burst.press(scanKeyOf(event), event.timeStamp)
    if (verdict.do === 'pass') {
      if (verdict.begins) begin()
      return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
    if (verdict.do === 'scan') return finish(verdict.text, true)
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
