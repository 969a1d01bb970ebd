import type { indiaReceivingArea } from '../../../shared/areas/india-receiving/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { reply } from '../../http/call.ts'
import { ownersOf } from '../qc-boxes/modal.ts'
import { sheetOfAwaiting } from '../receiving/awaiting-files.ts'
import { discrepancyQuery, noteBoxDiscrepancy, settleBoxDiscrepancies } from './box-discrepancies.ts'
import { closeArrival } from './close-arrival.ts'
import { awaitingInIndia, getAwaitingInwardBoxes } from './consignments.ts'
import { checkBoxesFile, receiveBoxes, receiveBoxesFile } from './receive.ts'
import { indiaBoxQuery } from './received-boxes.ts'

export const indiaReceivingServer: ServerArea<typeof indiaReceivingArea> = {
  routes: {
    getAwaitingInwardBoxes,
    receiveBoxes,
    getReceivedBoxes: indiaBoxQuery.page,
    receiveBoxesFile,
    checkBoxesFile,
    awaitingBoxesSheet: sheetOfAwaiting(awaitingInIndia, 'india_awaiting_boxes.xlsx'),
    closeArrival,
    boxDiscrepancies: discrepancyQuery.page,
    noteBoxDiscrepancy,
    settleBoxDiscrepancies,
    boxDiscrepancyOwners: async (_, { db }) => reply({ owners: await ownersOf(db, 'india_qc') }),
  },
  exports: {
    exportIndiaAwaitingBoxes: awaitingInIndia,
    exportIndiaBoxes: indiaBoxQuery,
    exportBoxDiscrepancies: discrepancyQuery,
  },
}
