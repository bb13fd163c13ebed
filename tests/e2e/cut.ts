import type { Page } from 'playwright-core'

// What a person cannot read or press, though it is on the page: asked of the page itself, not of its picture.

/**
 * What is cut, covered or scrolled away: words that reach out of their card, or that an edge cuts without a sign; a
 * control in sight that something else lies over; a window that was scrolled, which nothing scrolls back.
 */
export async function whatIsCut(page: Page): Promise<string[]> {
  return page.evaluate(lookForCuts)
}

/** Runs in the page. */
function lookForCuts(): string[] {
  const slack = 1.5
  const found: string[] = []
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  const said = (one: Element) =>
    `${one.tagName.toLowerCase()} «${(one.ariaLabel ?? one.textContent ?? '').trim().slice(0, 50)}»`

  /** Meant for those who listen, or not drawn at all. */
  const isSilent = (one: Element): boolean =>
    one.closest('.sr-only, [aria-hidden="true"], [inert], dialog, canvas, svg') !== null ||
    !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })

  function wordsOf(text: Text): DOMRect[] {
    const range = document.createRange()
    range.selectNodeContents(text)
    return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
  }

  /** What an edge of these would cut of a word, and how. */
  function cutBy(one: Element, word: DOMRect): string | null {
    for (let box: Element | null = one; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      const edge = box.getBoundingClientRect()
      const isOut = word.right > edge.right + slack || word.left < edge.left - slack
      // Drawn in a point of its own, for those who listen.
      if (edge.width <= 1 || edge.height <= 1) return null
      if (style.textOverflow === 'ellipsis' && style.overflowX !== 'visible') return null
      if (isOut && box.matches('.card, [role="dialog"], header, nav')) return `out of ${said(box)}`
      if (isOut && ['hidden', 'clip'].includes(style.overflowX)) return `cut by ${said(box)}`
      // What scrolls sideways says so by itself.
      if (['auto', 'scroll'].includes(style.overflowX))
        return isOut ? `aside in ${said(box)}` : null
      if (style.position === 'fixed') break
    }
    return word.right > view.right + slack || word.left < view.left - slack
      ? 'out of the window'
      : null
  }

  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const holder = node.parentElement
    if (!(node instanceof Text) || !holder || node.data.trim() === '' || isSilent(holder)) continue
    const [how] = wordsOf(node).flatMap((word) => cutBy(holder, word) ?? [])
    if (how) found.push(`${said(holder)} ${how}`)
  }

  const controls = 'a[href], button, input, select, textarea, [tabindex="0"], [role="option"]'
  for (const one of document.querySelectorAll(controls)) {
    if (isSilent(one) || one.matches(':disabled')) continue
    const box = one.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const isThere = isInSight(one, x, y)
    const top = isThere ? document.elementFromPoint(x, y) : null
    if (!top || one.contains(top) || top.contains(one)) continue
    // What is open above the page is meant to lie over it.
    if (top.closest('[role="dialog"], [role="listbox"]')) continue
    // A row that is a link is pressed through what lies on it.
    const shares = (name: string) =>
      one.closest(name) !== null && one.closest(name) === top.closest(name)
    if (shares('label') || shares('[role="row"], tr')) continue
    if (top.closest('[class*="sticky"], [role="status"]') && scrolls(one)) continue
    found.push(`${said(one)} under ${said(top)}`)
  }

  /** Whether a point of it is in the window, and not scrolled out of what holds it. */
  function isInSight(one: Element, x: number, y: number): boolean {
    const isIn = (edge: typeof view) =>
      x > edge.left && x < edge.right && y > edge.top && y < edge.bottom
    for (let box = one.parentElement; box; box = box.parentElement) {
      const clips = getComputedStyle(box).overflowY !== 'visible'
      if (clips && !isIn(box.getBoundingClientRect())) return false
    }
    return isIn(view)
  }

  /** Whether it can be brought out from under what sticks. */
  function scrolls(one: Element): boolean {
    for (let box = one.parentElement; box; box = box.parentElement) {
      if (
        box.scrollHeight > box.clientHeight &&
        /auto|scroll/.test(getComputedStyle(box).overflowY)
      )
        return true
    }
    return false
  }

  for (const one of [document.documentElement, document.body, document.getElementById('app')]) {
    if (one && (one.scrollTop !== 0 || one.scrollLeft !== 0)) {
      found.push(`the window is scrolled by ${one.scrollLeft}, ${one.scrollTop}`)
    }
  }
  return [...new Set(found)]
}
