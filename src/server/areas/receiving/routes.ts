import type { receivingArea } from '../../../shared/areas/receiving/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { awaitingQuery, getAwaitingInwardBoxes } from './awaiting-boxes.ts'
import {
  downloadAwaitingInwardBoxes,
  downloadAwaitingInwardBoxesFile,
  downloadPlFileBoxWise,
} from './awaiting-files.ts'
import { inwardBoxes } from './inward.ts'
import { getBulkAwaitingInwardBoxes, uploadAwaitingInwardFile } from './inward-sheets.ts'

export const receivingServer: ServerArea<typeof receivingArea> = {
  routes: {
    getAwaitingInwardBoxes,
    downloadAwaitingInwardBoxes,
    inwardBoxes,
    uploadAwaitingInwardFile,
    getBulkAwaitingInwardBoxes,
    downloadPlFileBoxWise,
    downloadAwaitingInwardBoxesFile,
  },
  exports: { exportAwaitingBoxes: awaitingQuery },
}
