import { runNode, say } from './house.mjs'
import { ensureDebian, installPackages, postgresPrograms, withoutMainCluster } from './setup.mjs'

// npm run sandbox:hub: several registers and a PostgreSQL behind them, to be looked at.

try {
  await installPackages()
  withoutMainCluster()
  await ensureDebian(postgresPrograms)
  process.exitCode = await runNode('tests/real/three-registers.ts', process.argv.slice(2))
} catch (caught) {
  say(caught instanceof Error ? caught.message : String(caught))
  process.exitCode = 1
}
