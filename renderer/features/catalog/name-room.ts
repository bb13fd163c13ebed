/** How wide a letter of a name is on average, of its size: a little more than in the names of products. */
const letter = 0.55

/** Whether a name stands whole in two lines of `width` pixels, its letters `size` pixels large. Its words are not broken. */
export function fitsTwoLines(name: string, width: number, size: number): boolean {
  const most = width / (letter * size)
  let lines = 1
  let length = 0
  for (const word of name.split(' ')) {
    const grown = length === 0 ? word.length : length + 1 + word.length
    if (word.length > most) return false
    if (grown <= most) length = grown
    else {
      lines += 1
      length = word.length
    }
  }
  return lines <= 2
}
