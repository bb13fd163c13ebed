import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FindEvidence, SellEvidence } from '../../electron/service/service.ts'
import type { Journal } from '../../electron/store/journal/journal.ts'
import type { EventDraft, SaleChange } from '../../electron/store/sales/intent.ts'
import type { SaleRecord } from '../../electron/store/sales/sale-row.ts'
import { lookupSpan, type SaleFacts } from '../../shared/domain/sale/sale-machine.ts'
import type { SaleState } from '../../shared/domain/sale/sale.ts'
import type { Transaction } from '../../shared/domain/sale/transaction.ts'
import { Failure } from '../../shared/errors.ts'
import type { Bug } from './register.ts'

/** Programs that are wrong in one way each; the oracle has to catch every one of them. */
export const bugs: Record<string, Bug> = {
  'a timeout is read as a failure': sellHeard((heard) =>
    heard.kind === 'unknown' && heard.exchange.httpStatus === null
      ? { ...heard, kind: 'not-sent' }
      : heard,
  ),
  'a 500 is read as a failure': sellHeard((heard) =>
    heard.kind === 'unknown' && heard.exchange.httpStatus === 500
      ? { ...heard, kind: 'not-sent' }
      : heard,
  ),
  'an answer that breaks the reader is read as not sent': sellHeard((heard) =>
    isDeep(heard.exchange.raw) ? { ...heard, kind: 'not-sent' } : heard,
  ),
  'a 401 is read as not sent': sellHeard((heard) =>
    heard.kind === 'unauthorized' ? { ...heard, kind: 'not-sent' } : heard,
  ),
  'a page of a proxy is read as a refusal': sellHeard((heard) =>
    heard.kind === 'unknown' && heard.exchange.serverDate === null
      ? { ...heard, kind: 'refused' }
      : heard,
  ),
  'an unknown sale is sent again at once': {
    service: (real) => ({
      ...real,
      sell: async (body) => {
        const heard = await real.sell(body)
        return heard.kind === 'unknown' ? real.sell(body) : heard
      },
    }),
  },
  'a sale is sent before SENDING is durable': {
    journal: (real, { service }) => ({
      ...real,
      prepare: (intent) => {
        const record = real.prepare(intent)
        early.set(intent.id, service().sell(intent.body))
        return record
      },
    }),
    service: (real) => ({ ...real, sell: (body) => early.get(idOf(body)) ?? real.sell(body) }),
  },
  'a sale is sent before its intent is written': {
    journal: (real, { service }) => ({
      ...real,
      prepare: (intent) => {
        early.set(intent.id, service().sell(intent.body))
        return real.prepare(intent)
      },
    }),
    service: (real) => ({ ...real, sell: (body) => early.get(idOf(body)) ?? real.sell(body) }),
  },
  'one early "not found" is final': written((facts, before, event) =>
    event.kind === 'lookup' && facts.misses === 1 && before.state === 'UNKNOWN'
      ? ended(facts, 'DECLINED')
      : facts,
  ),
  'what lies between two "not found" is read from a clock that is set': written(
    (facts, _before, { at }) =>
      facts.state === 'UNKNOWN' &&
      facts.outcome === 'refused' &&
      facts.misses > 1 &&
      at - (facts.firstMissAt ?? at) >= 10_000
        ? ended(facts, 'DECLINED')
        : facts,
  ),
  'three "not found" are final': written((facts) =>
    facts.state === 'REVIEW' && facts.error?.code === 'RECORD_NOT_FOUND'
      ? ended(facts, 'DECLINED')
      : facts,
  ),
  'a refusal is final without a look': written((facts) =>
    facts.state === 'UNKNOWN' && facts.outcome === 'refused' ? ended(facts, 'DECLINED') : facts,
  ),
  'an outcome is shown before it is durable': {
    journal: (real, { clock }) => ({
      ...real,
      advance: (before, change, event) => {
        if (event.kind !== 'lookup') return real.advance(before, change, event)
        clock.after(3, () => unlessDead(() => real.advance(before, change, event)))
        return asWritten(before, change)
      },
    }),
  },
  'a write that the disk refused is taken for done': {
    journal: (real) => ({
      ...real,
      advance: (before, change, event) => {
        try {
          return real.advance(before, change, event)
        } catch (caught) {
          if (caught instanceof Failure && event.kind === 'outcome')
            return asWritten(before, change)
          throw caught
        }
      },
    }),
  },
  'a draft is not unique': {
    journal: (real) => ({
      ...real,
      saleOfDraft: () => null,
      sameSale: () => null,
      prepare: (intent) =>
        real.saleOfDraft(intent.draftId)
          ? real.prepare({ ...intent, draftId: `${intent.draftId}-${intent.id}` })
          : real.prepare(intent),
    }),
  },
  'a restart sends again what was SENDING': resend('SENDING'),
  'a restart sends what was PREPARED': resend('PREPARED'),
  'a crash in SENDING is read as not sent': written((facts, before, event) =>
    event.kind === 'crash-recovery' && before.state === 'SENDING'
      ? ended(facts, 'NOT_SENT')
      : facts,
  ),
  'a crash is not settled at the next start': {
    journal: (real) => ({ ...real, unfinished: () => [] }),
  },
  'another amount is accepted': findHeard((found, wanted) => ({ ...found, amount: wanted.amount })),
  'another product is accepted': findHeard((found) => ({ ...found, product: null })),
  'PENDING is read as approved': written((facts) =>
    facts.state === 'PENDING' ? ended(facts, 'APPROVED') : facts,
  ),
  'ACCEPTED is read as approved': written((facts) =>
    facts.state === 'ACCEPTED' ? ended(facts, 'APPROVED') : facts,
  ),
  'PARTIAL is closed silently': written((facts) =>
    facts.state === 'PARTIAL' ? ended(facts, 'APPROVED') : facts,
  ),
  'an unknown status is read as rejected': written((facts) =>
    facts.error?.code === 'STATUS_NOT_KNOWN' ? ended(facts, 'REJECTED') : facts,
  ),
  'the horizon is ignored': written((facts) =>
    facts.sentAt === null || facts.horizonAt === null
      ? facts
      : { ...facts, horizonAt: facts.sentAt + 1000 * lookupSpan(facts.sentAt) },
  ),
  '"not found" proves something under skew': {
    service: (real) => ({
      ...real,
      find: async (id, signal) => {
        const { exchange, ...heard } = await real.find(id, signal)
        return { ...heard, exchange: { ...exchange, serverDate: exchange.endedAt } } as FindEvidence
      },
    }),
  },
  'an event is lost': {
    emit:
      (real, { random }) =>
      (name, payload) => {
        if (!random.chance(0.1)) real(name, payload)
      },
  },
  'the count of open sales is not told anew': {
    emit:
      (real, { random }) =>
      (name, payload) => {
        if (name !== 'selling.openCount' || !random.chance(0.1)) real(name, payload)
      },
  },
  'the word of a person is taken for evidence': {
    journal: (real) => ({
      ...real,
      advance: (before, change, event) => {
        const facts = change.closing ? ended(change.facts, 'APPROVED') : change.facts
        return real.advance(before, { ...change, facts }, event)
      },
    }),
  },
  'a recovery leaves out what intents.log has': {
    disk: (real) => ({
      ...real,
      open: (life, now, damage) => {
        if (damage !== null) rmSync(join(real.folder() ?? '', 'intents.log'), { force: true })
        return real.open(life, now, damage)
      },
    }),
  },
  'a cent is lost on the way to the disk': {
    journal: (real, { random }) => ({
      ...real,
      prepare: (intent) => {
        const lost = random.chance(0.05) ? 1 : 0
        const { amount } = intent
        return real.prepare({ ...intent, amount: { ...amount, minor: amount.minor - lost } })
      },
    }),
  },
  'look-ups end after the first hour': written((facts, { sentAt }, { at }) =>
    sentAt !== null && at - sentAt > 3_600_000 ? { ...facts, nextLookAt: null } : facts,
  ),
}

/** An answer that ends the platform's stack, level by level. */
const isDeep = (raw: string | null) =>
  raw !== null && (raw.includes('['.repeat(2_000)) || raw.includes('{"a":'.repeat(2_000)))

/** Requests that a wrong program sent too early, by `_id`. */
const early = new Map<string, Promise<SellEvidence>>()

function sellHeard(wrong: (heard: SellEvidence) => SellEvidence | object): Bug {
  return {
    service: (real) => ({
      ...real,
      sell: async (body) => wrong(await real.sell(body)) as SellEvidence,
    }),
  }
}

function findHeard(wrong: (found: Transaction, wanted: SaleRecord) => Transaction): Bug {
  return {
    journal: (real) => {
      wantedOf = real.sale
      return real
    },
    service: (real) => ({
      ...real,
      find: async (id, signal) => {
        const heard = await real.find(id, signal)
        const wanted = wantedOf(id)
        if (heard.kind === 'not-found' || wanted === null) return heard
        return { ...heard, transaction: wrong(heard.transaction, wanted) }
      },
    }),
  }
}

let wantedOf: Journal['sale'] = () => null

/** A state machine that is wrong: another next state than production's is written. */
function written(
  wrong: (facts: SaleFacts, before: SaleRecord, event: EventDraft) => SaleFacts,
): Bug {
  return {
    journal: (real) => ({
      ...real,
      advance: (before, change, event) =>
        real.advance(before, { ...change, facts: wrong(change.facts, before, event) }, event),
    }),
  }
}

function ended(facts: SaleFacts, state: SaleState): SaleFacts {
  return { ...facts, state, error: null, nextLookAt: null, settledAt: facts.sentAt }
}

function asWritten(before: SaleRecord, { facts }: SaleChange): SaleRecord {
  return { ...before, ...facts, revision: before.revision + 1 }
}

function resend(state: SaleState): Bug {
  return {
    start: (journal, service) => {
      for (const id of journal.unfinished()) {
        const sale = journal.sale(id)
        if (sale?.state === state) service.sell(sale.body).catch(() => undefined)
      }
    },
  }
}

/** A wrong program dies like any other. */
function unlessDead(work: () => unknown): void {
  try {
    work()
  } catch (caught) {
    if (!(caught instanceof Error)) throw caught
  }
}

function idOf(body: string): string {
  return /"_id":"([^"]+)"/.exec(body)?.[1] ?? ''
}
