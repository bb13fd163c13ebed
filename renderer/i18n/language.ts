import { ref } from 'vue'
import { baseLanguage, type Language } from '../../shared/words/words.ts'

/** The language of every screen. */
export const language = ref<Language>(baseLanguage)
