// What both processes say.
import language from './language.json' with { type: 'json' }

export default { language }
