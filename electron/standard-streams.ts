/**
 * Whoever reads standard output or standard error may go away in the middle of a sale: it goes on, and the exit code
 * says how it ended. Answers whether output was lost otherwise, as on a full disk: then a code of 0 says too much.
 */
export function outliveReaders(): () => boolean {
  let isLost = false
  process.stderr.on('error', () => undefined)
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    isLost ||= error.code !== 'EPIPE'
  })
  return () => isLost
}
