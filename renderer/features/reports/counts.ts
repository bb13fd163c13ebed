import { formatCount } from '../../../shared/domain/money/figures.ts'
import { useFormats } from '../../ui/formats.ts'

/** Whole numbers grouped as the shop writes its money: `25.000`. */
export function useCounts(): (count: number) => string {
  const { formatting } = useFormats()
  return (count) => formatCount(count, formatting())
}
