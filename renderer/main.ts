import { z } from 'zod'

// Before any schema is built: without this zod probes `new Function`, which the CSP reports. The
// rest is imported after, since a static import would build the contract's schemas first.
z.config({ jitless: true })

const { start } = await import('./start.ts')
await start()
