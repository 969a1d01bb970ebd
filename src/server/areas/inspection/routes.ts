import type { inspectionArea } from '../../../shared/areas/inspection/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { verifyQcInspection } from './inspect.ts'
import { downloadPendingQcInspection, uploadQcInspectionQuantityFile } from './inspection-sheets.ts'
import { downloadQcReport } from './report-file.ts'
import { chinaSettings, settingsCalls } from './settings.ts'

export const inspectionServer: ServerArea<typeof inspectionArea> = {
  routes: {
    verifyQcInspection,
    downloadPendingQcInspection,
    uploadQcInspectionQuantityFile,
    downloadQcReport,
    ...settingsCalls(chinaSettings),
  },
}
