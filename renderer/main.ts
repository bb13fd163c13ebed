import { z } from 'zod'

// Before any schema is built: without this zod probes `new Function`, which the CSP reports. The
// rest is imported after, since a static import would build the contract's schemas first.
z.config({ jitless: true })

// Until the choice is known, as the system: no white flash in a dark shop.
document.documentElement.classList.toggle(
  'dark',
  matchMedia('(prefers-color-scheme: dark)').matches,
)

const { start } = await import('./start.ts')
await start()
