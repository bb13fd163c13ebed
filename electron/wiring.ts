import type { CallName, Emit, Handlers } from '../shared/contract/index.ts'
import { Failure } from '../shared/errors.ts'
import type { Asset } from './host/host.ts'

type Rest = Exclude<CallName, `settings.${string}` | `app.${string}` | `files.${string}`>

// Temporary: until the features land.
export function createFeatures(_deps: { emit: Emit }): {
  handlers: Handlers<Rest>
  image: (path: string) => Promise<Asset>
  close(): Promise<void>
} {
  const none = async (): Promise<never> => {
    throw new Failure('NO_PROFILE')
  }
  const state = async () => ({
    profiles: [],
    activeId: null,
    token: 'missing' as const,
    reach: 'unknown' as const,
    error: null,
    lastAnswerAt: null,
    business: null,
    clockSkewMs: null,
  })
  return {
    handlers: {
      'connection.state': state,
      'connection.test': none,
      'connection.save': none,
      'connection.use': none,
      'connection.remove': none,
      'connection.setToken': none,
      'connection.useSandbox': none,
      'connection.refresh': none,
      'catalog.get': async () => ({ categories: [], products: [], fetchedAt: null }),
      'catalog.refresh': none,
      'catalog.product': none,
      'catalog.setFavourite': none,
      'selling.quote': none,
      'selling.sell': none,
      'selling.sale': none,
      'selling.list': async () => ({ sales: [], count: 0 }),
      'selling.open': async () => [],
      'selling.look': none,
      'selling.day': async () => ({ count: 0, byState: [] }),
      'reports.gather': none,
      'reports.cancel': none,
      'reports.completeness': none,
      'reports.totals': none,
      'reports.page': none,
      'reports.export': none,
    },
    image: async () => ({ status: 404, contentType: 'text/plain', body: new Uint8Array() }),
    close: async () => {},
  }
}
