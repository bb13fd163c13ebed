import { separator } from './elements.ts'

// How scanners write FNC1, which has no letter: as GS, as the letters they are set to, or not at all.
const separators = /~1|\{(?:GS|FNC1)\}|\[(?:GS|FNC1)\]|<(?:GS|FNC1)>|\^|\u241d/gi
/** AIM's identifier of the symbology, as "]C1"; a keyboard of another layout writes another sign for "]". */
const symbology = /^(?:\][A-Za-z]\d|[^0-9A-Za-z(]?[Cc]1(?=\(?415))/
/** Parentheses as a Spanish keyboard writes what a scanner set to the American one types. */
const shifted = /\)(415|8020|390\d|96|12)=/g

/** A scanned text with every transmission of FNC1 as GS, without the symbology's identifier and stray blanks. */
export function normalised(scanned: string): string {
  return scanned
    .replace(separators, separator)
    .replace(/[\r\n\t]+/g, '')
    .trim()
    .replace(new RegExp(`^${separator}+`), '')
    .replace(symbology, '')
    .replace(shifted, '($1)')
    .replace(new RegExp(`^${separator}+|${separator}+$`, 'g'), '')
}
