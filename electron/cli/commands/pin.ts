import { text as readAll } from 'node:stream/consumers'
import { homedir } from 'node:os'
import { isSameName, pinSchema } from '../../../shared/domain/people/people.ts'
import { Failure } from '../../../shared/errors.ts'
import { hashPin } from '../../features/people/pin.ts'
import { defaultDataDir } from '../../host/system/data-dir.ts'
import { openJournal } from '../../store/journal/open-journal.ts'
import { onlyWord } from '../arguments.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { notAllowed } from '../usage.ts'

/**
 * `pin NAME`: sets somebody's PIN anew from standard input, for a shop whose administrator forgot it. Whoever owns the
 * data folder may do it, while the window is closed; the trail keeps that it was done from here.
 */
export const pinCommand: Command = async (line, output) => {
  const name = onlyWord(line, 'NAME')
  const typed = (await readAll(process.stdin)).split(/\r?\n/)[0]?.trim() ?? ''
  const next = pinSchema.safeParse(typed)
  if (!next.success) throw new Failure('BAD_INPUT', { where: 'PIN' })
  const dataDir = line.dataDir ?? defaultDataDir(process.platform, line.env, homedir())
  const journal = openJournal(dataDir)
  try {
    const people = journal.people.all().filter(({ active }) => active)
    const person = people.find((one) => isSameName(one.name, name))
    if (!person) {
      if (people.length === 0) throw new Failure('PERSON_NOT_FOUND')
      throw notAllowed(
        name,
        people.map((one) => one.name),
      )
    }
    const pinHash = await hashPin(next.data)
    const line = { person: null, action: 'people.pinReset', subject: person.name }
    journal.people.put({ ...person, pinHash }, { at: Date.now(), ...line })
    output.result({ name: person.name }, [output.say('cli.newPin', { name: person.name })])
    return exitCodes.done
  } finally {
    journal.close()
  }
}
