import { Failure, isPassing } from '../../../shared/errors.ts'
import { maxBytes } from '../answers/bounds.ts'
import { errorOfStatus } from '../errors.ts'
import { readWithRetry } from '../transport/retry.ts'
import { networkError, type ServiceSession } from '../session.ts'

const imageType = /^image\/(png|jpeg|gif|webp|avif|svg\+xml|x-icon|bmp)$/

/** The path of an image on the service's own origin; throws BAD_INPUT for any other place. */
function imagePath(session: ServiceSession, path: string): string {
  const url = URL.parse(path, session.address.origin)
  if (url === null || url.origin !== session.address.origin) {
    throw new Failure('BAD_INPUT', { where: 'image' })
  }
  return url.pathname + url.search
}

/** The bytes of an image of the service's origin; the token is not sent. */
export async function getImage(
  session: ServiceSession,
  path: string,
  signal?: AbortSignal,
): Promise<{ body: Uint8Array; contentType: string }> {
  const request = {
    method: 'GET' as const,
    path: imagePath(session, path),
    headers: { accept: 'image/*' },
    timeout: session.timeouts.read,
    maxBytes: maxBytes.getImage,
    ...(signal && { signal }),
  }
  const attempt = async () => {
    await session.pace.mayAsk('getImage', signal)
    const wire = await session.transport.send(request)
    const seconds = session.pace.heard('getImage', wire)
    if (seconds !== null) throw new Failure('SERVICE_BUSY', { seconds })
    if (wire.failure !== null || wire.status === null) {
      const error = networkError(session, wire)
      throw new Failure(error.code, error.params, { cause: wire.failure })
    }
    if (wire.status !== 200) {
      const error = errorOfStatus(wire.status, null)
      throw new Failure(error.code, error.params)
    }
    const header = wire.headers['content-type']
    const contentType =
      String(header ?? '')
        .split(';', 1)[0]
        ?.trim()
        .toLowerCase() ?? ''
    if (!imageType.test(contentType)) throw new Failure('ANSWER_UNREADABLE', { where: 'image' })
    return { body: new Uint8Array(wire.body), contentType }
  }
  return readWithRetry(attempt, {
    attempts: 2,
    pause: session.timeouts.retryPause,
    deadline: session.timeouts.read,
    shouldRepeat: isPassing,
    ...(signal && { signal }),
  })
}
