import type { qcReportsArea } from '../../../shared/areas/qc-reports/calls.ts'
import type { ServerArea } from '../../http/area.ts'
import { getChinaQcReports } from './reports.ts'

export const qcReportsServer: ServerArea<typeof qcReportsArea> = {
  routes: {
    getChinaQcReports,
  },
}
