import { button, goTo } from '../e2e/hands.ts'
import type { OpenApp } from '../e2e/open-app.ts'
import { rightsOfRole } from '../../shared/domain/people/rights.ts'
import { inShop, onlyPerson, openShop, type Scene, type Speak } from './shop.ts'

/** The accountant's close, before and after its month was brought, and what the accountant alone sees of it. */
export async function books(scene: Scene): Promise<void> {
  await inShop(await openShop(), async ({ app }) => {
    const { page } = app
    await goTo(page, 'cierre', 'Qué falta')
    await scene(page, 'cierre-sin-traer')
    await goTo(page, 'cierre/digitar', 'Comisión')
    await scene(page, 'cierre-digitar')
    await page.getByLabel('Comisión', { exact: true }).fill('125000')
    await page.keyboard.press('Control+Enter')
    await button(page, 'Quitar').waitFor()
    await scene(page, 'cierre-digitado')
    await goTo(page, 'cierre/plan', 'Plan de cuentas')
    await button(page, 'Usar sugerencias').click()
    await scene(page, 'cierre-plan')
    await page.getByText('Sin guardar', { exact: true }).waitFor()
    await page.keyboard.press('F2')
    await page.getByText('El plan tiene cambios sin guardar').waitFor()
    await scene(page, 'cierre-plan-salir')
    await page.keyboard.press('Escape')
    await button(page, 'Guardar plan').click()
    await page.getByText('Guardado', { exact: true }).waitFor()
    await goTo(page, 'cierre', 'Qué falta')
    await button(page, 'Traer los reportes').click()
    await page.getByText('Reportes comprobados').waitFor()
    await page.getByText('Las cifras todavía cambian').waitFor({ state: 'detached' })
    await scene(page, 'cierre')
    await goTo(page, 'ajustes/actualizaciones', 'Mostrador')
    await scene(page, 'ajustes-actualizaciones')
    await asAccountant(app, scene)
  })
}

async function asAccountant({ page, call }: OpenApp, scene: Scene): Promise<void> {
  const people = [
    ['Ana Ruiz', 'administrator', '2468'],
    ['Caro Gil', 'accountant', '9753'],
  ] as const
  for (const [name, role, pin] of people)
    await call('people.save', { id: null, name, role, rights: [...rightsOfRole[role]], pin })
  const signIn = async (name: string, pin: string) => {
    await call('people.signIn', { personId: await onlyPerson(call, name), pin })
    await page.getByRole('banner').getByText(name).waitFor()
  }
  const speak: Speak = async (language) => {
    await signIn('Ana Ruiz', '2468')
    await call('settings.set', { language })
    await signIn('Caro Gil', '9753')
  }
  await signIn('Caro Gil', '9753')
  await goTo(page, 'ajustes/productos/clasificar', 'Para la contabilidad')
  await scene(page, 'contador-clasificar', speak)
  await goTo(page, 'cierre', 'Qué falta')
  await scene(page, 'contador-cierre', speak)
  await goTo(page, 'reportes', 'Reportes')
  await scene(page, 'contador-reportes', speak)
}
