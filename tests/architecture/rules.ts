import type { IForbiddenRuleType } from 'dependency-cruiser'

/** Entries of Electron: the only files that may import the package of that name. */
const electronOnly = '^electron/(main\\.ts|preload\\.ts|host/electron/[^/]+\\.ts)$'
/** Entries of the Chromium window: the only files that may import the browser driver. */
const chromiumOnly = '^electron/(chromium\\.ts|host/chromium/[^/]+\\.ts)$'
const tests = '\\.test\\.ts$'
/** What asks a hub, of the feature: the rest of it is there in every window. */
const asksHub =
  '^electron/features/hub/((branches-worker|erase-retired|hub-worker|push-now|reader|register|ship)\\.ts$|claims/claim-(desk|worker)\\.ts$|mirrors/mirror-worker\\.ts$|windows/window-(blob|desk|worker)\\.ts$|(books|testing)/)'

/** Who may import whom (docs/architecture.md, the table of rooms). */
export const forbidden: IForbiddenRuleType[] = [
  {
    name: 'shared-is-pure',
    comment: 'shared/ is what both sides agree on: only itself, zod and small pure libraries.',
    severity: 'error',
    from: { path: '^shared/', pathNot: tests },
    to: { pathNot: '^(shared/|node_modules/(zod|acorn|uqr|@intlify/core-base)/)' },
  },
  {
    name: 'ui-knows-no-business',
    comment:
      'renderer/ui and renderer/keyboard are presentational: no sale, no bridge, no features.',
    severity: 'error',
    from: { path: '^renderer/(ui|keyboard)/', pathNot: tests },
    to: { path: '^(renderer/(sales|bridge|features)/|electron/|sandbox/)' },
  },
  {
    name: 'sales-know-no-page',
    comment: 'renderer/sales is how a sale looks on every page: no bridge, no features.',
    severity: 'error',
    from: { path: '^renderer/sales/', pathNot: tests },
    to: { path: '^(renderer/(bridge|features)/|electron/|sandbox/)' },
  },
  {
    name: 'nothing-sold-imports-tests',
    comment: 'What stands in testing/ is for tests and benches.',
    severity: 'error',
    from: { pathNot: `${tests}|/testing/|^(tests|bench)/` },
    to: { path: '/testing/' },
  },
  {
    name: 'renderer-has-no-node-and-no-main',
    comment: 'The renderer has no Node, no network and no main process but the bridge.',
    severity: 'error',
    from: { path: '^renderer/', pathNot: tests },
    to: {
      path: '^(electron/|sandbox/|node:)|^node_modules/(undici|exceljs|playwright-core|electron)/',
    },
  },
  {
    name: 'renderer-node-builtins',
    comment: 'No Node built-ins in the renderer or in shared/.',
    severity: 'error',
    from: { path: '^(renderer|shared)/', pathNot: tests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'renderer-features-are-apart',
    comment:
      'A page of one feature does not reach into another; what they share goes to ui/ or shared/.',
    severity: 'error',
    from: { path: '^renderer/features/([^/]+)/', pathNot: tests },
    to: { path: '^renderer/features/([^/]+)/', pathNot: '^renderer/features/$1/' },
  },
  {
    name: 'electron-features-are-apart',
    comment: 'Features meet in app.ts and wiring.ts only.',
    severity: 'error',
    from: { path: '^electron/features/([^/]+)/', pathNot: tests },
    to: { path: '^electron/features/([^/]+)/', pathNot: '^electron/features/$1/' },
  },
  {
    name: 'electron-features-use-the-host-interface',
    comment: 'A feature knows host/host.ts, never which host it is, nor the router.',
    severity: 'error',
    from: { path: '^electron/features/', pathNot: tests },
    to: { path: '^(electron/(host/(?!host\\.ts$)|ipc/)|renderer/|sandbox/)' },
  },
  {
    name: 'service-and-store-stand-alone',
    comment: 'The client and the stores know neither host, ipc nor features.',
    severity: 'error',
    from: { path: '^electron/(service|store)/', pathNot: tests },
    to: { path: '^(electron/(host|ipc|features)/|renderer/|sandbox/)' },
  },
  {
    name: 'hub-stands-alone',
    comment: 'What is asked of PostgreSQL knows no journal, window or host.',
    severity: 'error',
    from: { path: '^electron/hub/', pathNot: tests },
    to: { path: '^(electron/(?!hub/)|renderer/|sandbox/)' },
  },
  {
    name: 'postgres-driver-in-one-place',
    comment: 'It is loaded where a register belongs to a hub, and nowhere else.',
    severity: 'error',
    from: { pathNot: '^electron/hub/connect\\.ts$' },
    to: { path: '^(node_modules/pg/|pg$)' },
  },
  {
    name: 'hub-loaded-late',
    comment:
      'A shop without a hub loads nothing that asks one: the window imports it by import(), or in a thread.',
    severity: 'error',
    from: { path: '^electron/', pathNot: `${tests}|^electron/(hub|cli)/|${asksHub}` },
    to: { path: `^electron/hub/|${asksHub}`, dynamic: false, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'store-knows-no-hub',
    comment: 'The journal notes what changed; who sends it is a feature.',
    severity: 'error',
    from: { path: '^electron/(service|store)/', pathNot: tests },
    to: { path: '^electron/hub/' },
  },
  {
    name: 'async-stands-alone',
    comment: 'How to wait is nothing that a sale, a window or a file has to be known for.',
    severity: 'error',
    from: { path: '^electron/async/', pathNot: tests },
    to: { path: '^(electron/(?!async/)|renderer/|sandbox/)' },
  },
  {
    name: 'threads-in-one-way',
    comment: 'A thread is started, asked and ended by electron/async/thread.ts.',
    severity: 'error',
    from: { path: '^electron/', pathNot: `${tests}|^electron/async/` },
    to: { path: '^(node:)?worker_threads$' },
  },
  {
    name: 'electron-package-in-its-entries-only',
    severity: 'error',
    from: { pathNot: `${electronOnly}|${tests}` },
    to: { path: '^(node_modules/electron/|electron$)', dependencyTypesNot: ['local'] },
  },
  {
    name: 'browser-driver-in-its-entries-only',
    comment: 'Tests drive the window too, through tests/.',
    severity: 'error',
    from: { pathNot: `${chromiumOnly}|${tests}|^tests/|^bench/` },
    to: { path: '^node_modules/playwright-core/' },
  },
  {
    name: 'sandbox-is-the-other-side',
    comment: 'The sandbox shares no code with its client, or one mistake would hide in both.',
    severity: 'error',
    from: { path: '^sandbox/' },
    to: { path: '^(electron|renderer|shared)/' },
  },
  {
    name: 'nobody-imports-the-sandbox',
    comment: 'The app runs it as a process of its own; only tests and benches start it inside.',
    severity: 'error',
    from: { path: '^(electron|renderer|shared)/', pathNot: tests },
    to: { path: '^sandbox/' },
  },
  {
    name: 'no-cycles',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
]
