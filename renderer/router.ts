import { createRouter, createWebHashHistory, type RouteRecordRaw, type Router } from 'vue-router'
import type { Right } from '../shared/domain/people/rights.ts'
import OwnRegister from './features/branches/OwnRegister.vue'
import ProductPicker from './features/catalog/ProductPicker.vue'
import ClaimCard from './features/claims/ClaimCard.vue'
import RestoreStep from './features/copies/RestoreStep.vue'
import EarningsCard from './features/earnings/EarningsCard.vue'
import FirstPerson from './features/people/FirstPerson.vue'
import ReceiptWays from './features/receipts/ReceiptWays.vue'
import SalePaper from './features/receipts/SalePaper.vue'
import SettingsAside from './features/settings/SettingsAside.vue'
import PaymentCard from './features/shift/paid/PaymentCard.vue'
import { insteadOf, mayOpen } from './bridge/page-rights.ts'

const settingsPages: RouteRecordRaw[] = [
  { path: 'conexiones', component: () => import('./features/connection/ProfilesPage.vue') },
  { path: 'conexiones/nueva', component: () => import('./features/connection/ProfilePage.vue') },
  {
    path: 'conexiones/:id',
    component: () => import('./features/connection/ProfilePage.vue'),
    props: true,
  },
  { path: 'negocio', component: () => import('./features/settings/BusinessPage.vue') },
  { path: 'productos', component: () => import('./features/products/ProductsPage.vue') },
  { path: 'productos/clasificar', component: () => import('./features/products/ClassifyPage.vue') },
  { path: 'productos/facturas', component: () => import('./features/products/PayeesPage.vue') },
  { path: 'impresora', component: () => import('./features/receipts/PrinterPage.vue') },
  {
    path: 'caja',
    component: () => import('./features/shift/ShiftSettings.vue'),
    props: { parts: [OwnRegister] },
  },
  { path: 'preferencias', component: () => import('./features/settings/PreferencesPage.vue') },
  { path: 'copias', component: () => import('./features/copies/CopiesPage.vue') },
  { path: 'personas', component: () => import('./features/people/PeoplePage.vue') },
  { path: 'rastro', component: () => import('./features/people/TrailPage.vue') },
  { path: 'datos', component: () => import('./features/privacy/PrivacyPage.vue') },
  { path: 'actualizaciones', component: () => import('./features/updates/UpdatesPage.vue') },
  { path: 'teclas', component: () => import('./features/help/KeysPage.vue') },
  { path: 'acerca', component: () => import('./features/settings/AboutPage.vue') },
]

/** The drawer, and what is owed to it. */
const tillPages: RouteRecordRaw[] = [
  { path: '/caja', component: () => import('./features/shift/ShiftPage.vue') },
  { path: '/caja/cerrar', component: () => import('./features/shift/ClosePage.vue') },
  { path: '/caja/turnos', component: () => import('./features/shift/ShiftsPage.vue') },
  { path: '/caja/devoluciones', component: () => import('./features/shift/OwedPage.vue') },
  { path: '/caja/fiado', component: () => import('./features/credit/CreditPage.vue') },
  {
    path: '/caja/fiado/:id',
    component: () => import('./features/credit/AccountPage.vue'),
    props: true,
  },
  {
    path: '/caja/turno/:id',
    component: () => import('./features/shift/ReportPage.vue'),
    props: true,
  },
]

/**
 * The pages. `first` says where a person must go before anything else: the first run without any
 * connection, the connections while none is chosen, null once there is one. `may` says what who is at the register
 * may do; while nobody is, every page may be opened, as none of it is seen.
 */
export function createAppRouter(
  first: () => '/inicio' | '/ajustes/conexiones' | null,
  may: (right: Right) => boolean,
): Router {
  const router = createRouter({
    history: createWebHashHistory(),
    routes: [
      { path: '/', redirect: '/vender' },
      {
        path: '/vender',
        component: () => import('./features/selling/SellPage.vue'),
        // Features do not import each other: the page is given what is of others here.
        props: { picker: ProductPicker, ways: [ReceiptWays] },
      },
      {
        path: '/hoy',
        component: () => import('./features/today/TodayPage.vue'),
        props: { opening: EarningsCard },
      },
      {
        path: '/venta/:id',
        component: () => import('./features/today/SalePage.vue'),
        props: ({ params }) => ({
          id: params['id'],
          notes: [PaymentCard, ClaimCard],
          papers: [SalePaper],
        }),
      },
      {
        path: '/conciliacion/:day(\\d{4}-\\d{2}-\\d{2})',
        component: () => import('./features/reconciliation/ReconciliationPage.vue'),
        props: true,
      },
      {
        path: '/catalogo/cambios',
        component: () => import('./features/catalog/ChangesPage.vue'),
      },
      { path: '/cargar-saldo', component: () => import('./features/topup/TopUpPage.vue') },
      { path: '/por-resolver', component: () => import('./features/pending/PendingPage.vue') },
      { path: '/reclamos', component: () => import('./features/claims/ClaimsPage.vue') },
      {
        path: '/reportes',
        component: () => import('./features/reports/ReportsPage.vue'),
        props: { opening: EarningsCard },
      },
      { path: '/cierre', component: () => import('./features/books/BooksPage.vue') },
      { path: '/cierre/digitar', component: () => import('./features/books/TypedPage.vue') },
      { path: '/cierre/plan', component: () => import('./features/books/ChartPage.vue') },
      ...tillPages,
      { path: '/cajas', component: () => import('./features/branches/BranchesPage.vue') },
      {
        path: '/ajustes',
        component: () => import('./features/settings/SettingsPage.vue'),
        redirect: '/ajustes/conexiones',
        children: settingsPages,
      },
      {
        path: '/inicio',
        component: () => import('./features/connection/FirstRunPage.vue'),
        props: { steps: [SettingsAside, RestoreStep, FirstPerson] },
      },
      { path: '/:other(.*)', redirect: '/vender' },
    ],
  })
  router.beforeEach((to) => {
    const path = first()
    if (path === null) return mayOpen(to.path, may) || insteadOf(to.path, may)
    if (to.path === path) return true
    return path === '/inicio' || !to.path.startsWith('/ajustes/') ? path : true
  })
  return router
}
