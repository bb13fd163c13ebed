import { z } from 'zod'
import { startSandbox } from '../sandbox/http/server.ts'

// The sandbox in a process of its own: what it does takes no time of the program that is measured.

const asked = z.object({
  month: z.object({ from: z.string(), to: z.string() }),
  busyDays: z.record(z.string(), z.number()),
})

process.once('message', (message) => {
  const { month, busyDays } = asked.parse(message)
  void startSandbox({
    seed: '7',
    historyFrom: month.from,
    historyTo: month.to,
    busyDays,
  }).then(({ url, token }) => process.send?.({ url, token }))
})
