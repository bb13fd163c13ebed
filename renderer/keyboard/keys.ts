import { useEventListener } from '@vueuse/core'
import { getCurrentInstance, nextTick, onScopeDispose, watch, type Ref } from 'vue'
import type { Right } from '../../shared/domain/people/rights.ts'
import { letters } from './letters.ts'

/** Where a key works. */
export type KeyPlace =
  | 'everywhere'
  | 'selling'
  | 'lists'
  | 'today'
  | 'sale'
  | 'till'
  | 'debt'
  | 'report'
  | 'books'
  | 'branches'
  | 'topUp'
  | 'settings'

/** A key, as it is written beside what it does and in the page of keys. */
export interface Shortcut {
  /** Its words are i18n `keys.do.<id>`. */
  id: string
  /** As KeyboardEvent.key calls it, Ctrl, Alt and Esc apart; i18n `keys.name` has its word in each language. */
  keys: string
  place: KeyPlace
  /** What who is here must be allowed for it to do anything; left out: nothing. */
  right?: Right
  /** The page it is of, where that alone says who has it (page-rights.ts). */
  page?: string
}

/**
 * Every key there is: the page of keys is drawn from this list and nothing else (a test holds the hints on
 * screen against it). Function keys and keys by their sign, never by their place: layouts differ.
 */
export const shortcuts = [
  { id: 'sell', keys: 'F1', place: 'everywhere', right: 'sell' },
  { id: 'today', keys: 'F2', place: 'everywhere' },
  { id: 'pending', keys: 'F3', place: 'everywhere' },
  { id: 'reports', keys: 'F4', place: 'everywhere', right: 'reports' },
  { id: 'branches', keys: 'F5', place: 'everywhere', page: '/cajas' },
  { id: 'till', keys: 'F6', place: 'everywhere', right: 'shift' },
  { id: 'notice', keys: 'F7', place: 'everywhere' },
  { id: 'endedSee', keys: 'Alt V', place: 'everywhere' },
  { id: 'endedDrop', keys: 'Alt Q', place: 'everywhere' },
  { id: 'notices', keys: 'Alt N', place: 'everywhere' },
  { id: 'understood', keys: 'Alt K', place: 'everywhere' },
  { id: 'printer', keys: 'Alt I', place: 'everywhere' },
  { id: 'changePerson', keys: 'F8', place: 'everywhere' },
  { id: 'lock', keys: 'Shift F8', place: 'everywhere' },
  { id: 'settings', keys: 'F9', place: 'everywhere' },
  { id: 'help', keys: 'F10', place: 'everywhere' },
  { id: 'topUpGo', keys: 'Alt D', place: 'everywhere', right: 'sell' },
  { id: 'search', keys: 'Ctrl K', place: 'everywhere' },
  { id: 'print', keys: 'Ctrl P', place: 'everywhere' },
  { id: 'pdf', keys: 'Alt P', place: 'everywhere' },
  { id: 'next', keys: 'Tab', place: 'everywhere' },
  { id: 'goOn', keys: 'Enter', place: 'everywhere' },
  { id: 'turn', keys: 'Space', place: 'everywhere' },
  { id: 'pick', keys: '← →', place: 'everywhere' },
  { id: 'write', keys: 'Ctrl Enter', place: 'everywhere' },
  { id: 'back', keys: 'Esc', place: 'everywhere' },
  { id: 'leaveUnsaved', keys: 'Alt S', place: 'everywhere' },
  { id: 'leaveSaved', keys: 'Alt Y', place: 'everywhere' },

  { id: 'move', keys: '↑ ↓ ← →', place: 'selling', right: 'sell' },
  { id: 'letters', keys: 'a … z', place: 'selling', right: 'sell' },
  { id: 'quick', keys: 'Ctrl 1 … 8', place: 'selling', right: 'sell' },
  { id: 'favourite', keys: '*', place: 'selling', right: 'sell' },
  { id: 'received', keys: '0 … 9', place: 'selling', right: 'sell' },
  { id: 'usual', keys: '1 2 3 4', place: 'selling', right: 'sell' },
  { id: 'tenderCash', keys: 'Alt 1', place: 'selling', right: 'sell' },
  { id: 'tenderTransfer', keys: 'Alt 2', place: 'selling', right: 'sell' },
  { id: 'tenderCredit', keys: 'Alt 3', place: 'selling', right: 'sell' },
  { id: 'gaveBack', keys: 'Alt 4', place: 'selling', right: 'sell' },
  { id: 'seen', keys: 'Alt 5', place: 'selling', right: 'sell' },
  { id: 'sellAgain', keys: 'Alt 6', place: 'selling', right: 'sell' },
  { id: 'supportCopy', keys: 'Alt T', place: 'selling' },
  { id: 'overLimit', keys: 'Alt L', place: 'selling', right: 'credit' },
  { id: 'debtorOther', keys: 'Alt X', place: 'selling', right: 'sell' },
  { id: 'billFirst', keys: 'Alt 7', place: 'selling', right: 'sell' },
  { id: 'billSecond', keys: 'Alt 8', place: 'selling', right: 'sell' },
  { id: 'billThird', keys: 'Alt 9', place: 'selling', right: 'sell' },
  { id: 'tenderPart', keys: 'Alt R', place: 'selling', right: 'sell' },
  { id: 'shelf', keys: 'Alt O', place: 'selling', right: 'sell' },
  { id: 'shelfTabBefore', keys: 'Alt ArrowLeft', place: 'selling', right: 'sell' },
  { id: 'shelfTabNext', keys: 'Alt ArrowRight', place: 'selling', right: 'sell' },
  { id: 'cashWay', keys: 'Alt E', place: 'selling', right: 'products' },
  { id: 'bringAgain', keys: 'Alt U', place: 'selling', right: 'sell' },
  { id: 'catalogBring', keys: 'Alt A', place: 'selling', right: 'sell' },
  { id: 'toList', keys: '↓', place: 'lists' },
  { id: 'rows', keys: '↑ ↓', place: 'lists' },
  { id: 'ends', keys: 'Home End', place: 'lists' },
  { id: 'leaps', keys: 'PageUp PageDown', place: 'lists' },
  { id: 'unfold', keys: letters.parts, place: 'lists' },

  { id: 'dayBefore', keys: letters.before, place: 'today' },
  { id: 'dayAfter', keys: 'S', place: 'today' },
  { id: 'dayToday', keys: letters.today, place: 'today' },
  { id: 'dayBring', keys: letters.bring, place: 'today', right: 'reports' },
  { id: 'dayReconcile', keys: letters.check, place: 'today', right: 'reports' },
  { id: 'dayFilter', keys: '1 … 9', place: 'today' },
  { id: 'dayFind', keys: letters.find, place: 'today' },
  { id: 'earnedParts', keys: letters.parts, place: 'today', right: 'commissions' },

  { id: 'lookNow', keys: 'Alt C', place: 'sale' },
  { id: 'saleResolve', keys: letters.check, place: 'sale' },
  { id: 'saleAgain', keys: 'V', place: 'sale', right: 'sell' },
  { id: 'saleClaim', keys: letters.add, place: 'sale', right: 'claims' },
  { id: 'saleWhatsApp', keys: 'Alt W', place: 'sale', right: 'sell' },
  { id: 'saleCopy', keys: letters.copy, place: 'sale' },
  { id: 'saleSave', keys: letters.saveFile, place: 'sale' },
  { id: 'saleClaims', keys: 'M', place: 'sale' },
  { id: 'saleCorrect', keys: 'J', place: 'sale', right: 'sell' },

  { id: 'tillIn', keys: letters.comesIn, place: 'till', right: 'movements' },
  { id: 'tillOut', keys: letters.goesOut, place: 'till', right: 'movements' },
  { id: 'tillShop', keys: 'M', place: 'till', right: 'movements' },
  { id: 'tillClose', keys: letters.close, place: 'till', right: 'shift' },
  { id: 'tillCloseOther', keys: 'O', place: 'till', right: 'people' },
  { id: 'tillReport', keys: 'X', place: 'till', right: 'shift' },
  { id: 'tillOwed', keys: 'D', place: 'till', right: 'shift' },
  { id: 'tillCredit', keys: 'F', place: 'till', right: 'shift' },
  { id: 'tillShifts', keys: 'Z', place: 'till', right: 'shift' },
  { id: 'tillTake', keys: letters.goesOut, place: 'till', right: 'movements' },
  { id: 'tillPieces', keys: 'Alt B', place: 'till', right: 'shift' },

  { id: 'debtFind', keys: letters.find, place: 'debt' },
  { id: 'debtNew', keys: letters.add, place: 'debt' },
  { id: 'debtPay', keys: letters.comesIn, place: 'debt', right: 'movements' },
  { id: 'debtAdjust', keys: 'J', place: 'debt', right: 'credit' },
  { id: 'debtWriteOff', keys: 'D', place: 'debt', right: 'credit' },
  { id: 'debtChange', keys: 'L', place: 'debt', right: 'credit' },

  { id: 'reportToday', keys: letters.today, place: 'report', right: 'reports' },
  { id: 'reportYesterday', keys: letters.before, place: 'report', right: 'reports' },
  { id: 'reportWeek', keys: 'W', place: 'report', right: 'reports' },
  { id: 'reportMonth', keys: 'M', place: 'report', right: 'reports' },
  { id: 'reportLastMonth', keys: 'P', place: 'report', right: 'reports' },
  { id: 'reportDays', keys: letters.typeIn, place: 'report', right: 'reports' },
  { id: 'reportKind', keys: 'K', place: 'report', right: 'reports' },
  { id: 'reportParts', keys: '1 … 4', place: 'report', right: 'reports' },
  { id: 'reportPartsNext', keys: 'S', place: 'report', right: 'reports' },
  { id: 'reportPartsOn', keys: 'Y', place: 'report', right: 'reports' },
  { id: 'reportCompare', keys: 'C', place: 'report', right: 'reports' },
  { id: 'reportCharts', keys: letters.parts, place: 'report', right: 'reports' },
  { id: 'reportBy', keys: 'F', place: 'report', right: 'reports' },
  { id: 'reportProof', keys: letters.check, place: 'report', right: 'reports' },
  { id: 'reportRefresh', keys: letters.bring, place: 'report', right: 'reports' },
  { id: 'reportFind', keys: letters.find, place: 'report', right: 'reports' },
  { id: 'reportClear', keys: 'X', place: 'report', right: 'reports' },
  { id: 'reportGoTo', keys: 'I', place: 'report', right: 'reports' },
  { id: 'reportSort', keys: 'Z', place: 'report', right: 'reports' },
  { id: 'reportExcel', keys: letters.saveFile, place: 'report', right: 'export' },
  { id: 'reportCsv', keys: 'V', place: 'report', right: 'export' },
  { id: 'reportOptions', keys: 'O', place: 'report', right: 'export' },
  { id: 'reportBooks', keys: 'L', place: 'report', right: 'books' },

  { id: 'booksBring', keys: letters.bring, place: 'books', right: 'books' },
  { id: 'booksTyped', keys: letters.typeIn, place: 'books', right: 'books' },
  { id: 'booksChart', keys: 'P', place: 'books', right: 'books' },
  { id: 'booksClassify', keys: 'K', place: 'books', right: 'books' },
  { id: 'booksSee', keys: 'V', place: 'books', right: 'reports' },
  { id: 'booksClose', keys: letters.close, place: 'books', right: 'books' },
  { id: 'booksSave', keys: letters.saveFile, place: 'books', right: 'export' },
  { id: 'booksAdd', keys: letters.add, place: 'books', right: 'books' },
  { id: 'booksSuggest', keys: 'S', place: 'books', right: 'books' },
  { id: 'booksLoad', keys: letters.comesIn, place: 'books', right: 'books' },
  { id: 'booksTakeBack', keys: 'X', place: 'books', right: 'books' },

  { id: 'branchesFind', keys: letters.find, place: 'branches', page: '/cajas' },
  { id: 'branchesList', keys: 'L', place: 'branches', page: '/cajas' },
  { id: 'branchesBranch', keys: 'Alt C', place: 'branches', page: '/cajas' },
  { id: 'branchesFigure', keys: '1 … 8', place: 'branches', page: '/cajas' },
  { id: 'branchesBring', keys: letters.bring, place: 'branches', page: '/cajas' },

  { id: 'topUpCopy', keys: letters.copy, place: 'topUp', right: 'sell' },
  { id: 'topUpOpen', keys: 'V', place: 'topUp', right: 'sell' },
  { id: 'topUpLook', keys: letters.check, place: 'topUp', right: 'sell' },
  { id: 'topUpStop', keys: 'X', place: 'topUp', right: 'sell' },
  { id: 'topUpNew', keys: letters.add, place: 'topUp', right: 'sell' },

  { id: 'settingsNext', keys: 'Alt ArrowDown', place: 'settings' },
  { id: 'settingsBefore', keys: 'Alt ArrowUp', place: 'settings' },
  { id: 'settingsTabBefore', keys: 'Alt ArrowLeft', place: 'settings', right: 'products' },
  { id: 'settingsTabNext', keys: 'Alt ArrowRight', place: 'settings', right: 'products' },
  { id: 'settingsChanges', keys: 'Alt M', place: 'settings', page: '/catalogo/cambios' },
  { id: 'settingsCategory', keys: 'Alt C', place: 'settings', right: 'products' },
  { id: 'settingsNew', keys: letters.add, place: 'settings', right: 'connections' },
  { id: 'settingsTry', keys: 'Alt R', place: 'settings', right: 'connections' },
  { id: 'settingsDevice', keys: 'Alt G', place: 'settings', right: 'connections' },
  { id: 'settingsCheck', keys: letters.check, place: 'settings', right: 'settings' },
  { id: 'settingsFile', keys: letters.saveFile, place: 'settings', right: 'export' },
  { id: 'settingsBring', keys: letters.bring, place: 'settings', right: 'settings' },
  { id: 'settingsInstall', keys: 'Alt U', place: 'settings', right: 'settings' },
  { id: 'settingsOlder', keys: letters.before, place: 'settings', right: 'settings' },
  { id: 'settingsFolder', keys: 'F', place: 'settings' },
  { id: 'settingsShow', keys: 'M', place: 'settings', right: 'settings' },
  { id: 'settingsDrawer', keys: 'Alt J', place: 'settings', right: 'settings' },
  { id: 'settingsAccept', keys: letters.comesIn, place: 'settings', right: 'products' },
  { id: 'settingsPick', keys: '1 … 9', place: 'settings', right: 'people' },
  { id: 'settingsRemove', keys: 'Q', place: 'settings', right: 'connections' },
  { id: 'settingsStop', keys: 'X', place: 'settings', right: 'settings' },
  { id: 'copyNow', keys: letters.copy, place: 'settings', right: 'settings' },
  { id: 'copyKey', keys: 'K', place: 'settings', right: 'settings' },
  // Of a register among several: who may see all of them runs its card, too.
  { id: 'hubSend', keys: letters.goesOut, place: 'settings', page: '/cajas' },
  { id: 'hubJoin', keys: 'O', place: 'settings', page: '/cajas' },
  { id: 'hubLeave', keys: 'D', place: 'settings', page: '/cajas' },
  { id: 'hubSee', keys: 'V', place: 'settings', page: '/cajas' },
  { id: 'trialColombia', keys: 'Alt 1', place: 'settings', right: 'connections' },
  { id: 'trialEcuador', keys: 'Alt 2', place: 'settings', right: 'connections' },
  { id: 'firstCountry', keys: '1 2', place: 'settings', right: 'connections' },
  { id: 'firstConnect', keys: 'C', place: 'settings', right: 'connections' },
  { id: 'firstLanguage', keys: 'I', place: 'settings', right: 'connections' },
] as const satisfies readonly Shortcut[]

export type ShortcutId = (typeof shortcuts)[number]['id']

/** How a key is written. */
export function keysOf(id: ShortcutId): string {
  return shortcuts.find((one) => one.id === id)?.keys ?? ''
}

/** What a key on the keyboard is called here: `F8`, `Shift F8`, `Ctrl K`, `C`, `Esc`. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'code' | KeyModifier>): string {
  const { key, code } = event
  const isControl = event.ctrlKey || event.metaKey
  // A layout without Latin letters, or that writes other signs with Alt, still has the key in its place: that will do.
  const place = /^(?:Key([A-Z])|Digit(\d))$/.exec(code)
  const isOther = (isControl || event.altKey) && !/^[a-z\d]$/i.test(key)
  const name = (isOther && (place?.[1] ?? place?.[2])) || (key === 'Escape' ? 'Esc' : key)
  const modifiers = [
    isControl ? 'Ctrl' : '',
    event.altKey ? 'Alt' : '',
    event.shiftKey && name.length > 1 ? 'Shift' : '',
  ].filter((one) => one !== '')
  return [...modifiers, name.length === 1 ? name.toUpperCase() : name].join(' ')
}

type KeyModifier = 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'

/** Whether what has the focus takes letters itself. */
export function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}

/** Whether it is a field of text in which something was written. */
export function isWriting(target: EventTarget | null): boolean {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isText && !isSwitch(target) && target.value !== ''
}

/**
 * Whether a press writes a sign that fields need. On a Mac Option alone does: `@` is Option with Q or 2 on layouts for
 * Spanish. Elsewhere AltGr does, and Alt never.
 */
function writesSign(
  { key, altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  isMac = /Mac/.test(navigator.userAgent),
): boolean {
  return isMac && altKey && !ctrlKey && !metaKey && /^[!-~]$/.test(key) && !/[a-z\d]/i.test(key)
}

/** Alt with the numeric pad writes a sign by its number on Windows, and is no key of ours. */
const isSignByNumber = ({ altKey, code }: Pick<KeyboardEvent, 'altKey' | 'code'>): boolean =>
  altKey && code.startsWith('Numpad')

/** A choice or a switch has the focus: it takes no letters. */
export const isSwitch = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && ['radio', 'checkbox'].includes(target.type)

/** Whether it is in what is open above the page, which has its letters and its Esc for itself. */
export function isInDialog(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role="dialog"], [role="listbox"], [data-over-page]') !== null
  )
}

/** How long (ms) a press waits for what it is about: later, nobody expects it any more. */
const patience = 3_000

/**
 * The press that waits: of which key, since when (ms of the window's clock), by which event, whose it is, and whether a part
 * that is drawn later takes it over. There is one at most, as anything else that is pressed ends it.
 */
let waiting: {
  id: ShortcutId
  since: number
  event: Event
  by: symbol
  isKept: boolean
} | null = null

/** What is pressed ends what waited before. */
function endBefore(event: Event): void {
  if (waiting?.event !== event) waiting = null
}

/** Whether what waits is this one's and was pressed a moment ago; it does not wait any more. */
function takeWaiting(by: symbol): boolean {
  if (waiting?.by !== by) return false
  const { since } = waiting
  waiting = null
  return performance.now() - since < patience
}

/**
 * Calls this with each press of a key that is for the part of the screen that asks; it says whether it took it. Answers
 * whether that part stands in the window: a page that is kept alive does not while another one is shown, nor what was made
 * for it meanwhile.
 */
function onPress(id: ShortcutId, take: (event: Event) => boolean): () => boolean {
  const name = keysOf(id)
  const part = getCurrentInstance()
  const isShown = () =>
    part === null || (part.proxy?.$el instanceof Node && part.proxy.$el.isConnected)
  useEventListener(window, 'keydown', (event) => {
    if (!event.repeat) endBefore(event)
    if (
      !isShown() ||
      isSignByNumber(event) ||
      event.isComposing ||
      event.repeat ||
      event.defaultPrevented ||
      keyName(event) !== name
    )
      return
    const isText = name.length === 1 || writesSign(event)
    if (isText && isEditable(event.target) && !isSwitch(event.target)) return
    if ((name.length === 1 || name === 'Esc') && isInDialog(event.target)) return
    if (take(event)) event.preventDefault()
  })
  return isShown
}

/**
 * Keeps a press of these keys until the page `isRead`, where their parts are drawn only then: the part does it once it is
 * there. A part that reads more keeps it further.
 */
export function keepKeys(ids: readonly ShortcutId[], isRead: () => boolean): void {
  const page = Symbol('page')
  for (const id of ids) {
    if (waiting?.isKept && waiting.id === id) waiting.by = page
    onPress(id, (event) => {
      if (isRead()) return false
      waiting = { id, since: performance.now(), event, by: page, isKept: true }
      return true
    })
  }
  const forget = () => {
    if (waiting?.by === page) waiting = null
  }
  useEventListener(window, 'pointerdown', endBefore, { capture: true })
  watch(isRead, (read) => read && forget(), { flush: 'post' })
  onScopeDispose(forget)
}

/**
 * Does something at a key of the list, for as long as the part of the screen that asks is there. A letter or sign typed
 * into a field is text, and what another part has taken is left alone. Before it `isReady`, as what it is about is still
 * being read, a press waits for it a moment, unless anything else is pressed meanwhile.
 */
export function useKey(id: ShortcutId, act: () => void, isReady: () => boolean = () => true): void {
  const part = Symbol(id)
  const isShown = onPress(id, (event) => {
    if (isReady()) act()
    else waiting = { id, since: performance.now(), event, by: part, isKept: false }
    return true
  })
  const atLast = () => {
    if (takeWaiting(part) && isShown()) act()
  }
  useEventListener(window, 'pointerdown', endBefore, { capture: true })
  watch(isReady, (ready) => ready && atLast(), { flush: 'post' })
  onScopeDispose(() => takeWaiting(part))
  // It was pressed before this part was there.
  if (!waiting?.isKept || waiting.id !== id) return
  waiting = { ...waiting, by: part, isKept: false }
  void nextTick(() => isReady() && atLast())
}

/** Does something at a key while its `part` is seen: what lies under another one, or is empty, leaves the key to others. */
export function useSeenKey(
  id: ShortcutId,
  part: Readonly<Ref<Pick<HTMLElement, 'checkVisibility'> | null>>,
  act: () => void,
): void {
  onPress(id, () => {
    if (!part.value?.checkVisibility()) return false
    act()
    return true
  })
}
