/** One way of looking at the window. */
export interface Look {
  width: number
  height: number
  dark: boolean
  language: 'es' | 'en'
}

/** Small laptops first; the last is a screen of 1920x1080 at 200 %. */
const sizes = [
  [1024, 640],
  [1280, 720],
  [1366, 768],
  [1920, 1080],
  [960, 540],
] as const

/** Every size, light and dark, in both languages; a language is changed as seldom as can be. */
export const looks: readonly Look[] = (['es', 'en'] as const).flatMap((language) =>
  sizes.flatMap(([width, height]) =>
    [false, true].map((dark) => ({ width, height, dark, language })),
  ),
)

export const nameOf = ({ width, height, dark, language }: Look): string =>
  `${width}x${height}-${dark ? 'dark' : 'light'}-${language}`
