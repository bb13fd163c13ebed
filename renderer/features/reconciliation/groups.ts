import type { ReconciledLine } from '../../../shared/contract/reconciliation.ts'

/** What a group of lines is about, in the order in which a person should look at them. */
export const groupNames = [
  'double',
  'differs',
  'onlyHere',
  'possible',
  'elsewhere',
  'matched',
] as const
export type GroupName = (typeof groupNames)[number]

/** Groups that ask a person to do something; sales made elsewhere are no error. */
export const troubling: readonly GroupName[] = ['double', 'differs', 'onlyHere', 'possible']

/** Colour and shape of each group. */
export const groupLooks: Record<GroupName, { icon: string; soft: string }> = {
  double: { icon: 'i-lucide-copy', soft: 'bg-red-soft text-red-ink border-red-line' },
  differs: {
    icon: 'i-lucide-equal-not',
    soft: 'bg-orange-soft text-orange-ink border-orange-line',
  },
  onlyHere: { icon: 'i-lucide-store', soft: 'bg-amber-soft text-amber-ink border-amber-line' },
  possible: {
    icon: 'i-lucide-circle-question-mark',
    soft: 'bg-violet-soft text-violet-ink border-violet-line',
  },
  elsewhere: { icon: 'i-lucide-cloud', soft: 'bg-grey-soft text-grey-ink border-grey-line' },
  matched: { icon: 'i-lucide-check', soft: 'bg-green-soft text-green-ink border-green-line' },
}

export interface Group {
  name: GroupName
  lines: ReconciledLine[]
}

/** The group of a line. */
export function groupOf({ kind, hint }: Pick<ReconciledLine, 'kind' | 'hint'>): GroupName {
  if (kind === 'only-there') return hint === 'double' ? 'double' : 'elsewhere'
  return kind === 'only-here' ? 'onlyHere' : kind
}

/** Every group in order, also the empty ones: "none" is an answer. */
export function groupsOf(lines: readonly ReconciledLine[]): Group[] {
  return groupNames.map((name) => ({
    name,
    lines: lines.filter((line) => groupOf(line) === name),
  }))
}
