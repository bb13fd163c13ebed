// What both processes say.
export { default as actions } from './actions.json' with { type: 'json' }
export { default as books } from './books.json' with { type: 'json' }
export { default as cli } from './cli.json' with { type: 'json' }
export { default as errors } from './errors.json' with { type: 'json' }
export { default as files } from './files.json' with { type: 'json' }
export { default as health } from './health.json' with { type: 'json' }
export { default as language } from './language.json' with { type: 'json' }
export { default as notices } from './notices.json' with { type: 'json' }
export { default as opening } from './opening.json' with { type: 'json' }
export { default as print } from './print.json' with { type: 'json' }
export { default as receipt } from './receipt.json' with { type: 'json' }
export { default as service } from './service.json' with { type: 'json' }
export { default as slip } from './slip.json' with { type: 'json' }
export { default as support } from './support.json' with { type: 'json' }
export { default as system } from './system.json' with { type: 'json' }
export { default as workbook } from './workbook.json' with { type: 'json' }
