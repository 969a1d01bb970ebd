import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { allowed } from '../../shared/domain/rights.ts'
import { profilePaths, rightOf } from '../../shared/domain/screens.ts'
import { Frame } from './Frame.tsx'
import { loadScreen } from './load-screen.ts'
import { OtherPath } from './OtherPath.tsx'
import { Screen } from './Screen.tsx'
import { ScreenFailure } from './ScreenFailure.tsx'

const LoginScreen = loadScreen('login', () => import('../auth/LoginScreen.tsx').then((m) => m.LoginScreen))
const ForgotPasswordScreen = loadScreen('forgot-password', () =>
  import('../auth/ForgotPasswordScreen.tsx').then((m) => m.ForgotPasswordScreen),
)
const SupplyManagementLoginScreen = loadScreen('supply-management-login', () =>
  import('../auth/SupplyManagementLoginScreen.tsx').then((m) => m.SupplyManagementLoginScreen),
)
const ProfileScreen = loadScreen('profile', () => import('../people/ProfileScreen.tsx').then((m) => m.ProfileScreen))
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
  ...profilePaths.map((path) => ({
    path,
    element: <Screen key={path} Body={ProfileScreen} />,
    errorElement: <ScreenFailure />,
  })),
  { path: '*', element: <OtherPath />, errorElement: <ScreenFailure /> },
]

export function makeRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter([
    { path: '/login', element: <Screen Body={LoginScreen} />, errorElement: <ScreenFailure /> },
    { path: '/forgot-password', element: <Screen Body={ForgotPasswordScreen} />, errorElement: <ScreenFailure /> },
    {
      path: '/supply-management/login',
      element: <Screen Body={SupplyManagementLoginScreen} />,
      errorElement: <ScreenFailure />,
    },
    { element: <Frame />, errorElement: <ScreenFailure />, children: inFrame },
  ])
}
