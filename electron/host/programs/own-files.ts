import { fileURLToPath } from 'node:url'
import { isSource } from '../../version.ts'

// Where what is ours stands under plain Node: run from source, each at its place; in a bundle, all beside each other.

const placeOf = (source: string, bundled: string) =>
  fileURLToPath(new URL(isSource ? source : bundled, import.meta.url))

/** What runs in a process of its own, by its name in a bundle (programs.config.ts). */
const programs = {
  'keyring-process': '../keyring/keyring-process.ts',
  'device-writer': '../../features/receipts/device-writer.ts',
  'check-process': '../../store/check/check-process.ts',
  'copy-process': '../../store/elsewhere/copy-process.ts',
  'update-process': '../../update/update-process.ts',
  sandbox: '../../../sandbox/main.ts',
}

/** The file of a program of ours. */
export const programFile = (name: keyof typeof programs): string =>
  placeOf(programs[name], `./${name}.js`)

/** The folder of the built page. */
export const pageFolder = (): string => placeOf('../../../out/renderer', './renderer')
