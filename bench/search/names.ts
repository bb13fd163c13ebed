/** Random numbers that are the same in every run. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const syllables =
  'ba,ca,da,fa,ga,la,ma,na,pa,ra,sa,ta,ve,ce,de,le,me,ne,re,se,te,bi,ci,di,li,mi,ni,ri,si,ti,bo,co,do,lo,mo,no,ro,so,to,lu,mu,nu,ru,su,tu,ción,trán,ñán,pré,blú'.split(
    ',',
  )
const kinds = ['Recarga', 'Factura de', 'Depósito', 'Paquete', 'Pin', 'Televisión', 'Crédito']

/** Ten thousand names of products in eighty categories, of some four thousand different words. */
export function productNames(count = 10_000): string[] {
  const random = createRandom(7)
  const word = () => {
    const parts = Array.from({ length: 2 + random(3) }, () => syllables[random(syllables.length)])
    const text = parts.join('')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  const brands = Array.from({ length: 4_000 }, word)
  return Array.from({ length: count }, (_, index) => {
    const [kind, brand, place] = [kinds[random(7)], brands[random(4_000)], brands[random(400)]]
    return `${kind} ${brand} ${place} Categoría ${index % 80} ${1_000_000 + index}`
  })
}

/** A word with one letter wrong: left out, doubled, changed or swapped with the next. */
export function withTypo(word: string, random: (below: number) => number): string {
  const at = 1 + random(word.length - 2)
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  switch (random(4)) {
    case 0:
      return before + after
    case 1:
      return before + letter + letter + after
    case 2:
      return `${before}x${after}`
    default:
      return before + after.charAt(0) + letter + after.slice(1)
  }
}
