import { afterAll } from 'vitest'
import { removeFolders } from './folders.ts'

// Set-up of every test file. What was asked for first is done last: by then the file's own hooks have ended what it started.
afterAll(removeFolders)
