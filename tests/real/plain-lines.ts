/**
 * Runs in the page: the lines that are written there outside the brackets of the language that does not exist, which
 * are not well said in any other.
 */
export function plainLines(): string[] {
  let bare = document.body.innerText
  for (let before = ''; bare !== before;) {
    before = bare
    bare = bare.replace(/⟦[^⟦⟧]*⟧/g, ' ')
  }
  // Of an error only its first sentence may be told: its bracket is not closed.
  const lines = bare
    .split(/[\n\t]/)
    .map((line) => line.replace(/⟦.*/, '').replace(/^[\s·]+|[\s·]+$/g, ''))
  return [...new Set(lines)].filter((line) => /\p{L}{2}/u.test(line))
}
