import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { patience, wholeTest } from './tests/patience.ts'

// Hundreds of workers, threads and programs load the same modules: each is stripped of its types and compiled once.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('node_modules/.cache/compiled', import.meta.url),
)

/** vitest's own seconds are a measure of the machine; no test has shorter ones of its own. */
const limits = {
  testTimeout: wholeTest,
  hookTimeout: wholeTest,
  expect: { poll: { timeout: patience } },
}
/** Of every test file. */
const setupFiles = ['tests/remove-folders.ts']

/** Those that put another module or global in a real one's place: each needs modules of its own; and what Vite alone loads. */
const alone = [
  'renderer/features/people/trail-words.test.ts',
  'electron/main*.test.ts',
  'tests/contract/{bridge,paper}-electron.test.ts',
  'tests/contract/{page-data,electron-host}.test.ts',
  ...globSync('renderer/**/*.test.ts', { cwd: import.meta.dirname }).filter((path) =>
    /\bvi\.(mock|stubGlobal|hoisted)\(/.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
  ),
]

const unit = {
  setupFiles,
  // One of three waits for a disk, a process or a clock at any moment: with one a core a third of the cores stood still.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  ...limits,
  // It imports the package `electron`, which only a fake can stand in for outside Electron.
  server: { deps: { inline: ['electron-store'] } },
}

/**
 * Projects: `unit` beside the code and across folders, `simulation` (which uses every core by itself, a file at a
 * time), `e2e` in a real window; and `real`, what needs other programs beside it (npm run check:real).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...unit,
          setupFiles: [...setupFiles, 'tests/same-cases.ts'],
          name: 'unit',
          // A worker keeps what it loaded from one file to the next: loading was a third of the time.
          isolate: false,
          // Node loads the sources itself, as it does where they are used: another's reading took an eighth.
          experimental: { viteModuleRunner: false },
          include: [
            '{electron,renderer,sandbox,scripts,shared,bench}/**/*.test.ts',
            'tests/{architecture,contract}/**/*.test.ts',
            'tests/*.test.ts',
          ],
          exclude: alone,
        },
      },
      // A thread is begun in half of what a process of its own takes.
      { test: { ...unit, name: 'unit alone', pool: 'threads', include: alone } },
      {
        test: {
          name: 'simulation',
          setupFiles,
          include: ['tests/simulation/**/*.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          ...limits,
        },
      },
      {
        test: {
          name: 'e2e',
          setupFiles,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/build-window.ts'],
          isolate: false,
          // A window waits half of its time.
          maxWorkers: 4,
          // Projects that share the workers would have to have as many.
          sequence: { groupOrder: 1 },
          ...limits,
          // `npm run boxes`: where the parts of screens stand is written down anew (tests/e2e/boxes.ts).
          env: { WRITE_BOXES: process.argv.includes('-u') ? 'yes' : 'no' },
        },
      },
      {
        test: {
          name: 'real',
          setupFiles,
          include: ['tests/real/**/*.test.ts'],
          // Packagers and servers use the machine by themselves.
          fileParallelism: false,
          ...limits,
        },
      },
    ],
  },
})
