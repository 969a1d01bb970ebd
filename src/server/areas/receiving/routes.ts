import type { receivingCalls } from '../../../shared/areas/receiving/calls.ts'
import type { Handlers } from '../../http/call.ts'
import { getAwaitingInwardBoxes } from './awaiting-boxes.ts'
import {
  downloadAwaitingInwardBoxes,
  downloadAwaitingInwardBoxesFile,
  downloadPlFileBoxWise,
} from './awaiting-files.ts'
import { inwardBoxes } from './inward.ts'
import { getBulkAwaitingInwardBoxes, uploadAwaitingInwardFile } from './inward-sheets.ts'

export const receivingRoutes: Handlers<typeof receivingCalls> = {
  getAwaitingInwardBoxes,
  downloadAwaitingInwardBoxes,
  inwardBoxes,
  uploadAwaitingInwardFile,
  getBulkAwaitingInwardBoxes,
  downloadPlFileBoxWise,
  downloadAwaitingInwardBoxesFile,
}
