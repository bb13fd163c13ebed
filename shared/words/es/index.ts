// What both processes say.
import errors from './errors.json' with { type: 'json' }
import language from './language.json' with { type: 'json' }
import print from './print.json' with { type: 'json' }
import receipt from './receipt.json' with { type: 'json' }
import slip from './slip.json' with { type: 'json' }
import system from './system.json' with { type: 'json' }
import workbook from './workbook.json' with { type: 'json' }

export default { errors, language, print, receipt, slip, system, workbook }
