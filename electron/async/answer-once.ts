/**
 * Makes a program of its own, under Electron or Node, answer the one message that it is sent. A failure is told by the
 * exit code alone: its words could name a secret.
 */
export function answerOnce(answer: (message: unknown) => unknown): void {
  const answered = async (message: unknown) => answer(message)
  const failed = () => process.exit(1)
  if (process.type === 'utility') {
    const port = process.parentPort
    port.once('message', ({ data }) => {
      answered(data).then((said) => port.postMessage(said), failed)
    })
  } else {
    process.once('message', (message) => {
      answered(message).then((said) => process.send?.(said), failed)
    })
  }
}
