import type { Language } from '../../words/words.ts'
import type { TrailNotice, TrailNoticeAction } from './trail-mark.ts'

/** What was done, by the call that was made or the line that the program wrote itself: Spanish, English. */
const done: Readonly<Record<string, readonly [es: string, en: string]>> = {
  'people.created': ['Creó a una persona', 'Made a person'],
  'people.changed': ['Cambió a una persona', 'Changed a person'],
  'people.pinChanged': ['Cambió su PIN', 'Changed the own PIN'],
  'people.kept': ['Ya estaba al empezar la cadena', 'Was here when the chain began'],
  'cli.sell': ['Vendió desde la línea de comandos', 'Sold from the command line'],
  'trail.broken': ['Rastro: una línea no es la que se escribió', 'Trail: a line is not as written'],
  'trail.shorter': ['Rastro: faltan líneas', 'Trail: lines are missing'],
  'trail.other': ['Rastro: una línea es otra', 'Trail: a line is another'],
  'trail.people': ['Rastro: hay personas que no coinciden', 'Trail: people differ'],
  'journal.restored': ['El registro se recuperó de una copia', 'The journal came from a copy'],
  'journal.replayed': ['El registro perdió lo último', 'The journal lost its newest part'],
  'people.signIn': ['Entró', 'Signed in'],
  'people.lock': ['Bloqueó la caja', 'Locked the register'],
  'people.wrongPin': ['PIN equivocado', 'Wrong PIN'],
  'people.denied': ['Se le negó', 'Was refused'],
  'people.pinReset': ['PIN nuevo desde la línea de comandos', 'New PIN from the command line'],
  'people.exportTrail': ['Exportó el rastro', 'Exported the trail'],
  'business.set': ['Cambió los datos del negocio', "Changed the shop's data"],
  'connection.save': ['Guardó una conexión', 'Saved a connection'],
  'connection.use': ['Cambió de conexión', 'Changed the connection'],
  'connection.remove': ['Quitó una conexión', 'Removed a connection'],
  'connection.setToken': ['Renovó el token', 'Renewed the token'],
  'connection.useSandbox': ['Usó el servicio de prueba', 'Used the test service'],
  'journal.acknowledge': ['Leyó el aviso de recuperación', 'Read the notice of recovery'],
  'loading.start': ['Creó un enlace para cargar saldo', 'Made a link to load balance'],
  'products.forgetPayee': [
    'Quitó el producto de un código de barras',
    "Removed a barcode's product",
  ],
  'products.set': ['Ajustó productos', 'Set products'],
  'reports.export': ['Exportó un reporte', 'Exported a report'],
  'resolving.close': ['Cerró una venta por revisar', 'Closed a sale to review'],
  'settings.set': ['Cambió ajustes', 'Changed settings'],
  'claims.add': ['Anotó un reclamo', 'Wrote a claim'],
  'privacy.export': ['Exportó datos de un cliente', "Exported a customer's data"],
  'privacy.erase': ['Borró datos de un cliente', "Erased a customer's data"],
  'privacy.expired': ['Borró datos por antigüedad', 'Erased old data'],
  'privacy.followed': ['Terminó un borrado que esperaba', 'Finished an erasure that was waiting'],
  'privacy.again': [
    'Borró otra vez tras recuperar el registro',
    'Erased again after recovering the journal',
  ],
  'shift.open': ['Abrió un turno', 'Opened a shift'],
  'shift.move': ['Anotó un movimiento de caja', 'Noted a movement of cash'],
  'shift.count': ['Contó la caja', 'Counted the drawer'],
  'shift.close': ['Cerró un turno', 'Closed a shift'],
  'shift.payOut': ['Dio a un cliente lo suyo', 'Gave a customer what was owed'],
  'shift.setTender': ['Corrigió cómo se pagó', 'Put right how it was paid'],
  'receipts.setPrinter': ['Cambió la impresora', 'Changed the printer'],
  'receipts.openDrawer': ['Abrió el cajón', 'Opened the drawer'],
}

/** What was asked for and refused, of what leaves no line where it is done. */
const asked: typeof done = {
  'app.openDataDir': ['Abrir la carpeta de datos', 'Open the data folder'],
  'connection.test': ['Probar una conexión', 'Test a connection'],
  'loading.stop': ['Dejar una carga de saldo', 'Leave a load of balance'],
  'loading.openLink': ['Abrir un enlace para cargar saldo', 'Open a link to load balance'],
  'people.list': ['Ver las personas', 'See the people'],
  'people.save': ['Cambiar a una persona', 'Change a person'],
  'people.checkTrail': ['Comprobar el rastro', 'Check the trail'],
  'people.trail': ['Ver quién hizo qué', 'See who did what'],
  'privacy.find': ['Buscar datos de un cliente', "Find a customer's data"],
  'products.recent': ['Ver los datos recientes de un cliente', "See a customer's recent values"],
  'products.learnPayee': ['Guardar el producto de un código de barras', "Keep a barcode's product"],
  'receipts.systemPrinters': ['Ver las impresoras del equipo', "See the computer's printers"],
  'receipts.testPage': ['Imprimir una página de prueba', 'Print a test page'],
  'reconciliation.day': ['Ver la conciliación', 'See the reconciliation'],
  'reports.gather': ['Traer un reporte', 'Bring a report'],
  'reports.cancel': ['Detener un reporte', 'Stop a report'],
  'reports.completeness': ['Leer un reporte', 'Read a report'],
  'reports.totals': ['Leer un reporte', 'Read a report'],
  'reports.page': ['Leer un reporte', 'Read a report'],
  'reports.windows': ['Leer un reporte', 'Read a report'],
  'reports.print': ['Imprimir un reporte', 'Print a report'],
  'resolving.candidates': ['Cerrar una venta por revisar', 'Close a sale to review'],
  'resolving.beginClose': ['Cerrar una venta por revisar', 'Close a sale to review'],
  'selling.quote': ['Cotizar', 'Quote'],
  'selling.sell': ['Vender', 'Sell'],
  'shift.left': ['Anotar que el cliente se fue', 'Note that the customer left'],
  'shift.report': ['Ver un informe de caja', 'See a report of the drawer'],
  'shift.closed': ['Ver los turnos cerrados', 'See the closed shifts'],
  'shift.slip': ['Ver un informe de caja', 'See a report of the drawer'],
  'shift.print': ['Imprimir un informe de caja', 'Print a report of the drawer'],
  'shift.savePdf': ['Guardar un informe de caja', 'Save a report of the drawer'],
}

/** What a line of the trail says was done, in words; what has none stays as it was written. */
export function actionWords(action: string, language: Language): string {
  return pick(done[action], language) ?? action
}

/** What it was done to, as far as it is a call: of `people.denied` what was asked for. Else as it was written. */
export function subjectWords<T extends string | null>(
  action: string,
  subject: T,
  language: Language,
): string | T {
  if (action !== 'people.denied' || subject === null) return subject
  return pick(done[subject] ?? asked[subject], language) ?? subject
}

const pick = (words: (typeof done)[string] | undefined, language: Language) =>
  words?.[language === 'es' ? 0 : 1]

type Notice = Pick<TrailNotice, 'action' | 'subject' | 'detail'>

/** What was found about the trail, as a sentence: `{who}` saw it otherwise. */
const found: Record<TrailNoticeAction, readonly [es: string, en: string]> = {
  'trail.broken': [
    'La línea {subject} del rastro no es la que se escribió, o no está.',
    'Line {subject} of the trail is not as it was written, or is not there.',
  ],
  'trail.shorter': [
    'Faltan líneas del rastro desde la {subject}: {who} había visto {seen}.',
    'Lines of the trail are missing from {subject} on: {who} had seen {seen}.',
  ],
  'trail.other': [
    'La línea {subject} del rastro no es la que vio {who}.',
    'Line {subject} of the trail is not the one that {who} saw.',
  ],
  'trail.people': ['No están como dice el rastro: {subject}.', 'Not as the trail says: {subject}.'],
  'journal.restored': [
    'El registro se recuperó de la copia {subject}: lo que el rastro tenía después de ella no está.',
    'The journal was recovered from the copy {subject}: what the trail had after it is not there.',
  ],
  'journal.replayed': [
    'El registro perdió lo último y recuperó {subject} ventas: puede faltar lo último del rastro.',
    'The journal lost its newest part and got {subject} sales back: the end of the trail may be missing.',
  ],
}
const rebuilt = [
  'El registro se dañó y no había copia: se rehízo, y el rastro de antes no está.',
  'The journal was damaged and there was no copy: it was rebuilt, and the trail of before is not there.',
] as const

/** What was found about the trail, in a sentence. */
export function noticeWords({ action, subject, detail }: Notice, language: Language): string {
  if (action === 'journal.restored' && subject === null) return pick(rebuilt, language) ?? action
  const isZ = detail?.startsWith('Z ') ?? false
  const seen = detail?.split(' ').at(-1) ?? ''
  const z = detail?.split(' ')[1] ?? ''
  const keyring = language === 'es' ? 'el llavero del equipo' : "the computer's keyring"
  const who = !isZ ? keyring : language === 'es' ? `el cierre Z ${z}` : `the Z report ${z}`
  const said: Record<string, string> = { subject: subject ?? '', who, seen }
  return (pick(found[action], language) ?? action).replace(
    /\{(\w+)\}/g,
    (whole, name: string) => said[name] ?? whole,
  )
}
