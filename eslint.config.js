import prettier from 'eslint-config-prettier'
import js from '@eslint/js'
import vue from 'eslint-plugin-vue'
import ts from 'typescript-eslint'
import oxlint from './oxlint.config.ts'

// What stands in a .vue file, its template included; all else is oxlint's (oxlint.config.ts), whose rules hold here too.

/** What stands in a template and is no word. */
const signs = [...'·—–…→←×+-=:,.()/|%&#*$']

/** These need the types, which ESLint is not given: vue-tsc reads the .vue files. */
const typed =
  /no-(unsafe-(?!function)|misused-(promises|spread))|unbound-method|switch-exhaustiveness/

/** @param {Record<string, unknown>} rules oxlint's, as ESLint names them */
function named(rules) {
  return Object.fromEntries(
    Object.entries(rules)
      .filter(([name]) => !typed.test(name))
      .map(([name, rule]) => [name.replace(/^typescript\//, '@typescript-eslint/'), rule]),
  )
}
/** Those of the renderer's own TypeScript. */
const ofRenderer = oxlint.overrides.filter(({ files }) =>
  files.some((glob) => /^(renderer|\{.*renderer.*\})\//.test(glob)),
)

export default ts.config(
  { ignores: ['node_modules', 'out', 'release', 'tour', 'coverage', '**/*.{ts,js,mjs}'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...vue.configs['flat/recommended'],
  prettier,
  {
    files: ['renderer/**/*.vue'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      ...named(oxlint.rules),
      ...Object.assign({}, ...ofRenderer.map(({ rules }) => named(rules))),
      'vue/no-v-html': 'error',
      // Every word of a screen is in both languages, in shared/words. Names, and signs that no language owns, may stand.
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
)
