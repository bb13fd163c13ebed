import { forkNode } from './fork-node.ts'
import { programFile } from './own-files.ts'

/** Starts the program that asks the keyring. */
export const forkNodeKeyring = () => forkNode(programFile('keyring-process'))

/** Starts the program that writes to a printer's device. */
export const forkNodeDeviceWriter = () => forkNode(programFile('device-writer'))

/** Starts the program that makes copies elsewhere. */
export const forkNodeCopier = () => forkNode(programFile('copy-process'))

/** Starts the program that checks a journal. */
export const forkNodeJournalCheck = () => forkNode(programFile('check-process'))

/** Starts the program that brings versions and lets them prove themselves. */
export const forkNodeUpdate = () => forkNode(programFile('update-process'))
