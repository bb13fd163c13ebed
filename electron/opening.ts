import { requestSchema, type Reply } from '../shared/contract/bridge.ts'
import type { OpeningState, OpeningStep } from '../shared/contract/journal.ts'
import type { Settings } from '../shared/contract/settings.ts'
import type { AppError } from '../shared/errors.ts'
import type { Router } from './ipc/router.ts'

/** Answers the window until the journal is open: how far that is; every other call waits for it. */
export type Opening = ReturnType<typeof createOpening>

export function createOpening(language: () => Settings['language']) {
  const { promise, resolve } = Promise.withResolvers<Router>()
  let router: Router | null = null
  let at: { step: OpeningStep | null; done: number | null } = { step: null, done: null }

  /** From here on this router answers, and what waited. */
  function opened(made: Router): void {
    router = made
    resolve(made)
  }

  return {
    async answer(request: unknown): Promise<Reply> {
      if (router) return router(request)
      if (requestSchema.safeParse(request).data?.call !== 'journal.opening') {
        return (await promise)(request)
      }
      const state: OpeningState = { kind: 'opening', language: language(), ...at }
      return { ok: true, value: state }
    },
    tell: (step: OpeningStep, done: number | null): void => void (at = { step, done }),
    opened,
    /** It will never open: why is the answer to everything. */
    failed: (error: AppError) => {
      const refusal: Reply = { ok: false, error }
      opened(async () => refusal)
    },
  }
}
