/** What a key adds to a scan. */
export type ScanKey =
  | { kind: 'letter'; letter: string }
  /** Enter or Tab, as scanners are set to end with. */
  | { kind: 'end' }
  /** Shift and its kin: they come between letters and say nothing. */
  | { kind: 'silent' }
  /** Any other key: no scanner sends it. */
  | { kind: 'other' }

/**
 * What to do with a key. `pass`: anyone may have it, and `begins` says that it may be the first of a burst; `take`: it
 * is part of a scan and no one else's, and `first` says that the burst was just recognised.
 */
export type ScanVerdict =
  | { do: 'pass'; begins: boolean }
  | { do: 'take'; first: boolean }
  | { do: 'scan'; text: string }

const pass = { do: 'pass', begins: false } as const

/** Keys of a scanner come closer than these milliseconds; no hand types a number so fast. */
const fast = 35
/** Once recognised, a slow wireless scanner may hold its breath for so long. */
const patience = 120
/** So many digits at that pace are a scanner. Words are never taken: programs and pastes type those. */
const enoughDigits = 6

/** The separator that stands for FNC1. */
const groupSeparator = '\x1d'

/**
 * Recognises a scanner by its pace: a burst of letters, most of them digits, ended by Enter or Tab. Times are
 * milliseconds of the keys' own clock, so that a window that was busy meanwhile does not mistake hands for a scanner.
 */
export function createScanBurst() {
  let text = ''
  let last = -Infinity
  let taking = false
  /** Its beginning was given back already: what still comes of it is no scan of its own. */
  let broken = false

  function reset(): void {
    text = ''
    taking = false
    broken = false
  }

  function press(key: ScanKey, at: number): ScanVerdict {
    if (at - last > (taking || broken ? patience : fast)) reset()
    if (key.kind === 'silent') return pass
    last = at
    if (key.kind === 'other') {
      reset()
      return pass
    }
    if (key.kind === 'end') {
      const ended = text
      const verdict: ScanVerdict = taking ? { do: 'scan', text: ended } : pass
      const wasBroken = broken
      reset()
      return wasBroken ? { do: 'take', first: false } : verdict
    }
    if (broken) return { do: 'take', first: false }
    text += key.letter
    const wasTaking = taking
    taking ||= text.replace(/\D/g, '').length >= enoughDigits
    if (taking) return { do: 'take', first: !wasTaking }
    return { do: 'pass', begins: text === key.letter }
  }

  return {
    press,
    /** Whether the next letter may belong to a scan that has begun. */
    begun: () => text !== '',
    /**
     * Gives up a burst that nothing ended; answers its text if it was being taken. Keys of it that were only late, on
     * a busy computer, are dropped: a code that lost its beginning must not be read as another one.
     */
    flush: (): string | null => {
      const ended = taking ? text : null
      reset()
      broken = ended !== null
      return ended
    },
  }
}

/** What a key press adds to a scan, on any keyboard layout. GS comes as Ctrl+], as F8, or not at all. */
export function scanKeyOf(
  event: Pick<
    KeyboardEvent,
    'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat' | 'isComposing' | 'getModifierState'
  >,
): ScanKey {
  const { key } = event
  if (event.repeat || event.isComposing || event.metaKey) return { kind: 'other' }
  const isAltGr = event.getModifierState('AltGraph')
  if (key === groupSeparator || key === 'F8' || (event.ctrlKey && !isAltGr && key === ']')) {
    return { kind: 'letter', letter: groupSeparator }
  }
  if (silentKeys.has(key)) return { kind: 'silent' }
  if (key === 'Enter' || key === 'Tab') {
    return { kind: event.ctrlKey || event.altKey ? 'other' : 'end' }
  }
  const isLetter = [...key].length === 1 && (isAltGr || (!event.ctrlKey && !event.altKey))
  return isLetter ? { kind: 'letter', letter: key } : { kind: 'other' }
}

const silentKeys: ReadonlySet<string> = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'CapsLock',
  'NumLock',
  'Dead',
  'Unidentified',
])
