import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { allowed, type Role } from '../../shared/domain/roles.ts'
import { Frame } from './Frame.tsx'
import { loadScreen } from './load-screen.ts'
import { OtherPath } from './OtherPath.tsx'
import { Screen } from './Screen.tsx'
import { ScreenFailure } from './ScreenFailure.tsx'

const LoginScreen = loadScreen('login', () => import('../auth/LoginScreen.tsx').then((m) => m.LoginScreen))
const ForgotPasswordScreen = loadScreen('forgot-password', () =>
  import('../auth/ForgotPasswordScreen.tsx').then((m) => m.ForgotPasswordScreen),
)
const MyOrdersScreen = loadScreen('my-orders', () =>
  import('../supplier/orders/MyOrdersScreen.tsx').then((m) => m.MyOrdersScreen),
)
const ShippingPlatformScreen = loadScreen('shipping-platform', () =>
  import('../supplier/platform/ShippingPlatformScreen.tsx').then((m) => m.ShippingPlatformScreen),
)
const ShipmentsScreen = loadScreen('shipment-management', () =>
  import('../supplier/shipments/ShipmentsScreen.tsx').then((m) => m.ShipmentsScreen),
)
const PendingOrdersScreen = loadScreen('all-pending-orders', () =>
  import('../ops/pending/PendingOrdersScreen.tsx').then((m) => m.PendingOrdersScreen),
)
const ConfirmedOrdersScreen = loadScreen('confirmed-orders', () =>
  import('../ops/confirmed/ConfirmedOrdersScreen.tsx').then((m) => m.ConfirmedOrdersScreen),
)

/** Every screen, its path and who may see it. A new screen is one line here and one above. */
const screens: readonly { path: string; roles: readonly Role[]; Body: ReturnType<typeof loadScreen> }[] = [
  { path: '/supplier/my-orders', roles: allowed.vendorDesk, Body: MyOrdersScreen },
  { path: '/supplier/shipping-platform', roles: allowed.vendorDesk, Body: ShippingPlatformScreen },
  { path: '/supplier/shipment-management', roles: allowed.vendorDesk, Body: ShipmentsScreen },
  { path: '/ops/all-pending-orders', roles: allowed.opsDesk, Body: PendingOrdersScreen },
  { path: '/ops/confirmed-orders', roles: allowed.opsDesk, Body: ConfirmedOrdersScreen },
]

const inFrame: RouteObject[] = [
  ...screens.map(({ path, roles, Body }) => ({
    path,
    element: <Screen key={path} roles={roles} Body={Body} />,
    errorElement: <ScreenFailure />,
  })),
  { path: '*', element: <OtherPath />, errorElement: <ScreenFailure /> },
]

export function makeRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter([
    { path: '/login', element: <Screen Body={LoginScreen} />, errorElement: <ScreenFailure /> },
    { path: '/forgot-password', element: <Screen Body={ForgotPasswordScreen} />, errorElement: <ScreenFailure /> },
    { element: <Frame />, errorElement: <ScreenFailure />, children: inFrame },
  ])
}
