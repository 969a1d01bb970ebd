import type { qcReportsArea } from '../../../shared/areas/qc-reports/calls.ts'
import type { ServerArea } from '../../http/area.ts'
import { inChina } from '../qc-boxes/sites.ts'
import { downloadQualityAt, qualityAt } from './quality-report.ts'
import { getChinaQcReports } from './reports.ts'

export const qcReportsServer: ServerArea<typeof qcReportsArea> = {
  routes: {
    getChinaQcReports,
    getQcQuality: qualityAt(inChina),
    downloadQcQuality: downloadQualityAt(inChina),
  },
}
