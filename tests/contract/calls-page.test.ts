import { join } from 'node:path'
import { expect, it } from 'vitest'
import { redacted } from '../../electron/ipc/redaction.ts'
import { rightsFor, type Gate } from '../../shared/contract/define.ts'
import { callNames, calls, events } from '../../shared/contract/index.ts'
import { rightsOfRole, roleSchema } from '../../shared/domain/people/rights.ts'

const page = join(import.meta.dirname, '../../docs/calls.md')
const roles = roleSchema.options

function gateText(gate: Gate): string {
  if (gate === 'always') return 'anybody, also while locked'
  return gate === 'present' ? 'who has signed in' : rightsFor(gate).join(' and ')
}

/** Which roles have what a gate asks for, unless the owner said otherwise of a person. */
function rolesText(gate: Gate): string {
  const has = roles.filter((role) =>
    rightsFor(gate).every((right) => rightsOfRole[role].includes(right)),
  )
  return has.length === roles.length ? 'all' : has.join(', ')
}

function callRow(name: (typeof callNames)[number]): string[] {
  const { right, heardBy, audit, patient } = calls[name]
  return [
    `\`${name}\``,
    gateText(right),
    rolesText(right),
    audit === undefined ? '' : audit === 'own' ? 'by its feature' : 'once done',
    [heardBy && `its end is for ${gateText(heardBy)}`, patient && 'asked again after a lock']
      .filter(Boolean)
      .join('; '),
  ]
}

const eventRows = Object.entries(events).map(([name, { locked }]) => [
  `\`${name}\``,
  locked === 'always' ? 'told' : `the last${locked === 'last' ? '' : ' of each thing'} waits`,
])
const fieldRows = Object.entries(redacted).map(([name, needed]) => [
  `\`${name}\``,
  gateText(needed),
])

function table(head: string[], rows: string[][]): string {
  const sorted = rows.toSorted(([one = ''], [other = '']) => one.localeCompare(other))
  const widths = head.map((name, at) =>
    Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  const line = (cells: string[], fill = ' ') =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width, fill)).join(' | ')} |`
  return [line(head), line([], '-'), ...sorted.map((row) => line(row))].join('\n')
}

const text = `# Calls and who may make them

Written by \`tests/contract/calls-page.test.ts\` from \`shared/contract/\`; it fails while this page says something else.
\`npm run check:unit -- tests/contract/calls-page -u\` writes it anew: read what changed before it is committed.

${table(['call', 'who may', 'roles', 'line of the trail', 'also'], callNames.map(callRow))}

What is refused is a line of the trail in any case. While locked everything but what anybody may make is LOCKED.

## Events while locked

${table(['event', 'while locked'], eventRows)}

## Fields that are not for everyone

To the others they are null, in answers and events alike, wherever they stand (\`electron/ipc/redaction.ts\`).

${table(['field', 'who sees it'], fieldRows)}
`

it('has every call with its right in docs/calls.md, as it stands in the contract', async () => {
  await expect(text).toMatchFileSnapshot(page)
})
