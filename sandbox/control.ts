import { z } from 'zod'
import { faultSchema } from './faults/faults.ts'
import type { Fault, FaultInput } from './faults/faults.ts'
import { loadBalance } from './loads.ts'
import type { LedgerTransaction } from './ledger/transaction.ts'
import type { Pipeline } from './http/pipeline.ts'
import type { SandboxSettings } from './settings.ts'
import { STATUS } from './statuses.ts'
import type { StatusName } from './statuses.ts'

export const clockChangeSchema = z.strictObject({
  /** Moves the clock by so many seconds, also back. */
  advanceSeconds: z.number().optional(),
  /** Sets the clock to a moment with a zone, such as 2026-11-21T10:00:00-05:00. */
  now: z.iso.datetime({ offset: true }).optional(),
  /** While frozen it moves only by this call. */
  frozen: z.boolean().optional(),
})

export type ClockChange = z.infer<typeof clockChangeSchema>

/** What tests do to a running sandbox, over HTTP or in process. */
export class Control {
  readonly #pipeline: Pipeline

  constructor(pipeline: Pipeline) {
    this.#pipeline = pipeline
  }

  /** Faults that still wait for their requests. */
  faults(): Fault[] {
    return this.#pipeline.faults.list()
  }

  /** Adds faults, in the order in which they strike; parameters left out take their defaults. */
  addFaults(...faults: FaultInput[]): Fault[] {
    this.#pipeline.faults.add(faults.map((fault) => faultSchema.parse(fault)))
    return this.faults()
  }

  clearFaults(): void {
    this.#pipeline.faults.clear()
  }

  requests() {
    return this.#pipeline.log.report()
  }

  /** Which days lists were asked for, the first first. */
  listedDays() {
    return this.#pipeline.log.listed()
  }

  clearRequests(): void {
    this.#pipeline.log.clear()
  }

  settings(): SandboxSettings {
    return this.#pipeline.service.settings
  }

  changeSettings(change: Partial<SandboxSettings>): SandboxSettings {
    const { service } = this.#pipeline
    service.settings = { ...service.settings, ...change }
    return service.settings
  }

  clock(): { now: string; frozen: boolean } {
    const { clock } = this.#pipeline.service
    return { now: new Date(clock.now()).toISOString(), frozen: clock.frozen }
  }

  changeClock(change: ClockChange): { now: string; frozen: boolean } {
    const { clock } = this.#pipeline.service
    if (change.frozen !== undefined) clock.freeze(change.frozen)
    if (change.now !== undefined) clock.set(Date.parse(change.now))
    if (change.advanceSeconds !== undefined) clock.advance(change.advanceSeconds * 1000)
    return this.clock()
  }

  /** Puts a transaction in a state for good; false when there is none with this identifier. */
  setStatus(id: number, status: StatusName): boolean {
    return this.#pipeline.service.ledger.setStatus(id, STATUS[status])
  }

  /** Loads balance, in minor units. */
  load(amount: number): LedgerTransaction {
    return loadBalance(this.#pipeline.service, amount)
  }

  /** The token that the contract's paths accept from now on. */
  changeToken(token: string): void {
    this.#pipeline.token = token
  }
}
