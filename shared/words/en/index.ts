// What both processes say.
import errors from './errors.json' with { type: 'json' }
import language from './language.json' with { type: 'json' }

export default { errors, language }
