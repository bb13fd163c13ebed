/** What does not fit the box that it stands in. */
export interface CutText {
  text: string
  box: string
}

/** Runs in the page: what of its texts is cut off. What only a screen reader has fits everywhere. */
export function cutTexts(): CutText[] {
  const found: CutText[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement
    const text = node.nodeValue?.trim() ?? ''
    if (!holder || text === '' || holder.closest('.sr-only, option, [aria-hidden="true"]')) continue
    if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = cutBy(holder, range.getBoundingClientRect())
    if (box !== null) found.push({ text, box })
  }
  return found

  /** What a text is too large for: its own block, a box that is seen, one that hides what is outside of it, or the window. */
  function cutBy(holder: Element, text: DOMRect): string | null {
    if (text.width === 0) return null
    let isOwn = true
    for (let one: Element | null = holder; one; one = one.parentElement) {
      const { overflowX, overflowY, position, display, borderRightWidth, backgroundColor } =
        getComputedStyle(one)
      if (display === 'contents' || display === 'inline') continue
      const box = one.getBoundingClientRect()
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      const isWider = text.right > box.right + 1.5 || text.left < box.left - 1.5
      const isHigher = text.bottom > box.bottom + 3 || text.top < box.top - 3
      const isSeen = parseFloat(borderRightWidth) > 0 || backgroundColor !== 'rgba(0, 0, 0, 0)'
      if ((isOwn || isSeen || hides(overflowX)) && isWider) return nameOf(one)
      if (hides(overflowY) && isHigher) return nameOf(one)
      // What can be scrolled to is not cut off.
      if (/auto|scroll/.test(`${overflowX} ${overflowY}`) || position === 'fixed') return null
      isOwn = false
    }
    const { clientWidth, clientHeight } = document.documentElement
    return text.right > clientWidth + 1 || text.bottom > clientHeight + 2 ? 'window' : null
  }

  function nameOf(element: Element): string {
    const { testid } = element instanceof HTMLElement ? element.dataset : {}
    return `${element.tagName.toLowerCase()} ${testid ?? element.className}`.slice(0, 90)
  }
}
