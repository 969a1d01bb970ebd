import type { FastifyInstance } from 'fastify'
import { contract } from '../../shared/areas.ts'
import { countingRoutes } from '../areas/counting/routes.ts'
import { dataRoutes } from '../areas/data/routes.ts'
import { trackUserActions } from '../areas/frame/track-user-actions.ts'
import {
  changeView,
  createView,
  getPreferences,
  getViews,
  setDefaultView,
  setPreference,
} from '../areas/frame/views.ts'
import { inspectionRoutes } from '../areas/inspection/routes.ts'
import { invoicesRoutes } from '../areas/invoices/routes.ts'
import { invoiceFinder } from '../areas/invoices/trace.ts'
import { barcodeLabels, getLabelFile, recordReprint, testPage } from '../areas/labels/barcode-labels.ts'
import { ordersRoutes } from '../areas/orders/routes.ts'
import { styleFinder } from '../areas/orders/styles.ts'
import { orderFinder } from '../areas/orders/trace-orders.ts'
import { skuFinder } from '../areas/orders/trace-skus.ts'
import { peopleRoutes } from '../areas/people/routes.ts'
import { photosRoutes } from '../areas/photos/routes.ts'
import { qcBoxesRoutes } from '../areas/qc-boxes/routes.ts'
import { qcReportsRoutes } from '../areas/qc-reports/routes.ts'
import { receivingRoutes } from '../areas/receiving/routes.ts'
import { retoolRoutes } from '../areas/retool/routes.ts'
import { returnsRoutes } from '../areas/returns/routes.ts'
import { returnNoteFinder } from '../areas/returns/trace.ts'
import { boxFinder } from '../areas/shipments/box-finder.ts'
import { shipmentsRoutes } from '../areas/shipments/routes.ts'
import { shipmentFinder } from '../areas/shipments/shipment-finder.ts'
import type { Handlers } from '../http/call.ts'
import type { Context } from '../http/context.ts'
import { mount } from '../http/mount.ts'
import { jobsRoutes } from '../jobs/own-jobs.ts'
import { languagesRoutes } from '../languages/routes.ts'
import { noticesRoutes } from '../notices/routes.ts'
import { getCorrectedWorkbook } from '../sheets/refused-files.ts'
import { type Finders, traceRoutes } from '../trace/find.ts'
import { exportJobRoutes } from './exports/export-jobs.ts'
import { exportRoutes } from './exports/routes.ts'

/** One line per kind of thing that has a code. */
const finders: Finders = {
  order: orderFinder,
  shipment: shipmentFinder,
  box: boxFinder,
  sku: skuFinder,
  style: styleFinder,
  invoice: invoiceFinder,
  return_note: returnNoteFinder,
}

type Routes = { [A in keyof typeof contract]: Handlers<(typeof contract)[A]> }

/** The handlers of every area: one that is forgotten does not compile. */
function routesOf(context: Context): Routes {
  return {
    people: peopleRoutes(context),
    orders: ordersRoutes,
    shipments: shipmentsRoutes,
    retool: retoolRoutes,
    data: dataRoutes,
    receiving: receivingRoutes,
    qcBoxes: qcBoxesRoutes,
    counting: countingRoutes,
    inspection: inspectionRoutes,
    photos: photosRoutes,
    invoices: invoicesRoutes,
    returns: returnsRoutes,
    qcReports: qcReportsRoutes,
    labels: { barcodeLabels, getLabelFile, recordReprint, testPage },
    notices: noticesRoutes(context),
    trace: traceRoutes(finders),
    languages: languagesRoutes,
    frame: {
      ...exportRoutes,
      ...exportJobRoutes,
      ...jobsRoutes(context),
      getPreferences,
      setPreference,
      getViews,
      createView,
      changeView,
      setDefaultView,
      getCorrectedWorkbook,
      trackUserActions,
    },
  }
}

/** A route for every call of the contract. */
export function mountAreas(app: FastifyInstance, context: Context): void {
  const routes = routesOf(context)
  for (const area of Object.keys(contract) as (keyof typeof contract)[]) mountArea(app, area, routes, context)
}

function mountArea<A extends keyof typeof contract>(app: FastifyInstance, area: A, routes: Routes, context: Context) {
  mount(app, area, contract[area], routes[area], context)
}
