import { z } from 'zod'
import { defineCalls } from './define.ts'

/**
 * Where to save a file. Electron has a dialog and answers `chosen` or `cancelled`; the Chromium
 * window has none that gives a path, and answers `ask`: the renderer's own panel asks folder and name and
 * then calls files.approve.
 */
const saveTargetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chosen'), path: z.string() }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('ask'), folder: z.string(), name: z.string() }),
])
export type SaveTarget = z.infer<typeof saveTargetSchema>

export const filesCalls = defineCalls({
  'files.chooseSave': {
    input: z.object({ suggestedName: z.string().min(1).max(120) }),
    output: saveTargetSchema,
    right: 'present',
  },
  /**
   * Checks folder and name typed by a person: under the home folder or a mount, never where programs keep what is
   * theirs (FOLDER_NOT_FOUND, FOLDER_NOT_ALLOWED, FILE_NAME_INVALID, FILE_NAME_OF_FOLDER, FILE_NOT_OURS); says when it
   * would replace a file. The path is the real one, and only who asked for it may write there.
   */
  'files.approve': {
    input: z.object({ folder: z.string().min(1), name: z.string().min(1).max(120) }),
    output: z.object({ path: z.string(), exists: z.boolean() }),
    right: 'present',
  },
  /** Writes a text to a .txt that a person chose; FILE_NOT_ALLOWED, FOLDER_NOT_FOUND, FILE_NOT_WRITABLE, DISK_FULL. */
  'files.saveText': {
    input: z.object({ path: z.string().min(1), text: z.string().max(2_000_000) }),
    output: z.object({}),
    right: 'present',
  },
  /** Opens a file that this session saved, or shows its folder. */
  'files.open': {
    input: z.object({ path: z.string(), what: z.enum(['file', 'folder']) }),
    output: z.object({}),
    right: 'present',
  },
})
