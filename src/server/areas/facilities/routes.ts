import { sql } from 'kysely'
import type { facilitiesArea } from '../../../shared/areas/facilities/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { uploadReviewImage } from '../photos/images.ts'
import { createBox, facilityBoxLabels, facilityBoxQuery } from './boxes.ts'
import { lookAtClearance, moveFromShipmentPendingToCutting } from './clearance.ts'
import { getSkuLabels, getSkuLabelsByStyleActionId } from './labels.ts'
import { facilityOrderQuery } from './orders.ts'
import { facilityOutput } from './output.ts'
import {
  downloadShipment,
  getShipmentPackingFile,
  getShipmentStn,
  shipmentEInvoice,
  shipmentEwayBill,
} from './paper.ts'
import { facilityPhoto } from './photos.ts'
import { receiveOrder } from './receive.ts'
import { facilityShipmentQuery } from './shipment-rows.ts'
import { changeShipmentStatus } from './shipments.ts'
import { facilityBoxFinder, facilityShipmentFinder } from './trace.ts'
import { bulkUpdate, downloadFacilityOrderFile, updateProductionStatus } from './update-stages.ts'

/** Production facilities. */
export const facilitiesServer: ServerArea<typeof facilitiesArea> = {
  routes: {
    getFacilityOrders: facilityOrderQuery.page,
    updateProductionStatus,
    createBox,
    downloadFacilityOrderFile,
    bulkUpdate,
    downloadShipment,
    getSkuLabels,
    getSkuLabelsByStyleActionId,
    getFacilityShipments: facilityShipmentQuery.page,
    getShipmentPackingFile,
    getShipmentStn,
    getFacilityBoxes: facilityBoxQuery.page,
    changeShipmentStatus,
    receiveOrder,
    moveFromShipmentPendingToCutting,
    lookAtClearance,
    facilityBoxLabels,
    shipmentEwayBill,
    shipmentEInvoice,
    facilityOutput,
    uploadFacilityPhoto: uploadReviewImage,
    facilityPhoto,
  },
  finders: { facility_shipment: facilityShipmentFinder, facility_box: facilityBoxFinder },
  // A vendor's people see by the site that they are bound to, which no vendor's feed knows: they read their lists.
  feeds: { facility_box: () => sql<boolean>`false`, facility_shipment: () => sql<boolean>`false` },
  exports: { exportFacilityOrders: facilityOrderQuery },
}
