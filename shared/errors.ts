import { z } from 'zod'
import errors from './words/es/errors.json' with { type: 'json' }
import { fillIn } from './words/engine.ts'
import { words, type Language } from './words/words.ts'

/**
 * One of the closed list of everything that can go wrong. Each has words in every language (shared/words) that say what
 * happened and what to do; `{name}` in them is filled from `params`.
 */
export type ErrorCode = keyof typeof errors

/** Every code, for schemas and exhaustive tests. */
export const errorCodes = Object.keys(errors).filter(isErrorCode)

/** An error as a value: crosses IPC, stands in the journal, becomes words in any language. */
export interface AppError {
  code: ErrorCode
  params?: Record<string, string | number>
}

/** What an error tells of the service, where it tells something. */
interface Told {
  /** `silent`: it could not be asked at all; `closed`: not by us, as we are set up; `spoke`: it is its own word. */
  service: 'silent' | 'closed' | 'spoke'
  /** Whether it may be gone a moment later. */
  isPassing?: boolean | ((params: AppError['params']) => boolean)
}
const told: Partial<Record<ErrorCode, Told>> = {
  NAME_NOT_FOUND: { service: 'silent', isPassing: true },
  CONNECTION_REFUSED: { service: 'silent', isPassing: true },
  CONNECTION_TIMEOUT: { service: 'silent', isPassing: true },
  CONNECTION_LOST: { service: 'silent', isPassing: true },
  PROXY_FAILED: { service: 'silent', isPassing: true },
  CERTIFICATE_NOT_TRUSTED: { service: 'silent' },
  NOT_THIS_SERVICE: { service: 'silent' },
  ANSWER_REDIRECTED: { service: 'silent' },
  ANSWER_NOT_JSON: { service: 'silent' },
  UNAUTHORIZED: { service: 'closed' },
  NO_TOKEN: { service: 'closed' },
  NO_PROFILE: { service: 'closed' },
  SERVICE_REFUSED: { service: 'spoke' },
  SERVICE_NOT_FOUND: { service: 'spoke' },
  SERVICE_ERROR: { service: 'spoke', isPassing: true },
  SERVICE_BUSY: { service: 'spoke', isPassing: true },
  // The end of a connection can cut a chunked body without a word.
  ANSWER_UNREADABLE: { service: 'spoke', isPassing: (params) => params?.['where'] === 'JSON' },
}

/** The service could not be asked at all. */
export function isOutOfReach({ code }: AppError): boolean {
  return told[code]?.service === 'silent'
}

/** Asking for anything else would fail the same way: nothing is to be had of the service for now. */
export function isWithoutService({ code }: AppError): boolean {
  return told[code]?.service === 'silent' || told[code]?.service === 'closed'
}

/** It is the service's own word. */
export function isOfService({ code }: AppError): boolean {
  return told[code]?.service === 'spoke'
}

/** It may be gone a moment later. */
export function isPassing({ code, params }: AppError): boolean {
  const { isPassing = false } = told[code] ?? {}
  return typeof isPassing === 'function' ? isPassing(params) : isPassing
}

/** Whether a text is one of the closed list of codes. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errors, text)
}

/** An AppError as it crosses a boundary. */
export const appErrorSchema = z.object({
  code: z.enum(errorCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

/** Makes an error value. */
export function appError(code: ErrorCode, params?: AppError['params']): AppError {
  return params ? { code, params } : { code }
}

/** The words of an error in a language; an unfilled `{name}` becomes an em dash. */
export function errorText(error: AppError, language: Language): string {
  return words.in(language)(`errors.${error.code}`, error.params)
}

/** Where one sentence ends and the next begins. */
const sentenceEnd = /(?<=[.?!]["»”)]?) (?=[\p{Lu}¿«“{])/u
/** What only a technician asks for, in its brackets. */
const inBrackets = / \(([^()]*\{reason\})\)/

/**
 * The words of an error for who looks at it: what it is in its first sentence, what more there is to know, and what a
 * technician asks for (a code, a program's own words), which stands in brackets within them. What is filled in is never
 * taken apart: a name may hold a dot, and what the service says is one thing.
 */
export function errorParts(
  { code, params }: AppError,
  language: Language,
): { headline: string; rest: string[]; detail: string } {
  const text = words.in(language).unfilled(`errors.${code}`)
  const hasReason = (params?.['reason'] ?? '') !== ''
  const detail = hasReason ? (inBrackets.exec(text)?.[1] ?? '') : ''
  const plain = detail === '' ? text : text.replace(inBrackets, '')
  const [headline = '', ...rest] = plain.split(sentenceEnd).map((part) => fillIn(part, params))
  return { headline, rest, detail: fillIn(detail, params) }
}

/** The only thing our own code throws: an AppError on its way up. */
export class Failure extends Error {
  readonly error: AppError

  constructor(code: ErrorCode, params?: AppError['params'], options?: { cause?: unknown }) {
    const error = appError(code, params)
    super(errorText(error, 'en'), options)
    this.name = 'Failure'
    this.error = error
  }
}

/** Turns whatever was caught into an AppError; what is not ours becomes UNEXPECTED. */
export function toAppError(caught: unknown): AppError {
  if (caught instanceof Failure) return caught.error
  return appError('UNEXPECTED', { reason: reasonOf(caught) })
}

/** In one line: what a schema refuses it tells as a list of all that it met, hundreds of rows long. */
function reasonOf(caught: unknown): string {
  if (!(caught instanceof z.core.$ZodError)) {
    return caught instanceof Error ? caught.message : String(caught)
  }
  const [first, ...others] = caught.issues
  const more = others.length > 0 ? ` (+${others.length})` : ''
  return first ? `${first.path.join('.')}: ${first.message}${more}` : caught.name
}

/** Whatever was caught as a Failure: what is not ours is the cause of an UNEXPECTED. */
export function toFailure(caught: unknown): Failure {
  if (caught instanceof Failure) return caught
  const { code, params } = toAppError(caught)
  return new Failure(code, params, { cause: caught })
}
