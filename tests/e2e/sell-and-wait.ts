import { sellTopUp } from './hands.ts'
import { openApp } from './open-app.ts'

// A register in a process of its own, to be killed in the middle of a sale: URL TOKEN FOLDER PHONE.

const [baseUrl = '', token = '', dataDir = '', phone = ''] = process.argv.slice(2)
const { page } = await openApp({ baseUrl, token, dataDir })
await page.locator('[data-product]').first().waitFor()
await sellTopUp(page, phone, '5000')
