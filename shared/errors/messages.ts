/** What is said of each code: what happened and what to do; `{name}` is filled from `params`. */
export type Messages = Record<string, { es: string; en: string }>
