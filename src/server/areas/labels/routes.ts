import type { labelsArea } from '../../../shared/areas/labels/calls.ts'
import { daysAgo } from '../../database/today.ts'
import type { ServerArea } from '../../http/area.ts'
import { trimAll } from '../../http/keep-limits.ts'
import { barcodeLabels, getLabelFile, recordReprint, testPage } from './barcode-labels.ts'

export const labelsServer: ServerArea<typeof labelsArea> = {
  routes: { barcodeLabels, getLabelFile, recordReprint, testPage },
  async removeOld(db) {
    await db.deleteFrom('label_file').where('created_at', '<', daysAgo(1)).execute()
    await trimAll(db, 'label_file')
  },
}
