import { allocationArea } from './areas/allocation/area.ts'
import { assortmentsArea } from './areas/assortments/area.ts'
import { backupsArea } from './areas/backups/area.ts'
import { buyerReviewsArea } from './areas/buyer-reviews/area.ts'
import { catalogueArea } from './areas/catalogue/area.ts'
import { companyArea } from './areas/company/area.ts'
import { correctiveActionsArea } from './areas/corrective-actions/area.ts'
import { countingArea } from './areas/counting/area.ts'
import { dataArea } from './areas/data/area.ts'
import { disputesArea } from './areas/disputes/area.ts'
import { facilitiesArea } from './areas/facilities/area.ts'
import { feedArea } from './areas/feed/calls.ts'
import { frameArea } from './areas/frame/calls.ts'
import { garmentSpecsArea } from './areas/garment-specs/area.ts'
import { gatePassesArea } from './areas/gate-passes/area.ts'
import { homeArea } from './areas/home/area.ts'
import { indiaInspectionArea } from './areas/india-inspection/area.ts'
import { indiaLabelsArea } from './areas/india-labels/area.ts'
import { indiaQcArea } from './areas/india-qc/area.ts'
import { indiaReceivingArea } from './areas/india-receiving/area.ts'
import { inspectionArea } from './areas/inspection/area.ts'
import { invoicesArea } from './areas/invoices/area.ts'
import { keysArea } from './areas/keys/area.ts'
import { labelsArea } from './areas/labels/calls.ts'
import { languagesArea } from './areas/languages/calls.ts'
import { launchArea } from './areas/launch/area.ts'
import { ledgersArea } from './areas/ledgers/area.ts'
import { materialsArea } from './areas/materials/area.ts'
import { noticesArea } from './areas/notices/calls.ts'
import { ordersArea } from './areas/orders/area.ts'
import { peopleArea } from './areas/people/area.ts'
import { photosArea } from './areas/photos/calls.ts'
import { picturesArea } from './areas/pictures/area.ts'
import { pipelineArea } from './areas/pipeline/area.ts'
import { preStockArea } from './areas/pre-stock/area.ts'
import { priceNegotiationsArea } from './areas/price-negotiations/area.ts'
import { productionArea } from './areas/production/area.ts'
import { purchaseOrdersArea } from './areas/purchase-orders/area.ts'
import { qcBoxesArea } from './areas/qc-boxes/area.ts'
import { qcReportsArea } from './areas/qc-reports/calls.ts'
import { receivingArea } from './areas/receiving/area.ts'
import { rejectedSkusArea } from './areas/rejected-skus/area.ts'
import { retoolArea } from './areas/retool/calls.ts'
import { returnsArea } from './areas/returns/area.ts'
import { sampleDevelopmentArea } from './areas/sample-development/area.ts'
import { samplesArea } from './areas/samples/area.ts'
import { scorecardsArea } from './areas/scorecards/area.ts'
import { shipmentsArea } from './areas/shipments/area.ts'
import { skuDimensionsArea } from './areas/sku-dimensions/area.ts'
import { stockArea } from './areas/stock/area.ts'
import { stockCountsArea } from './areas/stock-counts/area.ts'
import { styleSurveysArea } from './areas/style-surveys/area.ts'
import { talkArea } from './areas/talk/area.ts'
import { traceArea } from './areas/trace/calls.ts'
import { vendorInventoryArea } from './areas/vendor-inventory/area.ts'
import { contractOf, type EntityOf, eventsIn, merged, namesOf, screensIn } from './kernel/area.ts'
import { noticesOf } from './kernel/notices.ts'
import { type Holder, isAmong, matrixOf, rolesOf } from './kernel/rights.ts'
import { screensOf } from './kernel/screens.ts'

/** The areas, in the order in which their screens stand in the menu. A new one is one line here. */
const own = {
  home: homeArea,
  orders: ordersArea,
  shipments: shipmentsArea,
  pipeline: pipelineArea,
  vendorInventory: vendorInventoryArea,
  priceNegotiations: priceNegotiationsArea,
  preStock: preStockArea,
  launch: launchArea,
  catalogue: catalogueArea,
  assortments: assortmentsArea,
  buyerReviews: buyerReviewsArea,
  garmentSpecs: garmentSpecsArea,
  styleSurveys: styleSurveysArea,
  samples: samplesArea,
  sampleDevelopment: sampleDevelopmentArea,
  receiving: receivingArea,
  qcBoxes: qcBoxesArea,
  counting: countingArea,
  inspection: inspectionArea,
  photos: photosArea,
  invoices: invoicesArea,
  returns: returnsArea,
  qcReports: qcReportsArea,
  scorecards: scorecardsArea,
  correctiveActions: correctiveActionsArea,
  disputes: disputesArea,
  indiaReceiving: indiaReceivingArea,
  indiaQc: indiaQcArea,
  rejectedSkus: rejectedSkusArea,
  purchaseOrders: purchaseOrdersArea,
  indiaInspection: indiaInspectionArea,
  skuDimensions: skuDimensionsArea,
  labels: labelsArea,
  indiaLabels: indiaLabelsArea,
  stock: stockArea,
  data: dataArea,
  pictures: picturesArea,
  stockCounts: stockCountsArea,
  gatePasses: gatePassesArea,
  allocation: allocationArea,
  materials: materialsArea,
  production: productionArea,
  facilities: facilitiesArea,
  company: companyArea,
  talk: talkArea,
  retool: retoolArea,
  people: peopleArea,
  keys: keysArea,
  ledgers: ledgersArea,
  backups: backupsArea,
  languages: languagesArea,
}

/** The lists that people save views of, and the right that opens each. */
export const lists = merged(own, 'lists')
export type ListName = keyof typeof lists

/** What is seen of each list as a file: all rows that match, or the chosen ones, in the list's order. */
export const listExports = merged(own, 'exports')

export const noticeKinds = merged(own, 'notices')
export type NoticeKindName = keyof typeof noticeKinds
export const { noticeKindNames, isNoticeKind, kindsFor, describeNotice } = noticesOf(noticeKinds)

/** What may be done to records, state by state, by whom, and why not. */
export const lives = merged(own, 'lives')

/** Numbers that several screens show: label, definition, unit and period of each, once. */
export const figures = merged(own, 'figures')
export type FigureName = keyof typeof figures

/** Things that the trace box finds by their codes, what the facts of their lives are called, and what may be done with them. */
export const traceKinds = merged(own, 'traces')
export type TraceKind = keyof typeof traceKinds
export const factLabels = merged(own, 'facts')
export type FactLabel = (typeof factLabels)[keyof typeof factLabels]
export const actionLabels = merged(own, 'actions')
export type ActionName = keyof typeof actionLabels

/** Things whose events other systems may follow, and the right to each. */
export const feedKinds = merged(own, 'feed')
export type FeedKind = keyof typeof feedKinds

/** With the areas whose calls speak of all the others. */
export const areas = {
  ...own,
  notices: noticesArea(noticeKindNames),
  trace: traceArea(namesOf(traceKinds), namesOf(actionLabels)),
  feed: feedArea(namesOf(feedKinds), Object.values(feedKinds)),
  frame: frameArea(namesOf(lists), listExports),
}

/** The whole map of the API: area by area, every call once. */
export const contract = contractOf(areas)
export type Contract = typeof contract

/** What may be done, and by whom: the one table behind the contract's callers, the menu, the routes and the admins' matrix. */
export const rights = merged(areas, 'rights')
export type Right = keyof typeof rights
export const allowed = rolesOf(rights)
export const rightsMatrix = () => matrixOf(rights)

export function hasRight(person: Holder, right: Right): boolean {
  return isAmong(person, allowed[right])
}

export const screens = screensIn(areas)
export type ScreenPath = (typeof screens)[number]['path']
export const { sideMenu, menuPath, openingOf, opensFor, rightOf, screenPaths } = screensOf(screens)

export type Entity = EntityOf<typeof areas>

/** What the audit keeps of each event, and other codes that travel on the wire: in English. */
export const events = eventsIn(areas)
export const codeWords = merged(areas, 'codes')
export const statusTones = merged(areas, 'statuses')
