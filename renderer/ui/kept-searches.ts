/** Only for as long as the window is open: what was looked for may name a customer. */
const texts: string[] = []

/** Keeps a text that was looked for; answers what an address may hold in its place, as addresses stand in the browser's history. */
export function keepSearch(text: string): string {
  return String(texts.push(text))
}

/** The text that an address's place stands for, or null. */
export function keptSearch(place: unknown): string | null {
  return typeof place === 'string' ? (texts[Number(place) - 1] ?? null) : null
}
