import { appError, type AppError } from '../../../shared/errors.ts'
import { orTold } from '../../or-told.ts'
import { writableJournal } from '../../store/journal/journal-access.ts'
import type { UnprintedPaper } from '../../store/tables/unprinted.ts'
import type { ReceiptsDeps } from './ports.ts'
import type { EarlierPaper, PaperKeeper, PrintWork } from './print-queue.ts'

type Journalled = Pick<ReceiptsDeps, 'journal' | 'onProblem'>

/** Keeps in the journal what is on its way to paper. What the disk refuses is told of and holds up no paper. */
export function paperKeeper({ journal, onProblem }: Journalled): PaperKeeper {
  const kept = () => writableJournal(journal)?.unprinted
  return {
    add: ({ id, at, saleId, title }) =>
      void orTold(onProblem, () => kept()?.add({ id, at, saleId, title })),
    begun: (jobId) => void orTold(onProblem, () => kept()?.begun(jobId)),
    failed: (jobId, error) => void orTold(onProblem, () => kept()?.failed(jobId, error)),
    remove: (jobId) => void orTold(onProblem, () => kept()?.remove(jobId)),
  }
}

/**
 * What runs before this one left unprinted. A sale's paper is printed on demand by `again`; any other, as the program no
 * longer has it, where it is shown.
 */
export function earlierPapers(
  { journal, onProblem }: Journalled,
  again: (saleId: string) => PrintWork['run'],
): EarlierPaper[] {
  const papers = orTold(onProblem, () => writableJournal(journal)?.unprinted.all()) ?? []
  return papers.map(({ id, at, saleId, title, ...end }) => ({
    ...{ id, at, saleId, title, error: whyNot(title, end) },
    work: saleId === null ? null : { saleId, title, run: again(saleId) },
  }))
}

function whyNot(
  title: string,
  { state, error }: Pick<UnprintedPaper, 'state' | 'error'>,
): AppError {
  if (state === 'waiting') return appError('PRINT_NOT_BEGUN', { title })
  return error ?? appError('PRINT_UNKNOWN', { title })
}
