const tickMs = 5_000
const jumpMs = 20_000

/**
 * Calls the listener when this computer slept: a timer that came far too late. A clock set forward
 * looks the same, one set back is told as well, and asking the service once more then harms nothing. Returns its own unsubscribe.
 */
export function onClockJump(listener: () => void): () => void {
  let last = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    if (now - last > tickMs + jumpMs || now < last) listener()
    last = now
  }, tickMs)
  timer.unref()
  return () => clearInterval(timer)
}
