import { countingCalls } from './areas/counting/calls.ts'
import { dataCalls } from './areas/data/calls.ts'
import { frameCalls } from './areas/frame/calls.ts'
import { inspectionCalls } from './areas/inspection/calls.ts'
import { invoicesCalls } from './areas/invoices/calls.ts'
import { labelsCalls } from './areas/labels/calls.ts'
import { languagesCalls } from './areas/languages/calls.ts'
import { noticesCalls } from './areas/notices/calls.ts'
import { ordersCalls } from './areas/orders/calls.ts'
import { peopleCalls } from './areas/people/calls.ts'
import { photosCalls } from './areas/photos/calls.ts'
import { qcBoxesCalls } from './areas/qc-boxes/calls.ts'
import { qcReportsCalls } from './areas/qc-reports/calls.ts'
import { receivingCalls } from './areas/receiving/calls.ts'
import { retoolCalls } from './areas/retool/calls.ts'
import { returnsCalls } from './areas/returns/calls.ts'
import { shipmentsCalls } from './areas/shipments/calls.ts'
import { traceCalls } from './areas/trace/calls.ts'

/** The whole map of the API: area by area, every call once. */
export const contract = {
  people: peopleCalls,
  orders: ordersCalls,
  shipments: shipmentsCalls,
  receiving: receivingCalls,
  qcBoxes: qcBoxesCalls,
  counting: countingCalls,
  inspection: inspectionCalls,
  photos: photosCalls,
  invoices: invoicesCalls,
  returns: returnsCalls,
  qcReports: qcReportsCalls,
  labels: labelsCalls,
  data: dataCalls,
  retool: retoolCalls,
  notices: noticesCalls,
  trace: traceCalls,
  languages: languagesCalls,
  frame: frameCalls,
}

export type Contract = typeof contract
