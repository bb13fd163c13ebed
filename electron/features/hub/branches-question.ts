import { z } from 'zod'
import { branchesCalls } from '../../../shared/contract/upkeep/branches.ts'

/** What the thread that reads is asked: where, as whom, and one of the calls. The password goes by memory alone. */
export const branchesQuestionSchema = z.object({
  url: z.string(),
  ca: z.string().nullable(),
  login: z.string(),
  password: z.string(),
  ask: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('now') }),
    branchesCalls['branches.sold'].input.extend({ kind: z.literal('sold') }),
    branchesCalls['branches.sales'].input.extend({ kind: z.literal('sales') }),
    branchesCalls['branches.closes'].input.extend({ kind: z.literal('closes') }),
  ]),
})
export type BranchesQuestion = z.output<typeof branchesQuestionSchema>
