import { sql } from 'kysely'
import type { invoicesArea } from '../../../shared/areas/invoices/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { createInvoice } from './create-invoice.ts'
import { uploadInvoice } from './customs-sheets.ts'
import { createExportOrder } from './export-orders.ts'
import {
  downloadInvoice,
  downloadInvoiceBoxDetails,
  downloadInvoicePoDetails,
  downloadInvoiceProductDetails,
} from './files.ts'
import { invoiceDetails, invoiceQuery } from './invoices.ts'
import { finishLoading, loading } from './loading.ts'
import { loadBoxes } from './loading-scans.ts'
import { customsPackingList } from './packing-list.ts'
import { createReadyForInvoice, readyBoxQuery } from './ready.ts'
import { downloadBoxesForInvoiceCreation, uploadBoxesForInvoiceCreation } from './ready-sheets.ts'
import { confirmShipToIndia, shipToIndiaSummary } from './ship.ts'
import { invoiceFinder } from './trace.ts'
import { saveTradeParty, tradeParties } from './trade-parties.ts'

export const invoicesServer: ServerArea<typeof invoicesArea> = {
  routes: {
    shipToIndiaSummary,
    confirmShipToIndia,
    createReadyForInvoice,
    getBoxesForInvoice: readyBoxQuery.page,
    uploadBoxesForInvoiceCreation,
    downloadBoxesForInvoiceCreation,
    createInvoice,
    getInvoices: invoiceQuery.page,
    downloadInvoice,
    downloadInvoiceBoxDetails,
    downloadInvoicePoDetails,
    downloadInvoiceProductDetails,
    uploadInvoice,
    createExportOrder,
    loading,
    loadBoxes,
    finishLoading,
    customsPackingList,
    invoiceDetails,
    tradeParties,
    saveTradeParty,
  },
  exports: { exportInvoices: invoiceQuery, exportReadyBoxes: readyBoxQuery },
  // No vendor may follow them.
  feeds: { invoice: () => sql`false` },
  finders: { invoice: invoiceFinder },
}
