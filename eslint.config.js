import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import globals from 'globals'
import ts from 'typescript-eslint'

const browserDriver = {
  name: 'playwright-core',
  message: 'Only the Chromium host drives a browser.',
}
/** A test's folder goes after the last process that writes in it: tests/folders.ts sees to that. */
const testFolders = ['node:fs', 'node:fs/promises'].map((name) => ({
  name,
  importNames: ['mkdtemp', 'mkdtempSync'],
  message: 'Tests make their folders by makeFolder of tests/folders.ts, which removes them too.',
}))
const electronPackage = { name: 'electron', message: 'Only the Electron entries import electron.' }

/** What stands in a template and is no word. */
const signs = [...'·—–…→←×+-=:,.()/|%&#*$']

/** Why each is banned: other people's money passes here, and the renderer shows what a service sends. */
const everywhere = {
  'no-eval': 'error',
  'no-implied-eval': 'error',
  'no-new-func': 'error',
  'no-script-url': 'error',
  'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
  eqeqeq: 'error',
  'no-empty': ['error', { allowEmptyCatch: false }],
  'no-restricted-globals': [
    'error',
    { name: 'fetch', message: 'fetch re-sends requests by itself; use the service transport.' },
    { name: 'XMLHttpRequest', message: 'The renderer has no network.' },
    { name: 'WebSocket', message: 'The renderer has no network.' },
    { name: 'EventSource', message: 'The renderer has no network.' },
  ],
  'no-restricted-imports': ['error', { paths: [electronPackage, browserDriver] }],
  'no-restricted-properties': [
    'error',
    { property: 'innerHTML', message: 'Text is never made into markup.' },
    { property: 'outerHTML', message: 'Text is never made into markup.' },
    { object: 'undici', property: 'fetch', message: 'fetch re-sends requests by itself.' },
  ],
}

/** What the types alone can say is oxlint's (.oxlintrc.json): here it would take longer than all the rest. */
const typescript = {
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-non-null-assertion': 'error',
  '@typescript-eslint/consistent-type-imports': 'error',
}

export default ts.config(
  { ignores: ['node_modules', 'out', 'release', 'tour', 'coverage'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...vue.configs['flat/recommended'],
  prettier,
  {
    files: ['**/*.{ts,vue}'],
    languageOptions: {
      parserOptions: { parser: ts.parser },
    },
    rules: { ...everywhere, ...typescript },
  },
  {
    files: ['renderer/**/*.vue'],
    rules: {
      'vue/no-v-html': 'error',
      // Every word of a screen is in both languages, in renderer/i18n. Names, and signs that no language owns, may stand.
      'vue/no-bare-strings-in-template': [
        'error',
        { allowlist: [...signs, 'Mostrador', 'Excel', 'CSV', 'HTTP', 'Z'] },
      ],
      'vue/multi-word-component-names': 'off',
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      'no-undef': 'off',
    },
  },
  {
    // Of which clock, and until when, is said in one place.
    files: ['renderer/**/*.{ts,vue}'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...everywhere['no-restricted-properties'].slice(1),
        { object: 'Date', property: 'now', message: 'Ask useToday (renderer/bridge/today.ts).' },
      ],
    },
  },
  {
    // A cast says more than was checked: data from outside is parsed, never asserted.
    files: ['{electron,renderer,shared,sandbox}/**/*.{ts,vue}'],
    ignores: ['**/*.test.ts'],
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    },
  },
  {
    files: ['electron/main.ts', 'electron/preload.ts', 'electron/host/electron/*.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [browserDriver] }] },
  },
  {
    files: ['electron/chromium.ts', 'electron/host/chromium/*.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [electronPackage] }] },
  },
  {
    // Tests and the sandbox's own clients talk to local servers; they sell nothing of anybody's.
    files: ['tests/**/*.ts', 'bench/**/*.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-globals': 'off',
      'no-restricted-imports': ['error', { paths: testFolders }],
    },
  },
  {
    files: ['tests/folders.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['scripts/**/*.mjs', '*.config.{js,ts}'],
    languageOptions: { globals: globals.node },
    rules: { 'no-restricted-globals': 'off' },
  },
)
