/** Makes this file the entry of a program of its own, under Electron or Node: what it does with the one message it hears. */
export function onceAsked(work: (message: unknown, tell: (said: unknown) => void) => void): void {
  if (process.type === 'utility') {
    const port = process.parentPort
    port.once('message', ({ data }) => work(data, (said) => port.postMessage(said)))
  } else {
    process.once('message', (message) => work(message, (said) => process.send?.(said)))
  }
}

/** The same for one answer. A failure is told by the exit code alone: its words could name a secret. */
export function answerOnce(answer: (message: unknown) => unknown): void {
  const answered = async (message: unknown) => answer(message)
  onceAsked((message, tell) => {
    answered(message).then(tell, () => process.exit(1))
  })
}
