import { requestSchema, type Reply } from '../shared/contract/bridge.ts'
import type { OpeningState } from '../shared/contract/journal.ts'
import type { Settings } from '../shared/contract/settings.ts'
import type { AppError } from '../shared/errors.ts'
import type { Router } from './ipc/router.ts'
import type { TellStep } from './store/recovery/recovery.ts'

/** Answers the window until the journal is open: how far that is; every other call waits for it. */
export interface Opening {
  answer: Router
  tell: TellStep
  /** From here on this router answers, and what waited. */
  opened(router: Router): void
  /** It will never open: why is the answer to everything. */
  failed(error: AppError): void
}

export function createOpening(language: () => Settings['language']): Opening {
  const { promise, resolve } = Promise.withResolvers<Router>()
  let router: Router | null = null
  let at: Pick<Extract<OpeningState, { kind: 'opening' }>, 'step' | 'done'> = {
    step: null,
    done: null,
  }

  function opened(made: Router): void {
    router = made
    resolve(made)
  }

  return {
    async answer(request) {
      if (router) return router(request)
      if (requestSchema.safeParse(request).data?.call !== 'journal.opening') {
        return (await promise)(request)
      }
      const state: OpeningState = { kind: 'opening', language: language(), ...at }
      return { ok: true, value: state }
    },
    tell: (step, done) => (at = { step, done }),
    opened,
    failed: (error) => {
      const refusal: Reply = { ok: false, error }
      opened(async () => refusal)
    },
  }
}
