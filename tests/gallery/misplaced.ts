/**
 * Runs in the page: what a hand or an eye does not reach: the window scrolled away, and whatever takes a press or a key
 * and lies under something else or outside of the window. One line each.
 */
export function misplaced(): string[] {
  const { scrollingElement, documentElement } = document
  const { clientWidth, clientHeight } = documentElement
  const found: string[] = []
  if (scrollingElement && (scrollingElement.scrollLeft > 0 || scrollingElement.scrollTop > 0)) {
    found.push('scrolled away: the window')
  }
  if (
    documentElement.scrollWidth > clientWidth + 1 ||
    documentElement.scrollHeight > clientHeight + 1
  ) {
    found.push(
      `larger than the window: ${documentElement.scrollWidth}x${documentElement.scrollHeight}`,
    )
  }
  const stops =
    'button, a[href], input, select, textarea, [role="radio"], [role="checkbox"], [tabindex="0"]'
  const dialogs = document.querySelectorAll('[role="dialog"]')
  const reachable = dialogs.item(dialogs.length - 1) ?? document
  for (const one of reachable.querySelectorAll<HTMLElement>(stops)) {
    const where = placeOf(one)
    if (where !== null) found.push(`${where}: ${nameOf(one)}`)
  }
  return found

  function placeOf(one: HTMLElement): string | null {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return null
    if (one.closest('.sr-only, [aria-hidden="true"], [inert]')) return null
    const box = one.getBoundingClientRect()
    if (box.width < 2 || box.height < 2) return null
    const x = box.left + box.width / 2
    const y = box.top + box.height / 2
    if (x < 0 || y < 0 || x > clientWidth || y > clientHeight) {
      return canScroll(one) ? null : 'outside of the window'
    }
    const seen = document.elementFromPoint(x, y)
    if (!seen || one.contains(seen) || seen.contains(one)) return null
    const label =
      one.closest('label') ?? document.querySelector(`label[for="${CSS.escape(one.id)}"]`)
    if (label?.contains(seen)) return null
    // It is scrolled to when the keyboard comes there.
    if (canScroll(one)) return null
    return `under ${nameOf(seen)}`
  }

  function canScroll(one: Element): boolean {
    for (let up = one.parentElement; up && up !== documentElement; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up)
      const isHigher = up.scrollHeight > up.clientHeight + 1 && /auto|scroll/.test(overflowY)
      if (isHigher || (up.scrollWidth > up.clientWidth + 1 && /auto|scroll/.test(overflowX)))
        return true
    }
    return false
  }

  function nameOf(element: Element): string {
    const { testid } = element instanceof HTMLElement ? element.dataset : {}
    const said = element.getAttribute('aria-label') ?? testid ?? element.textContent.trim()
    return `${element.tagName.toLowerCase()} ${said || element.className}`.slice(0, 80)
  }
}
