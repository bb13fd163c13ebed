import { button, goTo } from '../e2e/hands.ts'
import { ownRegister, pretendHub, pretendRegisters } from '../e2e/pretend-registers.ts'
import type { OpenApp } from '../e2e/open-app.ts'
import { inShop, openShop, type Scene } from './shop.ts'

/** The owner's screen of one register, of three and of hundreds, and the card of a register that is one of them. */
export async function branches(scene: Scene): Promise<void> {
  await inShop(await openShop(), async ({ app }) => {
    const { page } = app
    // The window learns as it begins that somebody here may look at all registers: then its rail leads there.
    pretendRegisters(app, 1)
    await page.reload()
    await page.locator('[data-product]').first().waitFor()
    for (const count of [1, 3, 500]) {
      await look(app, count)
      await scene(page, `cajas-${count}`)
    }
    for (const figure of ['today', 'drawers', 'balances', 'differences']) {
      await page.locator(`[data-figure=${figure}]`).click()
      if (figure === 'differences') await button(page, /Ana Ruiz/).click()
      await page.waitForTimeout(300)
      await scene(page, `cajas-500-${figure}`)
      await page.keyboard.press('Escape')
    }
    await page.getByLabel('Sucursal', { exact: true }).selectOption('Sucursal 7')
    await page.locator('[data-register=C27]').click()
    await scene(page, 'cajas-500-una')
    await page.keyboard.press('Escape')
    await page.locator('[data-register=C27]').scrollIntoViewIfNeeded()
    await scene(page, 'cajas-500-sucursal')
    await card(app, scene)
  })
}

async function look(app: OpenApp, count: number): Promise<void> {
  pretendRegisters(app, count)
  await goTo(app.page, 'hoy', 'Hoy')
  await goTo(app.page, 'cajas', 'Cobrado hoy')
  await app.page.locator('[data-figure]').first().waitFor()
}

/** Joining, a wrong code, joined, a copy, and one that was retired. */
async function card(app: OpenApp, scene: Scene): Promise<void> {
  const { page } = app
  const show = async (of: Parameters<typeof pretendHub>[1]) => {
    pretendHub(app, of)
    await goTo(page, 'hoy', 'Hoy')
    await goTo(page, 'ajustes/caja', 'Varias cajas')
    await page.getByTestId('own-register').scrollIntoViewIfNeeded()
  }
  await show({})
  await button(page, 'Unir esta caja').click()
  await page.getByLabel('Código de la caja').fill('no es un código')
  await page.keyboard.press('Enter')
  await page.getByText('Ese no es un código').waitFor()
  await page.getByTestId('own-register').scrollIntoViewIfNeeded()
  await scene(page, 'ajustes-caja-codigo')
  await page.keyboard.press('Escape')
  const reader = { name: 'Rosa', branch: null, url: 'postgres://192.168.1.10:5432/tienda' }
  await show({ register: ownRegister(), reader })
  await scene(page, 'ajustes-caja-unida')
  for (const code of ['HUB_FORKED', 'HUB_RETIRED', 'HUB_UNREACHABLE'] as const) {
    const error = { code, ...(code === 'HUB_UNREACHABLE' && { params: { reason: 'ETIMEDOUT' } }) }
    await show({ register: ownRegister({ error, left: 12 }) })
    await scene(page, `ajustes-caja-${code.slice(4).toLowerCase()}`)
  }
}
