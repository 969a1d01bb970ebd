import type { inspectionCalls } from '../../../shared/areas/inspection/calls.ts'
import type { Handlers } from '../../http/call.ts'
import { verifyQcInspection } from './inspect.ts'
import { downloadPendingQcInspection, uploadQcInspectionQuantityFile } from './inspection-sheets.ts'
import { downloadQcReport } from './report-file.ts'
import { qcSettings, saveQcSettings } from './settings.ts'

export const inspectionRoutes: Handlers<typeof inspectionCalls> = {
  verifyQcInspection,
  downloadPendingQcInspection,
  uploadQcInspectionQuantityFile,
  downloadQcReport,
  qcSettings,
  saveQcSettings,
}
