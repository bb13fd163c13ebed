import { constants, setPriority } from 'node:os'
import { onceAsked } from '../../async/answer-once.ts'
import { answerCopier } from './copier.ts'
import { copyRequestSchema } from './copy-request.ts'

/**
 * A program of its own, under Electron or Node: makes copies elsewhere, finds them, and brings one back. Everything that
 * touches a disk which may not answer, and all of age, is in here.
 */
onceAsked((message, tell) => {
  // Somebody sells while a copy is made: everything else goes first. For what is brought back somebody waits.
  const isCopy = copyRequestSchema.safeParse(message).data?.do === 'copy'
  if (isCopy) setPriority(constants.priority.PRIORITY_LOW)
  void answerCopier(message, tell)
})
