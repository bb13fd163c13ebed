import type { Words } from './word-list.ts'
import { english } from './words-en.ts'
import { spanish } from './words-es.ts'

/** What the workbook says, in both languages. */
export const words: Record<'es' | 'en', Words> = { es: spanish, en: english }
