// The words that only the window shows; a language's folder has every file that Spanish has.
import age from './age.json' with { type: 'json' }
import catalog from './catalog.json' with { type: 'json' }
import claims from './claims.json' with { type: 'json' }
import common from './common.json' with { type: 'json' }
import connection from './connection.json' with { type: 'json' }
import evidence from './evidence.json' with { type: 'json' }
import exporting from './export.json' with { type: 'json' }
import journal from './journal.json' with { type: 'json' }
import keys from './keys.json' with { type: 'json' }
import loading from './loading.json' with { type: 'json' }
import pending from './pending.json' with { type: 'json' }
import people from './people.json' with { type: 'json' }
import privacy from './privacy.json' with { type: 'json' }
import products from './products.json' with { type: 'json' }
import receipts from './receipts.json' with { type: 'json' }
import reconciliation from './reconciliation.json' with { type: 'json' }
import reports from './reports.json' with { type: 'json' }
import sale from './sale.json' with { type: 'json' }
import scan from './scan.json' with { type: 'json' }
import selling from './selling.json' with { type: 'json' }
import settings from './settings.json' with { type: 'json' }
import shell from './shell.json' with { type: 'json' }
import shift from './shift.json' with { type: 'json' }
import state from './state.json' with { type: 'json' }
import today from './today.json' with { type: 'json' }
import trail from './trail.json' with { type: 'json' }

export default {
  age,
  catalog,
  claims,
  common,
  connection,
  evidence,
  export: exporting,
  journal,
  keys,
  loading,
  pending,
  people,
  privacy,
  products,
  receipts,
  reconciliation,
  reports,
  sale,
  scan,
  selling,
  settings,
  shell,
  shift,
  state,
  today,
  trail,
}
