import { sql } from 'kysely'
import type { gatePassesArea } from '../../../shared/areas/gate-passes/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { uploadReviewImage } from '../photos/images.ts'
import { boxDetails, boxes, validateGatepass } from './box-reads.ts'
import { caseQuery, settleGatePassCase } from './cases.ts'
import { complete, reopen } from './complete.ts'
import { gatepassConfig, getGatePass } from './config.ts'
import { gatePassHistory } from './history.ts'
import { inTransit, transitQuery } from './in-transit.ts'
import { gatePassItems, nonDispatchedItems } from './item-rows.ts'
import { printLabel } from './labels.ts'
import { cancelGatePass, confirmGatepass, submit, summary } from './lifecycle.ts'
import { updateGatepass } from './make-pass.ts'
import { addBox, removeBox, updateBox } from './open-boxes.ts'
import { tellOverdue } from './overdue.ts'
import { gatePassPaper } from './paper.ts'
import { passQuery } from './pass-list.ts'
import { gatePassPhoto } from './photos.ts'
import { planByScan } from './plan-scans.ts'
import { updateNonDispatchedItems } from './reasons.ts'
import { receiveBox } from './receive-boxes.ts'
import { receiveItem } from './receive-items.ts'
import { promiseOlderPasses } from './reservations.ts'
import { addItem, deleteItem } from './scan-in.ts'
import { getGatePassSettings, saveGatePassSettings } from './settings.ts'
import { checkGatePassSheet, gatePassTemplate, takeGatePassSheet } from './sheet.ts'
import { stockToSend } from './stock-to-send.ts'
import { passBoxFinder, passFinder } from './trace.ts'

export const gatePassesServer: ServerArea<typeof gatePassesArea> = {
  routes: {
    gatepasses: passQuery.page,
    ...{ validateGatepass, gatepassConfig, confirmGatepass, addBox, updateBox, boxes, boxDetails, addItem, deleteItem },
    ...{ updateGatepass, nonDispatchedItems, updateNonDispatchedItems, summary, submit, receiveItem, receiveBox },
    ...{ complete, removeBox, reopen, printLabel },
    ...{
      gatePassHistory,
      planByScan,
      getGatePass,
      gatePassItems,
      cancelGatePass,
      stockToSend,
      inTransit,
      settleGatePassCase,
      gatePassTemplate,
    },
    ...{
      checkGatePassSheet,
      takeGatePassSheet,
      gatePassPaper,
      gatePassPhoto,
      getGatePassSettings,
      saveGatePassSettings,
    },
    gatePassCases: caseQuery.page,
    uploadGatePassPhoto: uploadReviewImage,
  },
  exports: {
    exportGatePasses: passQuery,
    exportGoodsInTransit: transitQuery,
    exportGatePassDiscrepancies: caseQuery,
  },
  // Between the company's own people: no vendor follows them.
  feeds: { gate_pass: () => sql`false` },
  finders: { gate_pass: passFinder, gate_pass_box: passBoxFinder },
  removeOld: async (db) => (await promiseOlderPasses(db)) + (await tellOverdue(db)),
}
