import packageJson from '../package.json' with { type: 'json' }

/** The version of this build, as package.json says it. */
export const version = packageJson.version
