import { defineConfig } from 'electron-vite'
import renderer from './vite.config.ts'

/** The three builds of the packaged app. Under plain Node only the renderer's is used. */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      rolldownOptions: {
        // Beside the app itself, what runs in a process or thread of its own, as under Node.
        input: {
          main: 'electron/main.ts',
          sandbox: 'sandbox/main.ts',
          'export-worker': 'electron/features/reports/export/export-worker.ts',
          'query-worker': 'electron/features/reports/pages/query-worker.ts',
          'search-worker': 'electron/store/search/search-worker.ts',
          'backup-worker': 'electron/store/recovery/backup-worker.ts',
          'answer-worker': 'electron/service/answers/answer-worker.ts',
          'opening-worker': 'electron/store/journal/opening-worker.ts',
          'check-process': 'electron/store/check/check-process.ts',
          'keyring-process': 'electron/host/keyring/keyring-process.ts',
          'device-writer': 'electron/features/receipts/device-writer.ts',
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      rolldownOptions: {
        input: { preload: 'electron/preload.ts' },
        // A sandboxed preload must be CommonJS, in a package whose .js files are modules.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer,
})
