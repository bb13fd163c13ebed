import { defineConfig } from 'vitest/config'

/** Two projects: `unit` beside the code and across folders, `e2e` in a real window. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{electron,renderer,sandbox,scripts,shared,bench}/**/*.test.ts',
            'tests/{architecture,contract,simulation}/**/*.test.ts',
          ],
          testTimeout: 20_000,
          hookTimeout: 20_000,
          // It imports the package `electron`, which only a fake can stand in for outside Electron.
          server: { deps: { inline: ['electron-store'] } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/build-window.ts'],
          // One window at a time: windows share the machine's display and two cores.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
