import { z } from 'zod'
import { defineCalls } from './define.ts'

/**
 * Where to save a file. Electron has a dialog and answers `chosen` or `cancelled`; the Chromium
 * window has none that gives a path, and answers `ask`: the renderer's own panel asks folder and name and
 * then calls files.approve.
 */
export const saveTargetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chosen'), path: z.string() }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('ask'), folder: z.string(), name: z.string() }),
])
export type SaveTarget = z.infer<typeof saveTargetSchema>

export const filesCalls = defineCalls({
  'files.chooseSave': {
    input: z.object({ suggestedName: z.string().min(1).max(120) }),
    output: saveTargetSchema,
  },
  /** Checks folder and name typed by a person (FOLDER_NOT_FOUND, BAD_INPUT); says when it would replace a file. */
  'files.approve': {
    input: z.object({ folder: z.string().min(1), name: z.string().min(1).max(120) }),
    output: z.object({ path: z.string(), exists: z.boolean() }),
  },
  /** Writes a text to a path that a person chose; FILE_NOT_ALLOWED, FOLDER_NOT_FOUND, FILE_NOT_WRITABLE, DISK_FULL. */
  'files.saveText': {
    input: z.object({ path: z.string().min(1), text: z.string().max(2_000_000) }),
    output: z.object({}),
  },
  /** Opens a file that this session saved, or shows its folder. */
  'files.open': {
    input: z.object({ path: z.string(), what: z.enum(['file', 'folder']) }),
    output: z.object({}),
  },
})
