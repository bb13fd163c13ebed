import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupTypedPhone } from '../../../shared/domain/identity/phone.ts'
import { groupTypedMoney, parseTypedMoney } from '../../../shared/domain/money/typed-money.ts'
import { afterTyping, placeAfter, type Group } from './typed-groups.ts'

const pesos: Group = (text) => groupTypedMoney(text, 'comma')
const phone: Group = (text) => groupTypedPhone(text, 'CO').replaceAll('\u00a0', ' ')

/** A field with a cursor `|`, or what is chosen between two; what a hand does to it, and how it stands after. */
function field(group: Group, begin: string) {
  let text = ''
  let shown = ''
  let chosen: [number, number] = [0, 0]
  const set = (now: string, at: [number, number], isForward = false) => {
    const cursor = at[1]
    const after = afterTyping({ text, shown, now, cursor, chosen, isForward })
    text = after.text
    shown = group(text)
    const place = placeAfter(text, shown, after.own)
    chosen = [place, place]
  }
  const hand = {
    type(letters: string) {
      for (const letter of letters) hand.paste(letter)
      return hand
    },
    paste(what: string) {
      const [start, end] = chosen
      const place = start + what.length
      set(shown.slice(0, start) + what + shown.slice(end), [place, place])
      return hand
    },
    erase(by: -1 | 1 = -1) {
      const [start, end] = chosen
      const [from, to] =
        start < end ? [start, end] : by < 0 ? [Math.max(0, start - 1), start] : [start, start + 1]
      set(shown.slice(0, from) + shown.slice(to), [from, from], by > 0)
      return hand
    },
    choose(start: number, end = start) {
      chosen = [start, end]
      return hand
    },
    stands: () => shown.slice(0, chosen[0]) + '|' + shown.slice(chosen[1]),
    text: () => text,
  }
  return hand.type(begin)
}

describe('a figure that is grouped while it is typed', () => {
  it('has its thousands apart, and the cursor where the hand left it', () => {
    expect(field(pesos, '12000').stands()).toBe('12.000|')
    expect(field(pesos, '12000').text()).toBe('12000')
    expect(field(pesos, '12000').choose(1).type('5').stands()).toBe('15|2.000')
    expect(field(pesos, '1234567').choose(0).type('9').stands()).toBe('9|1.234.567')
    expect(field(pesos, '12000').erase().stands()).toBe('1.200|')
    expect(field(pesos, '12000').choose(1, 5).type('7').stands()).toBe('17|0')
    expect(field(pesos, '12000,5').text()).toBe('12000,5')
    expect(field(pesos, '12000,5').stands()).toBe('12.000,5|')
  })

  it('loses a digit where only a mark would go', () => {
    expect(field(pesos, '12000').choose(3).erase().stands()).toBe('1|.000')
    expect(field(pesos, '12000').choose(2).erase(1).stands()).toBe('1.2|00')
  })

  it('takes what was typed or pasted as it is: what has two readings still asks', () => {
    expect(field(pesos, '1.234').text()).toBe('1.234')
    expect(field(pesos, '51234').choose(0, 6).paste('1.234').text()).toBe('1.234')
    expect(field(pesos, '12000').choose(0, 6).paste('12000').stands()).toBe('12.000|')
    expect(field(pesos, '12000').type('.50').text()).toBe('12000.50')
    expect(field(pesos, '12000').choose(0, 6).paste('$ 1.234.567').text()).toBe('$ 1.234.567')
  })

  it('a phone has its groups from the first digit', () => {
    expect(field(phone, '3001').stands()).toBe('300 1|')
    expect(field(phone, '3001234567').stands()).toBe('300 123 4567|')
    expect(field(phone, '3001234567').choose(4).erase().stands()).toBe('30|1 234 567')
    expect(field(phone, '012345').stands()).toBe('012345|')
  })

  it('never says another figure, whatever a hand does', () => {
    const move = fc.oneof(
      fc.record({ type: fc.stringMatching(/^\d{1,3}$/), at: fc.nat(20), to: fc.nat(20) }),
      fc.record({ erase: fc.constantFrom<-1 | 1>(-1, 1), at: fc.nat(20), to: fc.nat(20) }),
    )
    fc.assert(
      fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
        const hand = field(pesos, '1')
        for (const { at, to, ...one } of moves) {
          const { length } = hand.stands().replace('|', '')
          const [start = 0, end = 0] = [Math.min(at, length), Math.min(to, length)].toSorted(
            (a, b) => a - b,
          )
          hand.choose(start, end)
          if ('type' in one) hand.type(one.type)
          else hand.erase(one.erase)
        }
        const shown = hand.stands().replace('|', '')
        expect(hand.text()).toBe(shown.replaceAll('.', ''))
        const read = parseTypedMoney(hand.text(), 'COP', 'comma')
        if (read.ok)
          expect(String(read.money.minor / 100)).toBe(hand.text().replace(/^0+(?=\d)/, ''))
      }),
      { numRuns: 60, seed: 20_261_123 },
    )
  })
})
