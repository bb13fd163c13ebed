import { defineConfig } from 'vite'
import { programs } from './programs.config.ts'

/**
 * The app of the compact edition, which runs under a Node of its own beside it: `scripts/packager/bundle.mjs` puts the
 * page and what is not bundled beside it. All files lie in one folder, so that each finds the others by their names.
 */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  ssr: {
    noExternal: true,
    // The one has a binding for each system, the other reads files of its own.
    external: ['@napi-rs/keyring', 'playwright-core'],
  },
  build: {
    ssr: true,
    target: 'node24',
    chunkSizeWarningLimit: 4000,
    license: { fileName: 'licences.json' },
    rolldownOptions: {
      // What exceljs can read from, and a driver that pg can do without: we never use them.
      external: ['@aws-sdk/client-s3', 'pg-native'],
      input: {
        main: 'electron/chromium.ts',
        cli: 'electron/cli.ts',
        launcher: 'electron/launcher.ts',
        ...programs,
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
