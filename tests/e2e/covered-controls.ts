/** Runs in the page: what takes a press or a key and lies under something else, or where nobody reaches it. */
export function coveredControls(): string[] {
  const controls =
    'a[href], button, input, select, textarea, [tabindex="0"], [role="option"], [role="radio"], [role="checkbox"]'
  const { clientWidth, clientHeight } = document.documentElement
  const dialogs = document.querySelectorAll('[role="dialog"]')
  const reachable = dialogs.item(dialogs.length - 1) ?? document
  const found = new Set<string>()
  for (const one of reachable.querySelectorAll(controls)) {
    const where = placeOf(one)
    if (where !== null) found.add(`${said(one)} ${where}`)
  }
  return [...found]

  function placeOf(one: Element): string | null {
    if (one.closest('.sr-only, [aria-hidden="true"], [inert]')) return null
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return null
    const box = one.getBoundingClientRect()
    if (box.width < 2 || box.height < 2) return null
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    // The one that goes on is whole in sight wherever the page is scrolled to.
    if (one.matches('[data-primary]') && !isWhole(one, box)) return 'is not whole in sight'
    const [cutting, isCut] = clips(one, x, y)
    // It is scrolled to when the keyboard comes there.
    if (isCut) return cutting ? 'hidden by what does not scroll' : null
    if (x < 0 || y < 0 || x > clientWidth || y > clientHeight) return 'outside of the window'
    const top = document.elementFromPoint(x, y)
    if (!top || one.contains(top) || top.contains(one)) return null
    // What is open above the page is meant to lie over it.
    const over = '[role="dialog"], [role="listbox"], [data-over-page]'
    if (top.closest(over) !== one.closest(over)) return null
    // A row that is a link is pressed through what lies on it.
    const shares = (name: string) =>
      one.closest(name) !== null && one.closest(name) === top.closest(name)
    const label =
      one.id === '' ? null : document.querySelector(`label[for="${CSS.escape(one.id)}"]`)
    if (label?.contains(top) || shares('label') || shares('[role="row"], tr')) return null
    if (isScrolledOut(one, top)) return null
    return `under ${said(top)}`
  }

  function isWhole(one: Element, { left, right, top, bottom }: DOMRect): boolean {
    if (left < 0 || top < 0 || right > clientWidth || bottom > clientHeight) return false
    for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
      if (getComputedStyle(box).overflowY === 'visible') continue
      const holder = box.getBoundingClientRect()
      if (top < holder.top - 1 || bottom > holder.bottom + 1) return false
    }
    return true
  }

  /** Whether what holds it hides its middle, and whether that is for good: nothing brings it back. */
  function clips(one: Element, x: number, y: number): [forGood: boolean, isHidden: boolean] {
    for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box)
      const { left, right, top, bottom } = box.getBoundingClientRect()
      const aside = (x < left || x > right) && overflowX !== 'visible'
      const above = (y < top || y > bottom) && overflowY !== 'visible'
      if (aside) return [!/auto|scroll/.test(overflowX), true]
      if (above) return [!/auto|scroll/.test(overflowY), true]
    }
    return [false, false]
  }

  /** Whether it can be brought out from under this: what sticks in what scrolls, or lies over an edge of it. */
  function isScrolledOut(one: Element, top: Element): boolean {
    const sticks = top.closest('[class*="sticky"], .told-last, [role="status"]') !== null
    for (let box = one.parentElement; box; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box)
      const isHigher = box.scrollHeight > box.clientHeight && /auto|scroll/.test(overflowY)
      const isWider = box.scrollWidth > box.clientWidth && /auto|scroll/.test(overflowX)
      if ((isHigher || isWider) && (sticks || !box.contains(top))) return true
    }
    return false
  }

  function said(one: Element): string {
    const words = one.ariaLabel ?? one.textContent ?? ''
    return `${one.tagName.toLowerCase()} «${words.replaceAll(/\s+/g, ' ').trim().slice(0, 50)}»`
  }
}
