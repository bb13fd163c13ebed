/** What a customer of the whole day (whole-day.test.ts) does at the counter. */
export interface Visit {
  phone: string
  units: number
  /** `sent`: that much by transfer, and the rest in cash, of which `received` was handed over. */
  pays?: { received: number; sent?: number } | 'transfer' | { credit: string }
  out?: true
  /** What the customer waits for; left out: the customer leaves at once. */
  waits?: 'Aprobada' | 'Rechazada'
  /** The service decides it when the customer has gone, however slow this computer is. */
  late?: true
  fault?: 'drop-after' | 'drop-before'
}

export const phone = (number: number) => `30012${String(number).padStart(5, '0')}`
const usual = (count: number, from: number, more: Partial<Visit> = {}): Visit[] =>
  Array.from({ length: count }, (_, index) => ({
    phone: phone(10_000 + (from + index) * 10),
    units: (from + index) * 1_000,
    ...more,
  }))

/** A day of them: both directions, every tender, with faults among them. */
export const visits: Visit[] = [
  ...usual(11, 1),
  ...usual(2, 12, { pays: { received: 50_000 } }),
  { phone: phone(20_000), units: 14_000, pays: { received: 20_000 }, waits: 'Aprobada' },
  ...usual(2, 21, { pays: 'transfer' }),
  {
    phone: phone(10_230),
    units: 23_000,
    pays: { sent: 9_000, received: 20_000 },
    waits: 'Aprobada',
  },
  ...usual(2, 31, { pays: { credit: 'Doña Ana' } }),
  { phone: phone(20_010), units: 33_000, pays: { credit: 'Luis' } },
  { phone: phone(20_050), units: 40_000, out: true, waits: 'Aprobada' },
  { phone: phone(20_060), units: 60_000, out: true, waits: 'Aprobada' },
  // Withdrawn, approved when the customer had gone: to be handed out.
  { phone: phone(20_020), units: 70_000, out: true, late: true },
  // Refused before the customer's eyes, and after the customer had left.
  { phone: '3015550001', units: 5_000, waits: 'Rechazada' },
  { phone: '3025550001', units: 6_000, pays: 'transfer', waits: 'Rechazada' },
  { phone: '3035550001', units: 7_000, late: true },
  // Carried out although its answer was lost.
  { phone: phone(20_030), units: 51_000, fault: 'drop-after' },
  // Never arrived, and nobody knows; and one that the service is slow to decide.
  { phone: phone(20_040), units: 52_000, fault: 'drop-before' },
  { phone: '3045550003', units: 53_000 },
  { phone: '3055550003', units: 80_000, out: true },
]
