import { fileURLToPath } from 'node:url'
import { forkNode } from './fork-node.ts'

/** `program`: its file in electron/. */
const fork = (program: string) =>
  forkNode(fileURLToPath(new URL(`../../${program}`, import.meta.url)))

/** Starts the program that asks the keyring. */
export const forkNodeKeyring = () => fork('host/keyring/keyring-process.ts')

/** Starts the program that writes to a printer's device. */
export const forkNodeDeviceWriter = () => fork('features/receipts/device-writer.ts')

/** Starts the program that checks a journal. */
export const forkNodeJournalCheck = () => fork('store/check/check-process.ts')
