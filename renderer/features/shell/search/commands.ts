import type { Right } from '../../../../shared/domain/people/rights.ts'
import { foldText } from '../../../../shared/domain/text/fold-text.ts'
import type { TextKey } from '../../../i18n/index.ts'
import { mayOpen, settingsPages } from '../../../bridge/page-rights.ts'
import { keysOf, type ShortcutId } from '../../../keyboard/keys.ts'
import { railPages } from '../pages.ts'

/** Something that the search field can do or open. */
export interface SearchCommand {
  id: string
  label: TextKey
  icon: string
  /** What it is part of, where its words alone could be another's. */
  within?: TextKey
  /** The key that does the same from everywhere. */
  keys?: string
  /** A page to open, or something to do. */
  to: string | ((hands: CommandHands) => void)
}

/** What commands that open no page need. */
export interface CommandHands {
  changePerson: () => void
  lock: () => void
  refreshBalance: () => void
}

const byKey = (id: ShortcutId) => ({ id, label: `keys.do.${id}` as const, keys: keysOf(id) })

const commands: readonly SearchCommand[] = [
  ...railPages
    .filter(({ ofSeveral }) => !ofSeveral)
    .map(({ name, path, icon }) => ({
      id: name,
      label: `shell.pages.${name}` as const,
      icon,
      keys: keysOf(name),
      to: path,
    })),
  {
    id: 'topUp',
    label: 'topup.title',
    icon: 'i-lucide-wallet',
    keys: keysOf('topUpGo'),
    to: '/cargar-saldo',
  },
  {
    id: 'books',
    label: 'books.page.title',
    icon: 'i-lucide-book-open-check',
    to: '/cierre',
  },
  {
    id: 'claims',
    label: 'claims.openTitle',
    icon: 'i-lucide-message-square-warning',
    to: '/reclamos',
  },
  ...settingsPages.map(({ name, at, icon }) => ({
    id: name,
    label: `settings.${name}` as const,
    within: 'settings.title' as const,
    icon,
    to: `/ajustes/${at}`,
    ...(name === 'keys' ? { keys: keysOf('help') } : {}),
  })),
  {
    id: 'classify',
    label: 'products.tabs.classify',
    within: 'settings.products',
    icon: 'i-lucide-tags',
    to: '/ajustes/productos/clasificar',
  },
  {
    ...byKey('changePerson'),
    icon: 'i-lucide-users',
    to: ({ changePerson }) => changePerson(),
  },
  { ...byKey('lock'), icon: 'i-lucide-lock', to: ({ lock }) => lock() },
  {
    id: 'refreshBalance',
    label: 'shell.refreshBalance',
    icon: 'i-lucide-refresh-cw',
    to: ({ refreshBalance }) => refreshBalance(),
  },
]

const most = 5

/** The commands whose words begin with what was typed, for whoever is at the register. */
export function findCommands(
  typed: string,
  words: (label: TextKey) => string,
  who: { may: (right: Right) => boolean; signedIn: boolean },
): SearchCommand[] {
  const wanted = foldText(typed)
  if (wanted.length < 2) return []
  return commands
    .filter(({ id, to }) => {
      if (typeof to === 'string') return mayOpen(to, who.may)
      return who.signedIn || id === 'refreshBalance'
    })
    .filter(({ label }) => ` ${foldText(words(label))}`.includes(` ${wanted}`))
    .slice(0, most)
}
