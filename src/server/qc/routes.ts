import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'
import { getAwaitingInwardBoxes } from './awaiting-boxes.ts'
import { downloadAwaitingInwardBoxes, downloadAwaitingInwardBoxesFile } from './awaiting-files.ts'
import { qcChoices } from './box-choices.ts'
import { verifyQuantity } from './count.ts'
import { downloadPendingQuantityValidation, uploadQuantityValidationFile } from './count-sheets.ts'
import { createInvoice } from './create-invoice.ts'
import { uploadInvoice } from './customs-sheets.ts'
import { createExportOrder } from './export-orders.ts'
import { qcImage, uploadReviewImage } from './images.ts'
import { verifyQcInspection } from './inspect.ts'
import { downloadPendingQcInspection, uploadQcInspectionQuantityFile } from './inspection-sheets.ts'
import { invoiceDetails } from './invoice-details.ts'
import {
  downloadInvoice,
  downloadInvoiceBoxDetails,
  downloadInvoicePoDetails,
  downloadInvoiceProductDetails,
} from './invoice-files.ts'
import { getInvoices } from './invoices.ts'
import { inwardBoxes } from './inward.ts'
import { getBulkAwaitingInwardBoxes, uploadAwaitingInwardFile } from './inward-sheets.ts'
import { downloadPlFileBoxWise } from './packing-list-by-box.ts'
import { planBoxMove } from './plan-box-move.ts'
import { getInwardedBoxes } from './qc-boxes.ts'
import { getQcModal } from './qc-modal.ts'
import { downloadQcReport } from './qc-report-file.ts'
import { qcSettings, saveQcSettings } from './qc-settings.ts'
import { createReadyForInvoice, getBoxesForInvoice } from './ready.ts'
import { downloadBoxesForInvoiceCreation, uploadBoxesForInvoiceCreation } from './ready-sheets.ts'
import { getChinaQcReports } from './reports.ts'
import { returnNoteLines } from './return-note-lines.ts'
import { returnNoteFile, returnNotes } from './return-notes.ts'
import { confirmReturnToVendor, returnToVendorSummary } from './returns.ts'
import { revertBoxToQc, revertStylesToQualityInspection } from './revert.ts'
import { getReviewCommentMeta } from './review-comments.ts'
import { inwardBoxToShelf } from './shelf.ts'
import { confirmShipToIndia } from './ship.ts'
import { shipToIndiaSummary } from './ship-summary.ts'
import { skipQcInspection } from './skip.ts'
import { saveTradeParty, tradeParties } from './trade-parties.ts'

export const chinaQcRoutes: Handlers<Contract['chinaQc']> = {
  getAwaitingInwardBoxes,
  downloadAwaitingInwardBoxes,
  inwardBoxes,
  uploadAwaitingInwardFile,
  getBulkAwaitingInwardBoxes,
  getInwardedBoxes,
  downloadPlFileBoxWise,
  getQcModal,
  verifyQuantity,
  verifyQcInspection,
  skipQcInspection,
  inwardBoxToShelf,
  revertBoxToQc,
  revertStylesToQualityInspection,
  downloadPendingQuantityValidation,
  uploadQuantityValidationFile,
  downloadPendingQcInspection,
  uploadQcInspectionQuantityFile,
  downloadQcReport,
  getChinaQcReports,
  shipToIndiaSummary,
  confirmShipToIndia,
  returnToVendorSummary,
  confirmReturnToVendor,
  createReadyForInvoice,
  getBoxesForInvoice,
  uploadBoxesForInvoiceCreation,
  downloadBoxesForInvoiceCreation,
  createInvoice,
  getInvoices,
  downloadInvoice,
  downloadInvoiceBoxDetails,
  downloadInvoicePoDetails,
  downloadInvoiceProductDetails,
  uploadInvoice,
  createExportOrder,
}

export const qcSharedRoutes: Handlers<Contract['qcShared']> = { uploadReviewImage, getReviewCommentMeta }

export const chinaRoutes: Handlers<Contract['china']> = { downloadAwaitingInwardBoxesFile }

export const houseQcRoutes = {
  qcSettings,
  saveQcSettings,
  invoiceDetails,
  returnNotes,
  returnNoteFile,
  returnNoteLines,
  tradeParties,
  saveTradeParty,
  qcImage,
  planBoxMove,
  qcChoices,
}
