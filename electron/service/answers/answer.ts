import { appError, type AppError } from '../../../shared/errors.ts'
import { errorOfStatus, plainWords, readErrorBody } from '../errors.ts'
import { isRecord, parseExact } from '../../../shared/domain/text/json.ts'
import { toRecord, toText } from './lenient.ts'

/** The envelope of an answer (contract, Common response envelope). */
export interface Envelope {
  /** `statusCode`, or `status` in the reports; null when neither is there. */
  statusCode: number | null
  message: string
  data: unknown
  /** What it complains of for all its success (contract, Errors 3): beside the data or in it; null: nothing. */
  complaint: string | null
}

/** What an answer turned out to be. */
export type Judgement =
  | { kind: 'success'; envelope: Envelope }
  /** `documented`: it carries the documented error body, so the service itself said it. */
  | { kind: 'error'; error: AppError; documented: boolean }

function failed(error: AppError, documented = false): Judgement {
  return { kind: 'error', error, documented }
}

function readEnvelope(json: unknown): Envelope | null {
  if (!isRecord(json)) return null
  const { data } = json
  const [code, status] = [toCode(json['statusCode']), toCode(json['status'])]
  if (code === null && status === null && !isRecord(data)) return null
  // Where the two disagree, the one that says it failed is believed.
  const said = [code, status].find((one) => one !== null && one >= 400) ?? code ?? status
  return {
    statusCode: said === null || Number.isNaN(said) ? null : said,
    message: plainWords(toText(json['message']) ?? ''),
    data,
    complaint: complaintOf(toRecord(data)['Error']) ?? complaintOf(json['Error']),
  }
}

/** A code as a number, NaN where it is none; null: it is not said. */
function toCode(value: unknown): number | null {
  const text = toText(value)
  return text === null ? null : Number(text)
}

/** How some say that there is no error. */
const nothing: readonly string[] = ['', 'false', '0', 'null']

function complaintOf(value: unknown): string | null {
  const text = plainWords(toText(isRecord(value) ? value['message'] : value) ?? '')
  return nothing.includes(text) ? null : text
}

function parse(text: string): { json: unknown } | null {
  try {
    return { json: parseExact(text) }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Judges a whole answer of the service by its status and body (contract, Errors). */
export function judgeAnswer(status: number, text: string): Judgement {
  const parsed = parse(text)
  const documented = parsed && readErrorBody(parsed.json)
  if (status < 200 || status >= 300) {
    if (documented) return failed(errorOfStatus(status, documented.message), true)
    if (status === 404) return failed(appError('NOT_THIS_SERVICE'))
    const error = errorOfStatus(status, null)
    const foreign = parsed === null && error.code === 'SERVICE_REFUSED'
    return failed(foreign ? appError('ANSWER_NOT_JSON') : error)
  }
  if (parsed === null) {
    // A cut answer of the service is told apart from a page of somebody else.
    const cut = /^\s*[[{]/.test(text)
    return failed(
      cut ? appError('ANSWER_UNREADABLE', { where: 'JSON' }) : appError('ANSWER_NOT_JSON'),
    )
  }
  if (documented) return failed(errorOfStatus(status, documented.message), true)
  const envelope = readEnvelope(parsed.json)
  if (envelope === null) return failed(appError('NOT_THIS_SERVICE'))
  if (envelope.statusCode !== null && envelope.statusCode !== 200) {
    return failed(errorOfStatus(envelope.statusCode, envelope.message), true)
  }
  return { kind: 'success', envelope }
}
