import type { AppInfo } from '../../shared/contract/settings.ts'
import type { SaveTarget } from '../../shared/contract/files.ts'
import type { ChildProgram } from '../async/child-program.ts'
import type { Country } from '../../shared/domain/money/money.ts'

/** A small durable key-value store for settings and profiles; what is read back is unknown until parsed. */
export interface SettingsStore {
  get(key: string): unknown
  set(key: string, value: unknown): void
}

/** What the window's own origin answers for a path: the renderer's files and the catalog's pictures. */
export interface Asset {
  status: number
  contentType: string
  body: Uint8Array
}

/** A call that arrived from the app's own main frame, still unparsed; the answer is a plain value. */
export type CallAnswerer = (request: unknown) => Promise<unknown>

/** The open window. */
export interface AppWindow {
  /** Sends an event to the renderer; dropped when the window is gone. */
  emit(name: string, payload: unknown): void
  focus(): void
  /** Settles when the person closed the window. */
  readonly closed: Promise<void>
}

/** A printer that the system knows by name. */
export interface SystemPrinter {
  name: string
  /** What the system calls it before people. */
  label: string
  isDefault: boolean
}

/** A page for paper: one static document, nothing in it runs or is fetched. Sizes in millimetres. */
export interface PrintPage {
  html: string
  width: number
  /** null: as long as what stands on it, a roll's. */
  height: number | null
}

/** A message to somebody, that the computer's WhatsApp opens with. Sending it is a person's. */
export interface ChatMessage {
  /** The number with its country's first, digits alone. */
  number: string
  text: string
}

/** What a host can put on paper. */
export interface PrintHost {
  /** Printers that can be printed to without a dialog; none where the host cannot. */
  printers(): Promise<SystemPrinter[]>
  /**
   * Prints a page: on the named printer without asking, or (null) by the system's dialog or viewer.
   * @throws Failure PRINTER_REFUSED, PRINT_CANCELLED
   */
  printPage(page: PrintPage, printer: string | null): Promise<void>
  /** The page as a PDF. */
  pdf(page: PrintPage): Promise<Uint8Array>
}

/** A place for secrets by account; each operation rejects when the place cannot be used. */
export interface Keyring {
  read(account: string): Promise<string | null>
  write(account: string, secret: string): Promise<void>
  remove(account: string): Promise<void>
}

/** Everything that differs between Electron and plain Node with a Chromium window. */
export interface Host {
  readonly kind: AppInfo['host']
  readonly dataDir: string
  readonly settings: SettingsStore
  readonly unsandboxed: boolean
  /** Opens the one window. Calls are answered only for its own main frame at its own origin. */
  openWindow(options: {
    asset: (path: string) => Promise<Asset>
    answer: CallAnswerer
  }): Promise<AppWindow>
  /** Where to save a file with this suggested name. */
  chooseSave(suggestedName: string): Promise<SaveTarget>
  openPath(path: string): Promise<void>
  /** Opens the page that a payment is made at (http or https) in the system's own browser. */
  openUrl(url: string): Promise<void>
  /** Opens WhatsApp's page with a message; no other address can be made of it. */
  openChat(message: ChatMessage): Promise<void>
  showInFolder(path: string): Promise<void>
  notify(title: string, body: string): void
  /** Starts the embedded test service as a child process that ends with this one. */
  startSandbox(country: Country): Promise<{ url: string; token: string }>
  /** Starts the program that asks the keyring, as a child process that ends with this one. */
  forkKeyring(): ChildProgram
  /** Starts the program that checks a journal, the same way. */
  forkJournalCheck(): ChildProgram
  /** Starts the program that makes copies elsewhere and brings them back, the same way. */
  forkCopier(): ChildProgram
  /** Starts the program that writes to a printer's device, the same way. */
  forkDeviceWriter(): ChildProgram
  readonly paper: PrintHost
  /** The person's folder of documents. */
  documentsDir(): Promise<string>
  /** The computer woke up after sleeping. Returns its own unsubscribe. */
  onResume(listener: () => void): () => void
  /** Proxy for a URL as the system says it (e.g. "http://proxy:8080"), or null. */
  proxyFor(url: string): Promise<string | null>
  close(): Promise<void>
}
