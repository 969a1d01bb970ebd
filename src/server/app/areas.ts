import type { FastifyInstance } from 'fastify'
import { type areas, contract, traceKinds } from '../../shared/areas.ts'
import { namesOf } from '../../shared/kernel/area.ts'
import type { Area as Calls } from '../../shared/kernel/call.ts'
import { allocationServer } from '../areas/allocation/routes.ts'
import { assortmentsServer } from '../areas/assortments/routes.ts'
import { backupsServer } from '../areas/backups/routes.ts'
import { buyerReviewsServer } from '../areas/buyer-reviews/routes.ts'
import { catalogueServer } from '../areas/catalogue/routes.ts'
import { companyServer } from '../areas/company/routes.ts'
import { correctiveActionsServer } from '../areas/corrective-actions/routes.ts'
import { countingServer } from '../areas/counting/routes.ts'
import { dataServer } from '../areas/data/routes.ts'
import { disputesServer } from '../areas/disputes/routes.ts'
import { facilitiesServer } from '../areas/facilities/routes.ts'
import { garmentSpecsServer } from '../areas/garment-specs/routes.ts'
import { gatePassesServer } from '../areas/gate-passes/routes.ts'
import { homeServer } from '../areas/home/routes.ts'
import { indiaInspectionServer } from '../areas/india-inspection/routes.ts'
import { indiaLabelsServer } from '../areas/india-labels/routes.ts'
import { indiaQcServer } from '../areas/india-qc/routes.ts'
import { indiaReceivingServer } from '../areas/india-receiving/routes.ts'
import { inspectionServer } from '../areas/inspection/routes.ts'
import { invoicesServer } from '../areas/invoices/routes.ts'
import { keysServer } from '../areas/keys/routes.ts'
import { labelsServer } from '../areas/labels/routes.ts'
import { launchServer } from '../areas/launch/routes.ts'
import { ledgersServer } from '../areas/ledgers/routes.ts'
import { materialsServer } from '../areas/materials/routes.ts'
import { ordersServer } from '../areas/orders/routes.ts'
import { peopleServer } from '../areas/people/routes.ts'
import { photosServer } from '../areas/photos/routes.ts'
import { picturesServer } from '../areas/pictures/routes.ts'
import { pipelineServer } from '../areas/pipeline/routes.ts'
import { preStockServer } from '../areas/pre-stock/routes.ts'
import { priceNegotiationsServer } from '../areas/price-negotiations/routes.ts'
import { productionServer } from '../areas/production/routes.ts'
import { purchaseOrdersServer } from '../areas/purchase-orders/routes.ts'
import { qcBoxesServer } from '../areas/qc-boxes/routes.ts'
import { qcReportsServer } from '../areas/qc-reports/routes.ts'
import { countsAnywhereBlind } from '../areas/receiving/awaiting-boxes.ts'
import { receivingServer } from '../areas/receiving/routes.ts'
import { rejectedSkusServer } from '../areas/rejected-skus/routes.ts'
import { retoolServer } from '../areas/retool/routes.ts'
import { returnsServer } from '../areas/returns/routes.ts'
import { sampleDevelopmentServer } from '../areas/sample-development/routes.ts'
import { samplesServer } from '../areas/samples/routes.ts'
import { scorecardsServer } from '../areas/scorecards/routes.ts'
import { shipmentsServer } from '../areas/shipments/routes.ts'
import { skuDimensionsServer } from '../areas/sku-dimensions/routes.ts'
import { stockServer } from '../areas/stock/routes.ts'
import { stockCountsServer } from '../areas/stock-counts/routes.ts'
import { styleSurveysServer } from '../areas/style-surveys/routes.ts'
import { talkServer } from '../areas/talk/routes.ts'
import { vendorInventoryServer } from '../areas/vendor-inventory/routes.ts'
import { removeOldBatches } from '../feed/batches.ts'
import { type FeedScopes, feedRoutes } from '../feed/read-feed.ts'
import { type Routes, routesOf, type ServerArea, type Upkeep } from '../http/area.ts'
import type { ServerContext } from '../http/context.ts'
import { mount } from '../http/mount.ts'
import { languagesServer } from '../languages/routes.ts'
import { noticesServer } from '../notices/routes.ts'
import { type Finders, traceRoutes } from '../trace/find.ts'
import { checkLedgers } from './check-ledgers.ts'
import { exportsOf, type ListRows } from './exports.ts'
import { frameServer } from './frame.ts'
import { findRecords } from './records.ts'

type Own = Omit<typeof areas, 'trace' | 'frame' | 'feed'>

/** What the server does for each area. One that is forgotten, or lacks a handler, a finder or a file's rows, does not compile. */
const own: { readonly [N in keyof Own]: ServerArea<Own[N]> } = {
  home: homeServer,
  orders: ordersServer,
  pipeline: pipelineServer,
  shipments: shipmentsServer,
  vendorInventory: vendorInventoryServer,
  priceNegotiations: priceNegotiationsServer,
  preStock: preStockServer,
  launch: launchServer,
  catalogue: catalogueServer,
  assortments: assortmentsServer,
  buyerReviews: buyerReviewsServer,
  garmentSpecs: garmentSpecsServer,
  styleSurveys: styleSurveysServer,
  samples: samplesServer,
  sampleDevelopment: sampleDevelopmentServer,
  receiving: receivingServer,
  qcBoxes: qcBoxesServer,
  counting: countingServer,
  inspection: inspectionServer,
  photos: photosServer,
  invoices: invoicesServer,
  returns: returnsServer,
  qcReports: qcReportsServer,
  scorecards: scorecardsServer,
  correctiveActions: correctiveActionsServer,
  disputes: disputesServer,
  indiaReceiving: indiaReceivingServer,
  indiaQc: indiaQcServer,
  rejectedSkus: rejectedSkusServer,
  purchaseOrders: purchaseOrdersServer,
  indiaInspection: indiaInspectionServer,
  skuDimensions: skuDimensionsServer,
  labels: labelsServer,
  indiaLabels: indiaLabelsServer,
  stock: stockServer,
  data: dataServer,
  pictures: picturesServer,
  stockCounts: stockCountsServer,
  gatePasses: gatePassesServer,
  allocation: allocationServer,
  materials: materialsServer,
  production: productionServer,
  facilities: facilitiesServer,
  company: companyServer,
  talk: talkServer,
  retool: retoolServer,
  people: peopleServer,
  keys: keysServer,
  ledgers: ledgersServer(checkLedgers),
  backups: backupsServer,
  languages: languagesServer,
  notices: noticesServer,
}

type Parts = Upkeep & { finders?: Partial<Finders>; feeds?: Partial<FeedScopes>; exports?: Partial<ListRows> }
const ownParts: readonly Parts[] = Object.values(own)

const lists = Object.assign({}, ...ownParts.map(({ exports }) => exports ?? {})) as ListRows
const frame = frameServer(exportsOf(lists))

export const upkeep: readonly Upkeep[] = [...ownParts, frame, { removeOld: removeOldBatches }]

export const jobKinds = upkeep.flatMap(({ jobs }) => jobs ?? [])

const found = Object.assign({}, ...ownParts.map(({ finders }) => finders ?? {})) as Finders

/** How each kind of thing that has a code is found, in the order of their hits. */
const finders = Object.fromEntries(
  namesOf(traceKinds)
    .toSorted((a, b) => traceKinds[a].place - traceKinds[b].place)
    .map((kind) => [kind, found[kind]]),
) as Finders

/** Which events of each kind are a vendor's. */
const feedScopes = Object.assign({}, ...ownParts.map(({ feeds }) => feeds ?? {})) as FeedScopes

/** A route for every call of the contract. */
export function mountAreas(app: FastifyInstance, server: ServerContext): void {
  for (const name of namesOf(own)) mountArea(app, name, contract[name], own[name].routes, server)
  mountArea(app, 'frame', contract.frame, frame.routes, server)
  mountArea(app, 'feed', contract.feed, feedRoutes(feedScopes), server)
  mountArea(
    app,
    'trace',
    contract.trace,
    traceRoutes({
      finders,
      countsBlind: countsAnywhereBlind,
      findRecords: (text, context) => findRecords(lists, text, context),
    }),
    server,
  )
}

export function mountArea<A extends Calls>(
  app: FastifyInstance,
  name: string,
  calls: A,
  routes: Routes<A>,
  server: ServerContext,
): void {
  mount(app, name, calls, routesOf(routes, server), server)
}
