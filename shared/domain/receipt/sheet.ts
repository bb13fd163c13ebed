/** A sheet of paper. Shops of both countries buy letter ("carta"); A4 stays where somebody chose it. */
export type Sheet = 'letter' | 'a4'

/** Its size in millimetres. */
export const sheets = {
  letter: { width: 216, height: 279 },
  a4: { width: 210, height: 297 },
} as const satisfies Record<Sheet, object>
