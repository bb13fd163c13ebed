/** The states of a transaction, with the identifiers of the contract. */
export const STATUS = { PENDING: 1, APPROVED: 2, REJECTED: 3, PROCESSING: 4, PARTIAL: 5 } as const
export type StatusName = keyof typeof STATUS
export type StatusId = (typeof STATUS)[StatusName]

export const STATUS_NAMES = ['PENDING', 'APPROVED', 'REJECTED', 'PROCESSING', 'PARTIAL'] as const

const COLORS: Record<StatusName, string> = {
  PENDING: '#f59e0b',
  APPROVED: '#16a34a',
  REJECTED: '#dc2626',
  PROCESSING: '#2563eb',
  PARTIAL: '#ea580c',
}

export function statusName(id: number): StatusName {
  const name = STATUS_NAMES[id - 1]
  if (name === undefined) throw new Error(`no status has the identifier ${id}`)
  return name
}

export const statusColor = (id: number) => COLORS[statusName(id)]
