import { Failure } from '../../../shared/errors.ts'
import type { ListPage } from '../../service/service.ts'

/** So many answers in a row, prompt and at the first try, say that the service bears a second request beside one. */
const seenToBear = 3
/** An answer that takes longer than this, in milliseconds, comes from a service that has enough to do. */
const prompt = 5_000

/** One question to list, in service days. */
export interface Question {
  dateStart: string
  dateEnd: string
}

/** An answer and the question it belongs to. */
export interface Answered extends Question {
  page: ListPage
}

/** The questions of one gather on their way. */
export interface RequestLine {
  /**
   * Asks, or waits for what was asked ahead. Meanwhile `guess`, the question that will most likely follow, goes too
   * where the service is seen to bear two; and `meanwhile` is done, once the requests have left.
   * @throws Failure CANCELLED, or as list does
   */
  ask(question: Question, guess: Question | null, meanwhile: () => void): Promise<ListPage>
  /** The answer that was asked ahead, where it is not the one to `question`: it is not to be lost. Else null. */
  stray(question: Question | null): Promise<Answered> | null
  /** Ends what is on its way; answers what has come all the same. */
  end(): Promise<Answered[]>
}

interface Sent extends Question {
  /** Never rejects: nobody may be waiting yet when it fails. */
  arrival: Promise<{ page: ListPage } | { error: unknown }>
}

/** Opens the line of one gather: one request at a time, then one ahead while the service answers promptly. */
export function openLine(
  list: (dateStart: string, dateEnd: string, signal: AbortSignal) => Promise<ListPage>,
  signal: AbortSignal,
): RequestLine {
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  /** What is being waited for. */
  let current: Sent | null = null
  let ahead: Sent | null = null
  let calm = 0

  function send({ dateStart, dateEnd }: Question): Sent {
    const arrival = list(dateStart, dateEnd, either).then(
      (page) => ({ page }),
      (error: unknown) => ({ error }),
    )
    return { dateStart, dateEnd, arrival }
  }

  async function pageOf(sent: Sent): Promise<ListPage> {
    current = sent
    const arrived = await sent.arrival
    current = null
    if ('error' in arrived) throw arrived.error
    const { page } = arrived
    const took = page.exchange.endedAt - page.exchange.startedAt
    calm = page.attempts === 1 && took <= prompt ? calm + 1 : 0
    return page
  }

  return {
    async ask(question, guess, meanwhile) {
      if (signal.aborted) throw new Failure('CANCELLED')
      if (ahead && isSame(ahead, question)) {
        current = ahead
        ahead = null
      } else current = send(question)
      const sent = current
      if (ahead === null && guess !== null && calm >= seenToBear) ahead = send(guess)
      // The requests leave before this thread is busy with what the ones before brought.
      await Promise.race([sent.arrival, turnOfLoop()])
      meanwhile()
      return pageOf(sent)
    },
    stray(question) {
      if (ahead === null || (question && isSame(ahead, question))) return null
      const { dateStart, dateEnd } = ahead
      const page = pageOf(ahead)
      ahead = null
      return page.then((came) => ({ dateStart, dateEnd, page: came }))
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

function isSame(one: Question, other: Question): boolean {
  return one.dateStart === other.dateStart && one.dateEnd === other.dateEnd
}

/** Lets what was begun leave: sockets are written to, timers run. */
function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
