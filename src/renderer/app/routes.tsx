import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { allowed } from '../../shared/kernel/rights.ts'
import { profilePaths, rightOf, settingsPaths } from '../../shared/kernel/screens.ts'
import { FirstStartGate } from '../settings/first-start/FirstStartGate.tsx'
import { Frame } from './Frame.tsx'
import { loadScreen, OtherPath, Screen, ScreenFailure } from './Screen.tsx'

const LoginScreen = loadScreen('login', () => import('../auth/LoginScreen.tsx').then((m) => m.LoginScreen))
const ForgotPasswordScreen = loadScreen('forgot-password', () =>
  import('../auth/ForgotPasswordScreen.tsx').then((m) => m.ForgotPasswordScreen),
)
const SupplyManagementLoginScreen = loadScreen('supply-management-login', () =>
  import('../auth/SupplyManagementLoginScreen.tsx').then((m) => m.SupplyManagementLoginScreen),
)
const ProfileScreen = loadScreen('profile', () => import('../people/ProfileScreen.tsx').then((m) => m.ProfileScreen))
const SettingsScreen = loadScreen('settings', () =>
  import('../settings/SettingsScreen.tsx').then((m) => m.SettingsScreen),
)
const UsersScreen = loadScreen('users', () => import('../ops/users/UsersScreen.tsx').then((m) => m.UsersScreen))
const MyOrdersScreen = loadScreen('my-orders', () =>
  import('../supplier/orders/MyOrdersScreen.tsx').then((m) => m.MyOrdersScreen),
)
const ShippingPlatformScreen = loadScreen('shipping-platform', () =>
  import('../supplier/platform/ShippingPlatformScreen.tsx').then((m) => m.ShippingPlatformScreen),
)
const ShipmentsScreen = loadScreen('shipment-management', () =>
  import('../supplier/shipments/ShipmentsScreen.tsx').then((m) => m.ShipmentsScreen),
)
const InwardShipmentsScreen = loadScreen('inward-shipments', () =>
  import('../supplier/receiving/InwardShipmentsScreen.tsx').then((m) => m.InwardShipmentsScreen),
)
const QcPlatformScreen = loadScreen('qc-platform', () =>
  import('../supplier/qc/QcPlatformScreen.tsx').then((m) => m.QcPlatformScreen),
)
const QcInvoicesScreen = loadScreen('qc-invoices', () =>
  import('../supplier/invoices/InvoicesScreen.tsx').then((m) => m.QcInvoicesScreen),
)
const QcResultsScreen = loadScreen('qc-results', () =>
  import('../supplier/qc-results/QcResultsScreen.tsx').then((m) => m.QcResultsScreen),
)
const QcReportsScreen = loadScreen('qc-reports', () =>
  import('../supplier/qc-reports/QcReportsScreen.tsx').then((m) => m.QcReportsScreen),
)
const PendingOrdersScreen = loadScreen('all-pending-orders', () =>
  import('../ops/pending/PendingOrdersScreen.tsx').then((m) => m.PendingOrdersScreen),
)
const ConfirmedOrdersScreen = loadScreen('confirmed-orders', () =>
  import('../ops/confirmed/ConfirmedOrdersScreen.tsx').then((m) => m.ConfirmedOrdersScreen),
)

const LanguagesScreen = loadScreen('languages', () =>
  import('../ops/languages/LanguagesScreen.tsx').then((m) => m.LanguagesScreen),
)

/** The code of every screen of the domain's table, which says who may open it. A new screen is one line here and one above. */
const screens: Readonly<Record<string, ReturnType<typeof loadScreen>>> = {
  '/supplier/my-orders': MyOrdersScreen,
  '/supplier/shipping-platform': ShippingPlatformScreen,
  '/supplier/shipment-management': ShipmentsScreen,
  '/supplier/inward-shipments': InwardShipmentsScreen,
  '/supplier/qc-platform': QcPlatformScreen,
  '/supplier/qc-invoices': QcInvoicesScreen,
  '/supplier/qc-results': QcResultsScreen,
  '/supplier/qc-reports': QcReportsScreen,
  '/ops/all-pending-orders': PendingOrdersScreen,
  '/ops/confirmed-orders': ConfirmedOrdersScreen,
  '/ops/users': UsersScreen,
  '/ops/languages': LanguagesScreen,
}

const inFrame: RouteObject[] = [
  ...Object.entries(screens).map(([path, Body]) => ({
    path,
    element: <Screen key={path} roles={allowed[rightOf(path)]} Body={Body} />,
    errorElement: <ScreenFailure />,
  })),
  ...profilePaths.map((path) => everybodys(path, ProfileScreen)),
  ...settingsPaths.map((path) => everybodys(path, SettingsScreen)),
  { path: '*', element: <OtherPath />, errorElement: <ScreenFailure /> },
]

function everybodys(path: string, Body: ReturnType<typeof loadScreen>): RouteObject {
  return { path, element: <Screen key={path} Body={Body} />, errorElement: <ScreenFailure /> }
}

const signingIn: RouteObject[] = [
  { path: '/login', element: <Screen Body={LoginScreen} />, errorElement: <ScreenFailure /> },
  { path: '/forgot-password', element: <Screen Body={ForgotPasswordScreen} />, errorElement: <ScreenFailure /> },
  {
    path: '/supply-management/login',
    element: <Screen Body={SupplyManagementLoginScreen} />,
    errorElement: <ScreenFailure />,
  },
]

/** Every address of the app and what is drawn there. */
export const routes: RouteObject[] = [
  {
    element: <FirstStartGate />,
    errorElement: <ScreenFailure />,
    children: [...signingIn, { element: <Frame />, errorElement: <ScreenFailure />, children: inFrame }],
  },
]

export function makeRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter(routes)
}
