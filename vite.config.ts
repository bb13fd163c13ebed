import { fileURLToPath } from 'node:url'
import ui from '@nuxt/ui/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

const house = fileURLToPath(new URL('.', import.meta.url))

/** The window's build alone: `vite build`. The Electron build (electron.vite.config.ts) uses it too. */
export default defineConfig({
  root: `${house}renderer`,
  base: './',
  plugins: [
    vue(),
    ui({
      root: house,
      ui: {
        colors: { primary: 'indigo', neutral: 'slate' },
        // Most buttons are quiet; the one that goes on says that it is `primary` and `solid`.
        button: {
          defaultVariants: { color: 'neutral', variant: 'outline' },
          // There is one look of a button that goes on, also where nobody gave it a colour.
          compoundVariants: [
            {
              color: 'neutral',
              variant: 'solid',
              class:
                'bg-primary hover:bg-primary/75 active:bg-primary/75 disabled:bg-primary aria-disabled:bg-primary focus-visible:outline-primary',
            },
          ],
        },
      },
      // Icons are bundled from the installed collection: the window has no network to fetch them with.
      icon: { clientBundle: { scan: { globInclude: ['renderer/**/*.{vue,ts}'] } } },
      autoImport: false,
      components: { dts: `${house}renderer/components.d.ts`, dirs: [] },
    }),
  ],
  build: {
    outDir: `${house}out/renderer`,
    emptyOutDir: true,
    target: 'chrome120',
    // Nothing inlined as data: URLs and no inline polyfill script: the page's CSP allows neither scripts nor fetches of that kind.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    license: { fileName: 'licences.json' },
    rolldownOptions: {
      input: `${house}renderer/index.html`,
      output: {
        // What several pages share is one file: the window asks for a file after the other, a hundred of them else.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              minShareCount: 2,
              test: (id) => !/node_modules\/(zod|echarts|zrender|vue-echarts)\//.test(id),
            },
          ],
        },
      },
    },
  },
})
