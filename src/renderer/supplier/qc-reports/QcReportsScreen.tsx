import '../supplier.css'
import './reports.css'
import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/contract/index.ts'
import { useSay } from '../../actions/say.ts'
import { useDownload } from '../../actions/useDownload.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { fileCall, fileName } from '../../api/client.ts'
import { Page } from '../../kit/Page.tsx'
import { EmptyState, FailedState, LoadingRows, NoPermissionState } from '../../kit/states.tsx'
import { useListState } from '../../table/use-list-state.ts'
import { DaysChart } from './DaysChart.tsx'
import { ReasonChart } from './ReasonChart.tsx'
import { ReportBar } from './ReportBar.tsx'
import { ReportTotals } from './ReportTotals.tsx'
import { isEmptyReport, type QcReport } from './report-figures.ts'
import { reportParams, spanOf } from './report-params.ts'
import { TimeChart } from './TimeChart.tsx'
import { VendorChart } from './VendorChart.tsx'

/** Supplier › QC reports: what a manager reads, the headline figures first. */
export function QcReportsScreen() {
  const { t } = useTranslation()
  const list = useListState(reportParams)
  const { state } = list
  const { from, to } = spanOf(state, new Date())
  const asked = useMemo(
    () => ({ from, to, ...(state.supplier && { supplier_id: state.supplier }) }),
    [from, to, state.supplier],
  )
  const { download, isDownloading } = useDownload()
  const report = useAnswer('chinaQc.getChinaQcReports', asked)
  const getFile = () => {
    const call = contract.chinaQc.downloadQcReport
    void download(fileCall(call, asked), fileName(call, asked))
  }
  return (
    <Page title={t('QC reports')}>
      <div className="report">
        <ReportBar list={list} span={{ from, to }}>
          <Button
            size="small"
            icon={<Download />}
            text={t('Every inspection line (qc_report.csv)')}
            loading={isDownloading}
            onClick={getFile}
          />
        </ReportBar>
        <ReportBody
          report={report}
          onWider={() => list.set({ period: '90', from: '', to: '', supplier: '' }, 'push')}
        />
      </div>
    </Page>
  )
}

interface ReportBodyProps {
  report: ReturnType<typeof useAnswer<'chinaQc.getChinaQcReports'>>
  onWider: () => void
}

function ReportBody({ report: { data, isError, error, reload }, onWider }: ReportBodyProps) {
  const { t } = useTranslation()
  const say = useSay()
  if (isError && error?.status === 403) return <NoPermissionState />
  if (isError) return <FailedState text={say.problem(error)} onRetry={() => void reload()} />
  if (!data) return <LoadingRows />
  if (isEmptyReport(data)) {
    return (
      <EmptyState
        title={t('Nothing came in and nothing was judged')}
        text={t('In these days there is nothing to report.')}
      >
        <Button text={t('Last 90 days, all suppliers')} onClick={onWider} />
      </EmptyState>
    )
  }
  return <Report report={data} />
}

function Report({ report }: { report: QcReport }) {
  return (
    <div className="report-body">
      <ReportTotals report={report} />
      <VendorChart vendors={report.by_vendor} />
      <div className="report-pair">
        <ReasonChart reasons={report.by_reason} />
        <DaysChart days={report.days_at_door} median={report.median_days} />
      </div>
      <TimeChart report={report} />
    </div>
  )
}
