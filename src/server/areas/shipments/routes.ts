import type { shipmentsCalls } from '../../../shared/areas/shipments/calls.ts'
import type { Handlers } from '../../http/call.ts'
import { downloadPackingFile, getShippingFile } from '../orders/csv-files.ts'
import { recoverShipment, updateShipment } from './commands.ts'
import { updateShipmentDetails } from './details.ts'
import { getShippingLabel, getSkuLabels, viewSkuLabels } from './labels.ts'
import { updatePackingItems } from './packing.ts'
import { samplePackingFile, uploadPackingList } from './packing-lists.ts'
import { getPackingItems, getShipmentDetails, listShipments } from './shipments.ts'

export const shipmentsRoutes: Handlers<typeof shipmentsCalls> = {
  updateShipment,
  getShipments: listShipments,
  getPackingItems,
  getShippingFile,
  updatePackingItems,
  uploadPackingList,
  downloadPackingFile,
  getSamplePackingFileShipmentManagement: samplePackingFile,
  uploadPackingFileShipmentManagement: uploadPackingList,
  recoverShipment,
  getShippingLabel,
  getSkusLabel: getSkuLabels,
  getViewSkuLabels: viewSkuLabels,
  getSkuLabels,
  getShipmentDetails,
  updateShipmentDetails,
}
