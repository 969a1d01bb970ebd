import type { inspectionArea } from '../../../shared/areas/inspection/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { inChina } from '../qc-boxes/sites.ts'
import { checklistCalls, chinaChecklist } from './checklist.ts'
import { benchCommandSheet } from './command-sheet.ts'
import { defectLibrary, saveDefectLibrary } from './defect-library.ts'
import { verifyQcInspection } from './inspect.ts'
import { inspectionReportAt, signInspectionAt } from './inspection-report.ts'
import { downloadPendingQcInspection, uploadQcInspectionQuantityFile } from './inspection-sheets.ts'
import { downloadQcReport } from './report-file.ts'
import { chinaSettings, settingsCalls } from './settings.ts'
import { judgeLots, shipmentLots } from './shipment-lots.ts'

export const inspectionServer: ServerArea<typeof inspectionArea> = {
  routes: {
    verifyQcInspection,
    downloadPendingQcInspection,
    uploadQcInspectionQuantityFile,
    downloadQcReport,
    inspectionReport: inspectionReportAt(inChina),
    signInspection: signInspectionAt(inChina),
    ...{ shipmentLots, judgeLots },
    ...settingsCalls(chinaSettings),
    ...checklistCalls(chinaChecklist),
    ...{ defectLibrary, saveDefectLibrary, benchCommandSheet },
  },
}
