import { resolve } from 'node:path'
import type { HealthCheck } from '../../../shared/contract/upkeep/health.ts'
import { noWords, type CommandLine } from '../arguments.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { table, type Output } from '../output.ts'
import { withFeatures } from '../session.ts'
import { missing } from '../usage.ts'

/** `health`: what the window shows as the register's state, also while it is open; exit code 1 where something is bad. */
export const healthCommand: Command = (line, output) => {
  noWords(line)
  return withHealth(line, async ({ 'health.look': look }) => {
    const { checks } = await look({ language: output.language })
    output.result({ checks }, table(checks.map((check) => shown(check, output))))
    return checks.some(({ state }) => state === 'bad') ? exitCodes.error : exitCodes.done
  })
}

/** `support-report --out FILE`: the report that the window shows before it saves it, as a zip. */
export const supportReportCommand: Command = (line, output) => {
  noWords(line)
  const named = line.options.text('out')
  if (!named?.trim()) throw missing('--out FILE')
  return withHealth(line, async (calls, approve) => {
    const path = await approve(resolve(named.endsWith('.zip') ? named : `${named}.zip`))
    const { id, files } = await calls['health.report']({ language: output.language })
    const saved = await calls['health.saveReport']({ id, path })
    const names = files.map(({ name }) => name)
    output.result({ ...saved, files: names }, [saved.path])
    return exitCodes.done
  })
}

type Opened = Parameters<Parameters<typeof withFeatures<number>>[2]>[0]

/** Asks the service once where there is one, so that its reach and its clock are known; how it went is told by the checks. */
function withHealth<T>(
  line: CommandLine,
  run: (calls: Opened['features']['handlers'], approve: Opened['approve']) => Promise<T>,
): Promise<T> {
  return withFeatures(line, { access: 'read' }, async ({ features, given, approve }) => {
    if (given !== null)
      await features.connection.handlers['connection.refresh']({}).catch(() => undefined)
    return run(features.handlers, approve)
  })
}

function shown({ topic, state, text }: HealthCheck, { say }: Output): string[] {
  return [say(`health.topic.${topic}`), say(`health.state.${state}`), text]
}
