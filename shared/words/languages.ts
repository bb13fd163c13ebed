// The languages, a line each: its folder beside this file has every file that Spanish has, and its own name in `language.json`.
export * as es from './es/index.ts'
export * as en from './en/index.ts'
