import type { CallName } from '../calls.ts'
import { allocationPlays } from './allocation.ts'
import { cataloguePlays } from './catalogue.ts'
import { chinaPlays } from './china.ts'
import { correctivePlays } from './corrective.ts'
import { developmentPlays } from './development.ts'
import { disputePlays } from './disputes.ts'
import { exportPlays } from './export.ts'
import { facilityPlays } from './facilities.ts'
import { gatePassPlays } from './gate-passes.ts'
import { housePlays } from './house.ts'
import { indiaPlays } from './india.ts'
import { inventoryPlays } from './inventory.ts'
import { launchPlays } from './launch.ts'
import { materialPlays } from './materials.ts'
import { orderPlays } from './orders.ts'
import type { Play, Plays } from './play.ts'
import { preStockPlays } from './pre-stock.ts'
import { pricePlays } from './prices.ts'
import { productionPlays } from './production.ts'
import { samplePlays } from './samples.ts'
import { shipmentPlays } from './shipments.ts'
import { stockPlays } from './stock.ts'
import { talkPlays } from './talk.ts'

/** Every deed there is, in the order in which goods go. */
export const plays: Plays = {
  ...orderPlays,
  ...shipmentPlays,
  ...inventoryPlays,
  ...pricePlays,
  ...preStockPlays,
  ...launchPlays,
  ...cataloguePlays,
  ...samplePlays,
  ...developmentPlays,
  ...talkPlays,
  ...correctivePlays,
  ...disputePlays,
  ...chinaPlays,
  ...exportPlays,
  ...indiaPlays,
  ...stockPlays,
  ...gatePassPlays,
  ...allocationPlays,
  ...materialPlays,
  ...productionPlays,
  ...facilityPlays,
  ...housePlays,
}

/** Writing calls that nobody plays, each with the reason. A new call is played, or stands here. */
export const notPlayed: Partial<Record<CallName, string>> = {
  'facilities.bulkUpdate':
    'A sheet of what updateProductionStatus moves by the same plan and the same ledger; its server tests hold all or none.',
  'facilities.moveFromShipmentPendingToCutting':
    'It gives a workbook, and clears by the ledger’s withdrawing, which taking sent orders back plays as well.',
  'facilities.facilityBoxLabels': 'Keeps labels for a day and moves nothing; barcode labels are played.',
  'facilities.getSkuLabels': 'Keeps labels for a day and moves nothing; barcode labels are played.',
  'facilities.getSkuLabelsByStyleActionId': 'Keeps labels for a day and moves nothing; barcode labels are played.',
  'sampleDevelopment.createTechPack':
    'Asked for again unchanged it writes nothing that a deed could be found by, and its server tests hold that.',
  'backups.makeBackup':
    'It begins a backup and writes no row that a deed could be found by; backups have tests of their own.',
}

/** What carries goods on is done more often: without it hardly a piece would get to India. */
const often: Partial<Record<CallName, number>> = {
  ...{ 'orders.makeOrder': 4, 'orders.approveOrder': 5, 'orders.updateOrders': 6, 'orders.saveScheduleQuantity': 5 },
  ...{ 'shipments.updateShipment': 5, 'shipments.updatePackingItems': 4, 'shipments.updateShipmentDetails': 5 },
  ...{ 'receiving.inwardBoxes': 6, 'counting.verifyQuantity': 6, 'inspection.verifyQcInspection': 6 },
  ...{ 'invoices.createReadyForInvoice': 4, 'invoices.createInvoice': 4, 'invoices.createExportOrder': 4 },
  ...{ 'invoices.confirmShipToIndia': 4, 'indiaReceiving.receiveBoxes': 5, 'indiaInspection.verifyQcInspection': 5 },
  ...{ 'purchaseOrders.createPurchaseOrder': 4, 'rejectedSkus.reconcileRejectedSkus': 4, 'stock.putAway': 4 },
  ...{ 'stock.moveStock': 3, 'stock.takeUpStock': 2, 'gatePasses.updateGatepass': 3, 'gatePasses.addBox': 3 },
  ...{ 'gatePasses.addItem': 6, 'gatePasses.updateBox': 4, 'gatePasses.submit': 4, 'gatePasses.receiveBox': 3 },
  ...{ 'gatePasses.receiveItem': 4, 'gatePasses.complete': 3, 'gatePasses.confirmGatepass': 3 },
  ...{
    'production.moveOrder': 3,
    'production.assignVendors': 3,
    'production.completeCad': 2,
    'production.sendToProduction': 3,
    'facilities.updateProductionStatus': 8,
    'facilities.createBox': 2,
    'facilities.changeShipmentStatus': 3,
  },
  ...{ 'materials.inspectRoll': 3, 'materials.reserveRolls': 4, 'materials.updateFabric': 3 },
}

/** One of a user at a time: what it does hangs on what it did before. */
export const alone: ReadonlySet<CallName> = new Set<CallName>([
  'people.changePassword',
  'people.saveProfile',
  'people.endOtherSessions',
])

export const playList = Object.entries(plays) as [CallName, Play][]

/** The same, each as often as it is to be chosen. */
export const choices: readonly (readonly [CallName, Play])[] = playList.flatMap((entry) =>
  Array.from({ length: often[entry[0]] ?? 1 }, () => entry),
)
