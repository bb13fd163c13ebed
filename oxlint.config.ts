import { defineConfig } from 'oxlint'

// Every rule of TypeScript and scripts stands here; eslint.config.js takes them for what is written in a .vue file.

const browserDriver = {
  name: 'playwright-core',
  message: 'Only the Chromium host drives a browser.',
}
const electronPackage = { name: 'electron', message: 'Only the Electron entries import electron.' }
/** A test's folder goes after the last process that writes in it: tests/folders.ts sees to that. */
const testFolders = ['node:fs', 'node:fs/promises'].map((name) => ({
  name,
  importNames: ['mkdtemp', 'mkdtempSync'],
  message: 'Tests make their folders by makeFolder of tests/folders.ts, which removes them too.',
}))

const noNetwork = 'The renderer has no network.'
/** Other people's money passes here, and the renderer shows what a service sends. */
const restrictedProperties = [
  { property: 'innerHTML', message: 'Text is never made into markup.' },
  { property: 'outerHTML', message: 'Text is never made into markup.' },
  { object: 'undici', property: 'fetch', message: 'fetch re-sends requests by itself.' },
]

export default defineConfig({
  plugins: ['typescript'],
  // Types too: of each file by the tsconfig.json above it. The renderer's are vue-tsc's to say, which reads .vue files.
  options: { typeAware: true, typeCheck: true, denyWarnings: true },
  ignorePatterns: [
    'out',
    'release',
    'tour',
    '/gallery',
    'coverage',
    '**/*.vue',
    'renderer/components.d.ts',
  ],
  categories: { correctness: 'error' },
  rules: {
    'no-eval': 'error',
    'no-implied-eval': 'error',
    'no-new-func': 'error',
    'no-script-url': 'error',
    'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
    'max-lines-per-function': ['error', { max: 80 }],
    eqeqeq: 'error',
    'no-array-constructor': 'error',
    'no-case-declarations': 'error',
    'no-empty': ['error', { allowEmptyCatch: false }],
    'no-fallthrough': 'error',
    'no-prototype-builtins': 'error',
    'no-regex-spaces': 'error',
    'no-useless-assignment': 'error',
    'no-useless-constructor': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'preserve-caught-error': 'error',
    'no-restricted-globals': [
      'error',
      { name: 'fetch', message: 'fetch re-sends requests by itself; use the service transport.' },
      { name: 'XMLHttpRequest', message: noNetwork },
      { name: 'WebSocket', message: noNetwork },
      { name: 'EventSource', message: noNetwork },
    ],
    'no-restricted-imports': ['error', { paths: [electronPackage, browserDriver] }],
    'no-restricted-properties': ['error', ...restrictedProperties],
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-dynamic-delete': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-extraneous-class': 'error',
    'typescript/no-invalid-void-type': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    'typescript/no-namespace': 'error',
    'typescript/no-non-null-asserted-nullish-coalescing': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/prefer-literal-enum-member': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
    'typescript/unified-signatures': 'error',
    // A letter is a code point here: what is typed, and what a service's text is counted by.
    'typescript/no-misused-spread': 'off',
    // Parts are handed on by name: none of them is a method that needs its object.
    'typescript/unbound-method': 'off',
  },
  overrides: [
    {
      // No types are known of them.
      files: ['**/*.{js,mjs}'],
      env: { node: true },
      rules: {
        'no-undef': 'error',
        'no-restricted-globals': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
      },
    },
    {
      // A cast says more than was checked: data from outside is parsed, never asserted.
      files: ['{electron,renderer,shared,sandbox}/**/*.ts'],
      excludeFiles: ['**/*.test.ts'],
      rules: { 'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }] },
    },
    {
      // Of which clock, and until when, is said in one place.
      files: ['renderer/**/*.ts'],
      excludeFiles: ['**/*.test.ts'],
      rules: {
        'no-restricted-properties': [
          'error',
          ...restrictedProperties,
          {
            object: 'Date',
            property: 'now',
            message: 'Ask useToday (renderer/bridge/today.ts).',
          },
        ],
      },
    },
    {
      // Each part is made of what was made before it, also inside a function that is called later.
      files: ['electron/app.ts', 'electron/wiring.ts', 'electron/wiring/*.ts'],
      rules: {
        'no-use-before-define': [
          'error',
          { functions: false, typedefs: false, ignoreTypeReferences: true },
        ],
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
      // What only tests share, a test's own world, and migrations, which never change.
      files: [
        '{tests,bench}/**/*.ts',
        '**/*.test.ts',
        '**/testing/*.ts',
        'electron/store/migrations/*.ts',
      ],
      rules: { 'max-lines-per-function': 'off' },
    },
    {
      files: ['tests/folders.ts'],
      rules: { 'no-restricted-imports': 'off' },
    },
    {
      files: ['scripts/**/*.ts', '*.config.ts'],
      rules: { 'no-restricted-globals': 'off' },
    },
  ],
})
