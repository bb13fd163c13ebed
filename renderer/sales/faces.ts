import type { SaleFace } from '../../shared/domain/sale/sale.ts'

interface FaceLook {
  /** A shape besides the colour: colour is never the only sign. */
  icon: string
  /** Whether the shape turns while the end is awaited (still when the system asks for less motion). */
  turning: boolean
  /** Classes of the quiet form (badges, rows) and of the loud one (the result's band). */
  soft: string
  solid: string
}

/** Colour and shape of each face of a sale; the words are in i18n `state.word`. */
export const faceLooks: Record<SaleFace, FaceLook> = {
  sending: {
    icon: 'i-lucide-loader-circle',
    turning: true,
    soft: 'bg-blue-soft text-blue-ink border-blue-line',
    solid: 'bg-blue-solid text-blue-on',
  },
  approved: {
    icon: 'i-lucide-check',
    turning: false,
    soft: 'bg-green-soft text-green-ink border-green-line',
    solid: 'bg-green-solid text-green-on',
  },
  waiting: {
    icon: 'i-lucide-loader-circle',
    turning: true,
    soft: 'bg-blue-soft text-blue-ink border-blue-line',
    solid: 'bg-blue-solid text-blue-on',
  },
  unknown: {
    icon: 'i-lucide-circle-question-mark',
    turning: false,
    soft: 'bg-amber-soft text-amber-ink border-amber-line striped-fine',
    solid: 'bg-amber-solid text-amber-on striped-edge',
  },
  rejected: {
    icon: 'i-lucide-x',
    turning: false,
    soft: 'bg-red-soft text-red-ink border-red-line',
    solid: 'bg-red-solid text-red-on',
  },
  'not-sent': {
    icon: 'i-lucide-undo-2',
    turning: false,
    soft: 'bg-grey-soft text-grey-ink border-grey-line',
    solid: 'bg-grey-solid text-grey-on',
  },
  partial: {
    icon: 'i-lucide-contrast',
    turning: false,
    soft: 'bg-orange-soft text-orange-ink border-orange-line',
    solid: 'bg-orange-solid text-orange-on',
  },
  review: {
    icon: 'i-lucide-eye',
    turning: false,
    soft: 'bg-violet-soft text-violet-ink border-violet-line',
    solid: 'bg-violet-solid text-violet-on',
  },
}
