import { useFormats } from '../../ui/formats.ts'

/** Whole numbers grouped as the shop writes its money: `25.000`. */
export const useCounts = (): ((count: number) => string) => useFormats().count
