import type { qcReportsCalls } from '../../../shared/areas/qc-reports/calls.ts'
import type { Handlers } from '../../http/call.ts'
import { getChinaQcReports } from './reports.ts'

export const qcReportsRoutes: Handlers<typeof qcReportsCalls> = {
  getChinaQcReports,
}
