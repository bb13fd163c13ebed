import { Failure } from '../../../../shared/errors.ts'
import type { ListPage } from '../../../service/service.ts'

/** So many answers in a row, prompt and at the first try, say that the service bears a second request beside one. */
const seenToBear = 3
/** An answer that takes longer than this, in milliseconds, comes from a service that has enough to do. */
const prompt = 5_000

/** One question to list, in service days. */
export interface ListQuestion {
  dateStart: string
  dateEnd: string
}

/** An answer and the question it belongs to. */
export interface Answered extends ListQuestion {
  page: ListPage
}

/** The questions of one gather on their way. */
export interface RequestLine {
  /**
   * Asks, or waits for what was asked ahead. Meanwhile `guess`, the question that will most likely follow, goes too
   * where the service is seen to bear two; and `meanwhile` is done, once the requests have left. What fails ahead is
   * asked again by itself, and nothing goes ahead any more.
   * @throws Failure CANCELLED, or as list does
   */
  ask(question: ListQuestion, guess: ListQuestion | null, meanwhile: () => void): Promise<ListPage>
  /** The answer that came ahead, where it is not the one to `question`: it is not to be lost. Else null. */
  stray(question: ListQuestion | null): Promise<Answered | null>
  /** Ends what is on its way; answers what has come all the same. */
  end(): Promise<Answered[]>
}

/** `isAhead`: beside another, on the chance that the service bears it. */
export type List = (
  dateStart: string,
  dateEnd: string,
  signal: AbortSignal,
  isAhead: boolean,
) => Promise<ListPage>

interface Sent extends ListQuestion {
  isAhead: boolean
  /** Never rejects: nobody may be waiting yet when it fails. */
  arrival: Promise<{ page: ListPage } | { error: unknown }>
}

/** Opens the line of one gather: one request at a time, then one ahead while the service answers promptly. */
export function openLine(list: List, signal: AbortSignal): RequestLine {
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  /** What is being waited for. */
  let current: Sent | null = null
  let ahead: Sent | null = null
  let calm = 0
  /** A request beside another failed: the service is taken to bear no more than one. */
  let bearsOne = false

  function send({ dateStart, dateEnd }: ListQuestion, isAhead = false): Sent {
    const arrival = list(dateStart, dateEnd, either, isAhead).then(
      (page) => ({ page }),
      (error: unknown) => {
        if (isAhead) bearsOne = true
        return { error }
      },
    )
    return { dateStart, dateEnd, isAhead, arrival }
  }

  /** The page, or null where it was asked ahead and failed. */
  async function pageOf(sent: Sent): Promise<ListPage | null> {
    current = sent
    const arrived = await sent.arrival
    current = null
    if ('page' in arrived) {
      const { exchange, attempts } = arrived.page
      calm = attempts === 1 && exchange.endedAt - exchange.startedAt <= prompt ? calm + 1 : 0
      return arrived.page
    }
    if (!sent.isAhead) throw arrived.error
    return null
  }

  return {
    async ask(question, guess, meanwhile) {
      if (signal.aborted) throw new Failure('CANCELLED')
      if (ahead && isSame(ahead, question)) {
        current = ahead
        ahead = null
      } else current = send(question)
      const sent = current
      const mayGoAhead = ahead === null && !bearsOne && calm >= seenToBear
      if (guess !== null && mayGoAhead) ahead = send(guess, true)
      // The requests leave before this thread is busy with what the ones before brought.
      await Promise.race([sent.arrival, turnOfLoop()])
      meanwhile()
      const page = await pageOf(sent)
      if (page) return page
      // Beside what is still on its way it would not be by itself.
      await ahead?.arrival
      return this.ask(question, null, () => undefined)
    },
    async stray(question) {
      if (ahead === null || (question && isSame(ahead, question))) return null
      const sent = ahead
      ahead = null
      const page = await pageOf(sent)
      return page && { dateStart: sent.dateStart, dateEnd: sent.dateEnd, page }
    },
    async end() {
      stop.abort()
      const came: Answered[] = []
      for (const sent of [current, ahead]) {
        const arrived = await sent?.arrival
        if (sent && arrived && 'page' in arrived) {
          const { dateStart, dateEnd } = sent
          came.push({ dateStart, dateEnd, page: arrived.page })
        }
      }
      return came
    },
  }
}

function isSame(one: ListQuestion, other: ListQuestion): boolean {
  return one.dateStart === other.dateStart && one.dateEnd === other.dateEnd
}

/** Lets what was begun leave: sockets are written to, timers run. */
function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
