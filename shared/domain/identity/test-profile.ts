import type { Country } from '../money/money.ts'

/** The profiles of the embedded test service: nothing that is sold over them is real. */
export const testProfileIds: Record<Country, string> = { CO: 'sandbox-CO', EC: 'sandbox-EC' }

export function isTestProfile(id: string | null): boolean {
  return Object.values(testProfileIds).some((known) => known === id)
}
