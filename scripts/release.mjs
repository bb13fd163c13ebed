import { runNode } from './house.mjs'

// npm run release: makes and signs the feed that updates come from (docs/release.md).

process.exitCode = await runNode('scripts/publish/main.ts', process.argv.slice(2))
