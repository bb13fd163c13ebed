import { afterEach, describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, ref, watch } from 'vue'
import { keepKeys, keyName, shortcuts, useKey, useSeenKey } from './keys.ts'
import es from '../../shared/words/es/keys.json' with { type: 'json' }

/** Every screen, as it is written. */
const screens = import.meta.glob<string>('../**/*.vue', {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** A button, what stands in it, and the comment before it that says why it has no key. */
const aButton =
  /(<!-- No key: [^>]+-->\s*)?<(UButton|MainButton)\b((?:"[^"]*"|[^>"])*)(?:(?<=\/)>|>[^]*?<\/\2>)/g
/** Of a row, a line or a note: what is reached from there. */
const isQuiet = /\svariant="(ghost|link)"|^(?![^]*\svariant="solid")[^]*\ssize="(sm|xs)"/
const press = (change: Partial<Parameters<typeof keyName>[0]>) =>
  keyName({
    key: '',
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...change,
  })

describe('the list of keys', () => {
  it('says what each does, and no key means two things in one place', () => {
    expect(Object.keys(es.do).sort()).toEqual(shortcuts.map(({ id }) => id).sort())
    // Cash that goes out of an open drawer and what is taken of a closed one are one action, on two pages of it.
    const taken = shortcuts.flatMap(({ id, place, keys }) =>
      id === 'tillTake' ? [] : [`${place} ${keys}`],
    )
    expect(new Set(taken).size).toBe(taken.length)
  })

  it('calls one action by one letter on every page, and few letters are two things', () => {
    const idsOf = (letter: string) =>
      shortcuts.flatMap(({ id, keys }) => (keys === letter ? [id] : []))
    const used = [...new Set(shortcuts.map(({ keys }) => keys))].filter((keys) =>
      /^[A-Z]$/.test(keys),
    )
    const several = used.filter((letter) => idsOf(letter).length > 1)
    expect(Object.fromEntries(several.map((letter) => [letter, idsOf(letter)]))).toEqual({
      // One action each.
      A: ['dayBefore', 'reportYesterday', 'settingsOlder'],
      B: ['dayFind', 'debtFind', 'reportFind', 'branchesFind'],
      E: ['tillIn', 'debtPay', 'booksLoad', 'settingsAccept'],
      G: ['saleSave', 'reportExcel', 'booksSave', 'settingsFile'],
      H: ['dayToday', 'reportToday'],
      N: ['saleClaim', 'debtNew', 'booksAdd', 'topUpNew', 'settingsNew'],
      R: ['dayReconcile', 'saleResolve', 'reportProof', 'topUpLook', 'settingsCheck'],
      T: ['saleCopy', 'topUpCopy', 'copyNow'],
      U: ['dayBring', 'reportRefresh', 'booksBring', 'branchesBring', 'settingsBring'],
      // What the page has no other word for: each of them begins so.
      C: ['tillClose', 'reportCompare', 'booksClose', 'firstConnect'],
      D: ['tillOwed', 'debtWriteOff', 'reportDays', 'booksTyped', 'hubLeave'],
      F: ['tillCredit', 'reportBy', 'settingsFolder'],
      I: ['reportGoTo', 'firstLanguage'],
      J: ['saleCorrect', 'debtAdjust'],
      K: ['reportKind', 'booksClassify', 'copyKey'],
      L: ['debtChange', 'reportBooks', 'branchesList'],
      M: ['saleClaims', 'tillShop', 'reportMonth', 'settingsShow'],
      O: ['tillCloseOther', 'reportOptions', 'hubJoin'],
      P: ['reportLastMonth', 'booksChart'],
      Q: ['unfold', 'earnedParts', 'reportCharts', 'settingsRemove'],
      S: ['dayAfter', 'tillOut', 'tillTake', 'reportPartsNext', 'booksSuggest', 'hubSend'],
      V: ['saleAgain', 'reportCsv', 'booksSee', 'topUpOpen', 'hubSee'],
      X: ['tillReport', 'reportClear', 'booksTakeBack', 'topUpStop', 'settingsStop'],
      Z: ['tillShifts', 'reportSort'],
    })
  })

  it('is where screens take the keys from that they show', () => {
    const hints = Object.entries(screens).flatMap(([screen, text]) =>
      [...text.matchAll(/<KeyHint\b[^>]*>/g)].map(([hint]) => `${screen}: ${hint}`),
    )
    expect(hints.filter((hint) => hint.includes(' does=')).length).toBeGreaterThan(20)
    expect(hints.filter((hint) => /\s(keys="|:keys="'|:keys="keysOf)/.test(hint))).toEqual([])
  })

  it('has one for every button that is not quiet, unless a comment before it says why not', () => {
    const buttons = Object.entries(screens).flatMap(([screen, text]) =>
      [...text.matchAll(aButton)].map(([whole, why, , tag = '']) => ({ screen, whole, why, tag })),
    )
    expect(buttons.length).toBeGreaterThan(50)
    const keyless = buttons.filter(
      ({ whole, why, tag }) =>
        why === undefined && !isQuiet.test(tag) && !/<KeyHint|<slot/.test(whole),
    )
    expect(keyless.map(({ screen, tag }) => `${screen}: ${tag}`)).toEqual([])
  })
})

describe('a key on any keyboard', () => {
  it('is called by its sign, with what is held beside it', () => {
    expect(press({ key: 'F8', code: 'F8' })).toBe('F8')
    expect(press({ key: 'F8', code: 'F8', shiftKey: true })).toBe('Shift F8')
    expect(press({ key: 'Escape', code: 'Escape' })).toBe('Esc')
    expect(press({ key: 'v', code: 'KeyV' })).toBe('V')
    expect(press({ key: 'V', code: 'KeyV', shiftKey: true })).toBe('V')
    expect(press({ key: 'k', code: 'KeyK', ctrlKey: true })).toBe('Ctrl K')
    expect(press({ key: 'k', code: 'KeyK', metaKey: true })).toBe('Ctrl K')
  })

  it('is found by its place where the layout has no Latin letters, and by its sign where they are elsewhere', () => {
    expect(press({ key: 'л', code: 'KeyK', ctrlKey: true })).toBe('Ctrl K')
    expect(press({ key: 'k', code: 'KeyV', ctrlKey: true })).toBe('Ctrl K')
    expect(press({ key: '&', code: 'Digit1', altKey: true })).toBe('Alt 1')
    expect(press({ key: '√', code: 'KeyV', altKey: true })).toBe('Alt V')
    expect(press({ key: '@', code: 'Digit2', altKey: true, ctrlKey: true })).toBe('Ctrl Alt 2')
    expect(press({ key: '&', code: 'Digit1' })).toBe('&')
  })
})

describe('a key with Alt in a field', () => {
  class Field extends EventTarget {
    readonly tagName = 'INPUT'
    readonly closest = () => null
  }
  afterEach(() => vi.unstubAllGlobals())

  /** What comes of a press with Alt in a field on some computer: whether `Alt 2` was done, and whether it was taken. */
  function pressIn(userAgent: string, key: string) {
    const window = new EventTarget()
    for (const name of ['Element', 'HTMLElement', 'HTMLInputElement']) vi.stubGlobal(name, Field)
    vi.stubGlobal('window', window)
    vi.stubGlobal('navigator', { userAgent })
    let done = false
    const scope = effectScope()
    scope.run(() => useKey('tenderTransfer', () => (done = true)))
    const event = new Event('keydown', { cancelable: true })
    const held = { altKey: true, ctrlKey: false, metaKey: false, shiftKey: false }
    Object.assign(event, { key, code: 'Digit2', ...held })
    Object.defineProperty(event, 'target', { value: new Field() })
    window.dispatchEvent(event)
    scope.stop()
    return { done, taken: event.defaultPrevented }
  }

  it('leaves a Mac its @, and is the key wherever Alt writes nothing', () => {
    expect(pressIn('Macintosh; Intel Mac OS X 10_15_7', '@')).toEqual({ done: false, taken: false })
    expect(pressIn('Macintosh; Intel Mac OS X 10_15_7', '2')).toEqual({ done: true, taken: true })
    expect(pressIn('X11; Linux x86_64', '2')).toEqual({ done: true, taken: true })
    expect(pressIn('Windows NT 10.0; Win64; x64', 'é')).toEqual({ done: true, taken: true })
    expect(pressIn('Windows NT 10.0; Win64; x64', '"')).toEqual({ done: true, taken: true })
  })
})

describe('a key whose part of the screen is still being read', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** What is done by these keys, pressed before what two of them are about is there, and once it is. */
  async function doneBy(...keys: string[]): Promise<{ before: string[]; after: string[] }> {
    class Page extends EventTarget {}
    for (const name of ['Element', 'HTMLElement', 'HTMLInputElement']) vi.stubGlobal(name, Page)
    const window = new EventTarget()
    vi.stubGlobal('window', window)
    const [isRead, done] = [ref(false), new Array<string>()]
    const scope = effectScope()
    scope.run(() => {
      for (const id of ['tillClose', 'tillReport'] as const)
        useKey(
          id,
          () => done.push(id),
          () => isRead.value,
        )
      useKey('tillShifts', () => done.push('tillShifts'))
    })
    const held = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
    for (const key of keys) {
      const event = new Event(key === 'pointerdown' ? key : 'keydown')
      window.dispatchEvent(Object.assign(event, { key, code: '', ...held }))
    }
    const before = [...done]
    isRead.value = true
    await nextTick()
    scope.stop()
    return { before, after: done }
  }

  it('is done once it is there, unless another key came since', async () => {
    expect(await doneBy('c')).toEqual({ before: [], after: ['tillClose'] })
    expect(await doneBy('c', 'x')).toEqual({ before: [], after: ['tillReport'] })
    expect(await doneBy('c', 'z')).toEqual({ before: ['tillShifts'], after: ['tillShifts'] })
    expect(await doneBy('c', 'F10')).toEqual({ before: [], after: [] })
  })

  it('is not done any more once somebody pressed anything with the mouse, or after a while', async () => {
    expect(await doneBy('c', 'pointerdown')).toEqual({ before: [], after: [] })
    const now = performance.now()
    vi.spyOn(performance, 'now')
      .mockReturnValueOnce(now)
      .mockReturnValueOnce(now + 3_001)
    expect(await doneBy('c')).toEqual({ before: [], after: [] })
  })
})

describe('a key of a part that is drawn only once the page is read', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** What is done by these keys, pressed before the page is read, whose part reads more after it. */
  async function doneBy(...keys: string[]): Promise<string[]> {
    class Page extends EventTarget {}
    for (const name of ['Element', 'HTMLElement', 'HTMLInputElement']) vi.stubGlobal(name, Page)
    const window = new EventTarget()
    vi.stubGlobal('window', window)
    const [isRead, isWhole, done] = [ref(false), ref(false), new Array<string>()]
    const scope = effectScope()
    scope.run(() => {
      keepKeys(['saleClaim', 'pdf'], () => isRead.value)
      useKey('saleCopy', () => done.push('saleCopy'))
      watch(isRead, () =>
        scope.run(() => {
          useKey(
            'saleClaim',
            () => done.push('saleClaim'),
            () => isWhole.value,
          )
        }),
      )
    })
    const held = { ctrlKey: false, metaKey: false, shiftKey: false }
    for (const key of keys) {
      const altKey = key === 'p'
      window.dispatchEvent(Object.assign(new Event('keydown'), { key, code: '', altKey, ...held }))
    }
    isRead.value = true
    await nextTick()
    const early = [...done]
    isWhole.value = true
    await nextTick()
    // A part that is drawn much later is another press's.
    scope.run(() => useKey('pdf', () => done.push('pdf')))
    await nextTick()
    scope.stop()
    expect(early).toEqual(keys.includes('t') ? ['saleCopy'] : [])
    return done
  }

  it('is done by the part, once it is there and read, unless another key came since', async () => {
    expect(await doneBy('n')).toEqual(['saleClaim'])
    expect(await doneBy('n', 't')).toEqual(['saleCopy'])
    expect(await doneBy('p')).toEqual([])
  })
})

it('is left to another part by one that is not seen', () => {
  vi.stubGlobal('window', new EventTarget())
  const scope = effectScope()
  const isSeen = ref(false)
  const done: string[] = []
  scope.run(() => {
    useSeenKey('endedSee', ref({ checkVisibility: () => isSeen.value }), () => done.push('notice'))
    useSeenKey('endedSee', ref(null), () => done.push('gone'))
    useKey('endedSee', () => done.push('question'))
  })
  const pressed = () => {
    const event = new Event('keydown', { cancelable: true })
    window.dispatchEvent(
      Object.assign(event, { key: 'v', code: 'KeyV', altKey: true, ctrlKey: false }),
    )
  }
  pressed()
  isSeen.value = true
  pressed()
  scope.stop()
  expect(done).toEqual(['question', 'notice'])
})
