import { extname } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }

/** The version of this build, as package.json says it. */
export const version = packageJson.version

/** Whether this runs from source; else from a bundle, as it is installed. */
export const isSource = extname(import.meta.url) === '.ts'
