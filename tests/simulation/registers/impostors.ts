import { share } from '../../../electron/hub/calls.ts'
import { beginning } from '../../../electron/store/hub/outbox.ts'
import { writesOf } from './hub-state.ts'
import { account } from './till.ts'
import { ownPassword, type World } from './world.ts'

// In the end somebody who has a register's login speaks in the name of others.

interface Named {
  code: string
  name: string
}

/** What names a register: a line of credit, whom it made, and a month that it closed. */
const naming = (teller: string, { code, name }: Named, version = 0) => {
  const of = `${teller} ${code}`
  const line = { by: code, revision: version, currency: 'COP', text: '', how: null, lines: [] }
  const debtor = { home: code, number: 1 + version, name: 'Rosa', phone: '', limit: null }
  const close = { number: version, name }
  return [
    { kind: 'debt', scope: 'branch', key: `debt ${of}`, version, body: line },
    { kind: 'debtor', scope: 'branch', key: of, version, body: debtor },
    { kind: 'close', scope: account, key: `2026-10 ${code} ${of}`, version, body: close },
  ]
}

/** Each says what names each, and says it otherwise: of others only what is its own to say is taken. */
export async function impostors(world: World): Promise<void> {
  const { model, hub } = world
  for (const { till } of world.alive()) {
    const stream = till.stream()
    const at = model.held().streams.get(stream?.id ?? '')
    if (!stream || !at?.isOpen) continue
    const own = await hub.connect(stream.login, ownPassword)
    const registers = [...model.held().registers.values()]
    for (const version of [0, 1]) {
      const changes = registers.flatMap((one) => naming(stream.code, one, version))
      await share(own, { stream: stream.id, at, heard: beginning, changes })
    }
    await own.close()
    const state = model.held()
    const there = new Map(
      [...state.shared.docs.values()].map((one) => [`${one.kind} ${one.key}`, one.version]),
    )
    for (const one of registers) {
      const isIts = writesOf(state, stream.code, one.code)
      for (const { kind, key } of naming(stream.code, one)) {
        // Whom others made anybody says who knows them, and of one that was retired what a hub lost: neither is said otherwise.
        const isMade = isIts || kind === 'debtor' || one.retiredAt !== null
        const version = there.get(`${kind} ${key}`) ?? 0
        if (version !== (isIts ? 2 : isMade ? 1 : 0))
          world.violate(`${kind} of ${one.code} was said ${version} times by ${stream.code}`)
      }
    }
  }
}
