// What both processes say.
import actions from './actions.json' with { type: 'json' }
import cli from './cli.json' with { type: 'json' }
import errors from './errors.json' with { type: 'json' }
import files from './files.json' with { type: 'json' }
import language from './language.json' with { type: 'json' }
import notices from './notices.json' with { type: 'json' }
import print from './print.json' with { type: 'json' }
import receipt from './receipt.json' with { type: 'json' }
import slip from './slip.json' with { type: 'json' }
import support from './support.json' with { type: 'json' }
import system from './system.json' with { type: 'json' }
import workbook from './workbook.json' with { type: 'json' }

export default {
  actions,
  cli,
  errors,
  files,
  language,
  notices,
  print,
  receipt,
  slip,
  support,
  system,
  workbook,
}
