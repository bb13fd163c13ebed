import { Failure } from '../../../shared/errors.ts'
import { parseHubAddress, readCode, type JoinCode } from '../../hub/address.ts'
import { setPassword } from '../../hub/calls.ts'
import { connectHub } from '../../hub/connect.ts'
import { joinAsReader } from '../../hub/reading.ts'
import { drawPassword } from '../../hub/scram.ts'
import type { RegisterDeps } from './register.ts'
import type { Reader } from './kept-reader.ts'

/** Whether a code lets somebody look, and not a register in. @throws Failure HUB_CODE_WRONG */
export const isReadersCode = (code: string): boolean => readCode(code).kind === 'reader'

/**
 * Uses up a reader's code: from now on this computer may look at what all registers sent, with a password of its own.
 * @throws Failure HUB_CODE_WRONG, HUB_CODE_USED, HUB_NO_KEYRING, HUB_UNREACHABLE …
 */
export async function becomeReader(
  { secrets, givenPassword }: Pick<RegisterDeps, 'secrets' | 'givenPassword'>,
  text: string,
): Promise<Reader> {
  const { url, ca, login, password: once }: JoinCode = readCode(text)
  const hub = await connectHub(parseHubAddress(url, ca), { user: login, password: once }).catch(
    (caught: unknown) => {
      const isUsed = caught instanceof Failure && caught.error.code === 'HUB_LOGIN_REFUSED'
      throw isUsed ? new Failure('HUB_CODE_USED') : caught
    },
  )
  try {
    return await hub.transaction(async () => {
      const named = await joinAsReader(hub)
      const password = givenPassword ?? drawPassword()
      // Kept before it is set: a password that nobody has locks the reader out.
      if (givenPassword === null && !(await secrets.write(login, password))) {
        throw new Failure('HUB_NO_KEYRING')
      }
      await setPassword(hub, login, password)
      // The hub is asked when somebody wants them.
      return { ...named, url, ca, login, books: false }
    })
  } finally {
    await hub.close()
  }
}
