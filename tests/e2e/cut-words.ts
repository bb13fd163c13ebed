/** Words that are not seen whole, and why. */
export interface CutWords {
  text: string
  how: string
}

/** Runs in the page: what of its words is cut off. What only those who listen have is cut by nothing. */
export function cutWords(): CutWords[] {
  const slack = 1.5
  const leastHeight = 700
  const found = new Map<string, CutWords>()
  const view = document.documentElement
  const note = (text: string, how: string) => found.set(`${text} ${how}`, { text, how })

  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const holder = node.parentElement
    const text = node.nodeValue?.trim() ?? ''
    if (!holder || text === '' || isSilent(holder)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const how = cutBy(holder, range.getBoundingClientRect())
    if (how !== null) note(text, how)
  }
  // In a lower window Enter leads to what was not read, and sells nothing.
  const mustShow = view.clientHeight < leastHeight ? [] : document.querySelectorAll('[data-read]')
  for (const one of mustShow) {
    if (!isSilent(one) && isScrolledAway(one)) {
      note(saidBy(one), 'has to be read and is scrolled away')
    }
  }
  // What was typed moves along in its field; what is to be typed does not.
  for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
    if (isSilent(field) || field.placeholder === '' || field.value !== '') continue
    if (field.clientWidth > 2 && field.scrollWidth > field.clientWidth + slack) {
      note(field.placeholder, 'cut by its field')
    }
  }
  return [...found.values()]

  function isSilent(one: Element): boolean {
    return (
      one.closest('.sr-only, option, [aria-hidden="true"], [inert], canvas, svg') !== null ||
      !one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }

  /** What words are too large for: their own block, a box that is seen, one that hides what is outside of it, or the window. */
  function cutBy(holder: Element, words: DOMRect): string | null {
    if (words.width === 0) return null
    let isOwn = true
    for (let one: Element | null = holder; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY, position, display, borderRightWidth, backgroundColor } =
        getComputedStyle(one)
      if (display === 'contents' || display === 'inline') continue
      const box = one.getBoundingClientRect()
      // Drawn in a point of its own, for those who listen.
      if (box.width <= 1 || box.height <= 1) return null
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      const isWider = words.right > box.right + slack || words.left < box.left - slack
      const isHigher = words.bottom > box.bottom + 3 || words.top < box.top - 3
      const isSeen = parseFloat(borderRightWidth) > 0 || backgroundColor !== 'rgba(0, 0, 0, 0)'
      if ((isOwn || isSeen || hides(overflowX)) && isWider) return `out of ${nameOf(one)}`
      if (hides(overflowY) && isHigher) return `cut by ${nameOf(one)}`
      // What can be scrolled to is not cut off.
      if (/auto|scroll/.test(`${overflowX} ${overflowY}`) || position === 'fixed') return null
      isOwn = false
    }
    const isOut = words.right > view.clientWidth + slack || words.bottom > view.clientHeight + 2
    return isOut || words.left < -slack ? 'out of the window' : null
  }

  /** Whether its end lies outside of something that scrolls, or of the window. */
  function isScrolledAway(one: Element): boolean {
    const { top, bottom } = one.getBoundingClientRect()
    const isOut = (from: number, to: number) => bottom > to + 2 || top < from - 2
    for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
      const edge = box.getBoundingClientRect()
      if (getComputedStyle(box).overflowY !== 'visible' && isOut(edge.top, edge.bottom)) return true
    }
    return isOut(0, view.clientHeight)
  }

  function saidBy(one: Element): string {
    return (one.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  }

  function nameOf(one: Element): string {
    const named = one.closest<HTMLElement>('[data-testid], [aria-label], [role="dialog"]')
    const { testid } = one instanceof HTMLElement ? one.dataset : {}
    const near = named && named !== one ? ` in ${named.ariaLabel ?? named.dataset['testid']}` : ''
    return `${one.tagName.toLowerCase()} ${testid ?? one.className}`.slice(0, 70) + near
  }
}
