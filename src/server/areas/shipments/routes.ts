import type { shipmentsArea } from '../../../shared/areas/shipments/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { downloadPackingFile, getShippingFile } from '../orders/csv-files.ts'
import { boxFinder } from './box-finder.ts'
import {
  boxLabelsAtQc,
  getBulkShippingLabels,
  lookAtBulkLabels,
  sampleBulkLabels,
  shippingLabelsOfBoxes,
} from './bulk-labels.ts'
import { recoverShipment, updateShipment } from './commands.ts'
import { updateShipmentDetails } from './details.ts'
import { boxesOfVendor, shipmentsOfVendor } from './feed.ts'
import { getShippingLabel, getSkuLabels, viewSkuLabels } from './labels.ts'
import { updatePackingItems } from './packing.ts'
import { samplePackingFile, uploadPackingList } from './packing-lists.ts'
import { shipmentFinder } from './shipment-finder.ts'
import { getPackingItems, getShipmentDetails, shipmentQuery } from './shipments.ts'

export const shipmentsServer: ServerArea<typeof shipmentsArea> = {
  routes: {
    updateShipment,
    getShipments: shipmentQuery.page,
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
    ...{ getBulkShippingLabels, lookAtBulkLabels, shippingLabelsOfBoxes, sampleBulkLabels, boxLabelsAtQc },
  },
  exports: { exportShipments: shipmentQuery },
  feeds: { shipment: shipmentsOfVendor, box: boxesOfVendor },
  finders: { shipment: shipmentFinder, box: boxFinder },
}
