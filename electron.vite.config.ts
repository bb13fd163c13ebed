import { defineConfig } from 'electron-vite'
import { programs } from './programs.config.ts'
import renderer from './vite.config.ts'

/** The three builds of the packaged app. Under plain Node only the renderer's is used. */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      rolldownOptions: {
        // Beside the app itself, what runs in a process or thread of its own, as under Node.
        input: { main: 'electron/main.ts', ...programs },
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
