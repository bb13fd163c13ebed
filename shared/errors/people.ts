import type { Messages } from './messages.ts'

/** The people at the register, claims and customers' data. */
export const peopleMessages = {
  CLAIM_NOT_NOW: {
    es: 'El reclamo ya cambió. Mírelo otra vez antes de anotar.',
    en: 'The claim has changed. Look at it again before writing.',
  },
  NOT_ALLOWED: {
    es: 'Su perfil no permite hacer esto. Pídalo a un administrador, o que entre con su PIN.',
    en: 'Your role does not allow this. Ask an administrator, or let one sign in with the PIN.',
  },
  LOCKED: {
    es: 'La caja está bloqueada. Entre con su PIN para seguir; nada se perdió.',
    en: 'The register is locked. Sign in with your PIN to go on; nothing was lost.',
  },
  PIN_WRONG: {
    es: 'Ese no es el PIN. Inténtelo otra vez.',
    en: 'That is not the PIN. Try it again.',
  },
  PIN_WAIT: {
    es: 'Demasiados intentos. Espere {seconds} s y pruebe otra vez.',
    en: 'Too many tries. Wait {seconds} s and try again.',
  },
  PERSON_NOT_FOUND: {
    es: 'Esa persona ya no puede entrar. Elija otra.',
    en: 'That person can no longer sign in. Choose another.',
  },
  NAME_TAKEN: {
    es: 'Ya hay una persona con ese nombre. Escriba otro, por ejemplo con el apellido.',
    en: 'There is a person with that name already. Write another, for example with the surname.',
  },
  LAST_ADMINISTRATOR: {
    es: 'Debe quedar al menos un administrador. Nombre otro antes.',
    en: 'At least one administrator must remain. Name another one first.',
  },
} as const satisfies Messages
