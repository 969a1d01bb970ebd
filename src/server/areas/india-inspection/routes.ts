import type { indiaInspectionArea } from '../../../shared/areas/india-inspection/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { verifyQuantityAt } from '../counting/count.ts'
import { checklistCalls, indiaChecklist } from '../inspection/checklist.ts'
import { verifyInspectionAt } from '../inspection/inspect.ts'
import { inspectionReportAt, signInspectionAt } from '../inspection/inspection-report.ts'
import { indiaSettings, settingsCalls } from '../inspection/settings.ts'
import { getReviewCommentMeta, uploadReviewImage } from '../photos/images.ts'
import { assignBoxesAt, qcInspectorsAt } from '../qc-boxes/assign.ts'
import { revertBoxesAt, revertStylesAt } from '../qc-boxes/revert.ts'
import { skipInspectionAt } from '../qc-boxes/shelf-and-skip.ts'
import { inIndia } from '../qc-boxes/sites.ts'
import { downloadQualityAt, qualityAt } from '../qc-reports/quality-report.ts'
import { downloadDisagreement, getDisagreement } from './disagreement.ts'
import { getQcInspection } from './inspection.ts'
import { downloadQcReport } from './report-file.ts'

/** What inspectors do in India is what they do in China, at other sites. */
export const indiaInspectionServer: ServerArea<typeof indiaInspectionArea> = {
  routes: {
    getQcInspection,
    verifyQcInspection: verifyInspectionAt(inIndia),
    uploadReviewImage,
    getReviewCommentMeta,
    downloadQcReport,
    inspectionReport: inspectionReportAt(inIndia),
    signInspection: signInspectionAt(inIndia),
    verifyQuantity: verifyQuantityAt(inIndia),
    skipQcInspection: skipInspectionAt(inIndia),
    revertBoxToQc: revertBoxesAt(inIndia),
    revertStylesToQualityInspection: revertStylesAt(inIndia),
    ...settingsCalls(indiaSettings),
    ...checklistCalls(indiaChecklist),
    qcInspectors: qcInspectorsAt(inIndia),
    assignBoxes: assignBoxesAt(inIndia),
    getDisagreement,
    downloadDisagreement,
    getQcQuality: qualityAt(inIndia),
    downloadQcQuality: downloadQualityAt(inIndia),
  },
}
