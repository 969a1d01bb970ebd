import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { type ScreenPath, screens } from '../../shared/areas.ts'
import { profilePaths, settingsPaths } from '../../shared/kernel/screens.ts'
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

/** The code of every screen of the areas, which say who may open it. One that is forgotten does not compile. */
const bodies: Readonly<Record<ScreenPath, ReturnType<typeof loadScreen>>> = {
  '/supplier/home': loadScreen('home', () => import('../home/HomeScreen.tsx').then((m) => m.HomeScreen)),
  '/supplier/my-orders': loadScreen('my-orders', () =>
    import('../supplier/orders/MyOrdersScreen.tsx').then((m) => m.MyOrdersScreen),
  ),
  '/supplier/shipping-platform': loadScreen('shipping-platform', () =>
    import('../supplier/platform/ShippingPlatformScreen.tsx').then((m) => m.ShippingPlatformScreen),
  ),
  '/supplier/shipment-management': loadScreen('shipment-management', () =>
    import('../supplier/shipments/ShipmentsScreen.tsx').then((m) => m.ShipmentsScreen),
  ),
  '/supplier/my-inventory': loadScreen('my-inventory', () =>
    import('../supplier/vendor-inventory/InventoryScreen.tsx').then((m) => m.MyInventoryScreen),
  ),
  '/supplier/price-negotiation': loadScreen('price-negotiation', () =>
    import('../supplier/price-negotiations/PriceNegotiationScreen.tsx').then((m) => m.PriceNegotiationScreen),
  ),
  '/supplier/inventory-management': loadScreen('inventory-management', () =>
    import('../supplier/vendor-inventory/InventoryScreen.tsx').then((m) => m.InventoryManagementScreen),
  ),
  '/supplier/pre-stock-listing': loadScreen('pre-stock-listing', () =>
    import('../supplier/pre-stock/PreStockScreen.tsx').then((m) => m.PreStockScreen),
  ),
  '/supplier/product-launch': loadScreen('product-launch', () =>
    import('../supplier/product-launch/ProductLaunchScreen.tsx').then((m) => m.ProductLaunchScreen),
  ),
  '/supplier/garment-specs': loadScreen('garment-specs', () =>
    import('../supplier/garment-specs/GarmentSpecsScreen.tsx').then((m) => m.GarmentSpecsScreen),
  ),
  '/supplier/style-survey': loadScreen('style-survey', () =>
    import('../supplier/style-survey/StyleSurveyScreen.tsx').then((m) => m.StyleSurveyScreen),
  ),
  '/supplier/inward-shipments': loadScreen('inward-shipments', () =>
    import('../supplier/receiving/InwardShipmentsScreen.tsx').then((m) => m.InwardShipmentsScreen),
  ),
  '/supplier/india-inward-platform': loadScreen('india-inward-platform', () =>
    import('../supplier/india-inward/IndiaInwardScreen.tsx').then((m) => m.IndiaInwardScreen),
  ),
  '/supplier/qc-platform': loadScreen('qc-platform', () =>
    import('../supplier/qc/QcPlatformScreen.tsx').then((m) => m.QcPlatformScreen),
  ),
  '/supplier/qc-platform-india': loadScreen('qc-platform-india', () =>
    import('../supplier/qc-india/QcPlatformIndiaScreen.tsx').then((m) => m.QcPlatformIndiaScreen),
  ),
  '/supplier/qc-invoices': loadScreen('qc-invoices', () =>
    import('../supplier/invoices/InvoicesScreen.tsx').then((m) => m.InvoicesScreen),
  ),
  '/supplier/qc-results': loadScreen('qc-results', () =>
    import('../supplier/qc-results/QcResultsScreen.tsx').then((m) => m.QcResultsScreen),
  ),
  '/supplier/qc-reports': loadScreen('qc-reports', () =>
    import('../supplier/qc-reports/QcReportsScreen.tsx').then((m) => m.QcReportsScreen),
  ),
  '/supplier/scorecards': loadScreen('scorecards', () =>
    import('../supplier/scorecards/ScorecardsScreen.tsx').then((m) => m.ScorecardsScreen),
  ),
  '/supplier/corrective-actions': loadScreen('corrective-actions', () =>
    import('../supplier/scorecards/CorrectiveActionsScreen.tsx').then((m) => m.CorrectiveActionsScreen),
  ),
  '/supplier/disputes': loadScreen('disputes', () =>
    import('../supplier/disputes/DisputesScreen.tsx').then((m) => m.DisputesScreen),
  ),
  '/ops/final-measurements': loadScreen('final-measurements', () =>
    import('../ops/samples/FinalMeasurementsScreen.tsx').then((m) => m.FinalMeasurementsScreen),
  ),
  '/ops/sample-costing': loadScreen('sample-costing', () =>
    import('../ops/samples/SampleCostingScreen.tsx').then((m) => m.SampleCostingScreen),
  ),
  '/ops/in-house-orders': loadScreen('in-house-orders', () =>
    import('../ops/production/OrdersScreen.tsx').then((m) => m.InHouseOrdersScreen),
  ),
  '/ops/outsourced-orders': loadScreen('outsourced-orders', () =>
    import('../ops/production/OrdersScreen.tsx').then((m) => m.OutsourcedOrdersScreen),
  ),
  '/ops/vendor-purchase-orders': loadScreen('vendor-purchase-orders', () =>
    import('../ops/production/PosScreen.tsx').then((m) => m.VendorPurchaseOrdersScreen),
  ),
  '/ops/supply-report': loadScreen('supply-report', () =>
    import('../ops/production/ReportScreen.tsx').then((m) => m.SupplyReportScreen),
  ),
  '/supply-management/production': loadScreen('facility-production', () =>
    import('../supply-management/production/ProductionScreen.tsx').then((m) => m.ProductionScreen),
  ),
  '/supply-management/shipments': loadScreen('facility-shipments', () =>
    import('../supply-management/shipments/ShipmentsScreen.tsx').then((m) => m.ShipmentsScreen),
  ),
  '/supply-management/receive': loadScreen('facility-receive', () =>
    import('../supply-management/receive/ReceiveScreen.tsx').then((m) => m.ReceiveScreen),
  ),
  '/supply-management/labels': loadScreen('facility-labels', () =>
    import('../supply-management/labels/LabelsScreen.tsx').then((m) => m.LabelsScreen),
  ),
  '/warehouse/stock': loadScreen('stock', () =>
    import('../warehouse/stock/StockScreen.tsx').then((m) => m.StockScreen),
  ),
  '/warehouse/put-away': loadScreen('put-away', () =>
    import('../warehouse/put-away/PutAwayScreen.tsx').then((m) => m.PutAwayScreen),
  ),
  '/supplier/sku-dimensions': loadScreen('sku-dimensions', () =>
    import('../supplier/sku-dimensions/SkuDimensionsScreen.tsx').then((m) => m.SkuDimensionsScreen),
  ),
  '/supplier/buyer-review': loadScreen('buyer-review', () =>
    import('../supplier/buyer-reviews/BuyerReviewScreen.tsx').then((m) => m.BuyerReviewScreen),
  ),
  '/supplier/catalogue-review': loadScreen('catalogue-review', () =>
    import('../supplier/buyer-reviews/CatalogueReviewScreen.tsx').then((m) => m.CatalogueReviewScreen),
  ),
  '/supplier/assortments': loadScreen('assortments', () =>
    import('../supplier/assortments/AssortmentsScreen.tsx').then((m) => m.AssortmentsScreen),
  ),
  '/supplier/catalogue-management': loadScreen('catalogue', () =>
    import('../supplier/catalogue/CatalogueScreen.tsx').then((m) => m.CatalogueScreen),
  ),
  '/ops/india-catalogue-management': loadScreen('india-catalogue', () =>
    import('../supplier/catalogue/CatalogueScreen.tsx').then((m) => m.IndiaCatalogueScreen),
  ),
  '/supplier/sample-shipping-platform': loadScreen('sample-shipping', () =>
    import('../supplier/samples/SamplesScreen.tsx').then((m) => m.SampleShippingScreen),
  ),
  '/supplier/sample-qc': loadScreen('sample-qc', () =>
    import('../supplier/samples/SamplesScreen.tsx').then((m) => m.SampleQcScreen),
  ),
  '/ops/pipeline': loadScreen('pipeline', () =>
    import('../ops/pipeline/PipelineScreen.tsx').then((m) => m.PipelineScreen),
  ),
  '/ops/all-pending-orders': loadScreen('all-pending-orders', () =>
    import('../ops/pending/PendingOrdersScreen.tsx').then((m) => m.PendingOrdersScreen),
  ),
  '/ops/confirmed-orders': loadScreen('confirmed-orders', () =>
    import('../ops/confirmed/ConfirmedOrdersScreen.tsx').then((m) => m.ConfirmedOrdersScreen),
  ),
  '/ops/fabrics': loadScreen('fabrics', () => import('../ops/fabrics/FabricsScreen.tsx').then((m) => m.FabricsScreen)),
  '/ops/materials': loadScreen('materials', () =>
    import('../ops/materials/MaterialsScreen.tsx').then((m) => m.MaterialsScreen),
  ),
  '/ops/product-mapping': loadScreen('product-mapping', () =>
    import('../ops/product-mapping/ProductMappingScreen.tsx').then((m) => m.ProductMappingScreen),
  ),
  '/ops/pictures': loadScreen('pictures', () =>
    import('../ops/pictures/PicturesScreen.tsx').then((m) => m.PicturesScreen),
  ),
  '/ops/first-day': loadScreen('first-day', () =>
    import('../ops/first-day/FirstDayScreen.tsx').then((m) => m.FirstDayScreen),
  ),
  '/ops/records': loadScreen('records', () => import('../ops/records/RecordsScreen.tsx').then((m) => m.RecordsScreen)),
  '/ops/users': loadScreen('users', () => import('../ops/users/UsersScreen.tsx').then((m) => m.UsersScreen)),
  '/warehouse/source': loadScreen('gate-pass-source', () =>
    import('../warehouse/gate-passes/SourceScreen.tsx').then((m) => m.SourceScreen),
  ),
  '/warehouse/destination': loadScreen('gate-pass-destination', () =>
    import('../warehouse/gate-passes/DestinationScreen.tsx').then((m) => m.DestinationScreen),
  ),
  '/warehouse/in-transit': loadScreen('in-transit', () =>
    import('../warehouse/gate-passes/InTransitScreen.tsx').then((m) => m.InTransitScreen),
  ),
  '/retail/store-inwards': loadScreen('store-inwards', () =>
    import('../warehouse/gate-passes/DestinationScreen.tsx').then((m) => m.StoreInwardsScreen),
  ),
  '/retail/allocation-dashboard': loadScreen('allocation-dashboard', () =>
    import('../retail/allocation/AllocationScreen.tsx').then((m) => m.AllocationScreen),
  ),
  '/retail/replenishment': loadScreen('replenishment', () =>
    import('../retail/replenishment/ReplenishmentScreen.tsx').then((m) => m.ReplenishmentScreen),
  ),
  '/retail/stores': loadScreen('stores', () => import('../retail/stores/StoresScreen.tsx').then((m) => m.StoresScreen)),
  '/warehouse/stock-counts': loadScreen('stock-counts', () =>
    import('../warehouse/stock-counts/StockCountsScreen.tsx').then((m) => m.StockCountsScreen),
  ),
  '/ops/backups': loadScreen('backups', () => import('../ops/backups/BackupsScreen.tsx').then((m) => m.BackupsScreen)),
  '/ops/ledgers': loadScreen('ledgers', () => import('../ops/ledgers/LedgersScreen.tsx').then((m) => m.LedgersScreen)),
  '/ops/api-keys': loadScreen('api-keys', () => import('../ops/keys/KeysScreen.tsx').then((m) => m.KeysScreen)),
  '/ops/languages': loadScreen('languages', () =>
    import('../ops/languages/LanguagesScreen.tsx').then((m) => m.LanguagesScreen),
  ),
}

const loadAhead = (path: ScreenPath) => bodies[path].load()

const inFrame: RouteObject[] = [
  ...screens.map(({ path }) => ({
    path,
    element: <Screen key={path} path={path} Body={bodies[path]} />,
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
    children: [
      ...signingIn,
      { element: <Frame load={loadAhead} />, errorElement: <ScreenFailure />, children: inFrame },
    ],
  },
]

export function makeRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter(routes)
}
