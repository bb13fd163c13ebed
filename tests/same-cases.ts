import fc from 'fast-check'

// Set-up of the unit tests: random cases are the same in every run, so that one fails for what was changed alone.
// Others are played with `CASES=7 npm run check:unit -- PATH`.
fc.configureGlobal({ seed: Number(process.env['CASES'] ?? 20_261_123) })
