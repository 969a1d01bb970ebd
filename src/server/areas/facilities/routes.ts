import type { facilitiesArea } from '../../../shared/areas/facilities/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { uploadReviewImage } from '../photos/images.ts'
import { createBox, facilityBoxQuery } from './boxes.ts'
import { moveFromShipmentPendingToCutting } from './clearance.ts'
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
    shipmentEwayBill,
    shipmentEInvoice,
    facilityOutput,
    uploadFacilityPhoto: uploadReviewImage,
    facilityPhoto,
  },
  exports: { exportFacilityOrders: facilityOrderQuery },
}
