import '../supplier.css'
import './reports.css'
import { Button, ButtonGroup } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/areas.ts'
import { useDownload } from '../../actions/downloads.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { fileCall, fileName } from '../../api/client.ts'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { useFormats } from '../../i18n/formats.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page } from '../../kit/Page.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { FilterBar } from '../../table/FilterBar.tsx'
import { choiceFilter, type ListState, useListState } from '../../table/list-state.ts'
import { DaysChart, TimeChart } from './charts.tsx'
import { type QualityAsked, QualityFigures, QualityFile } from './QualityFigures.tsx'
import { ReasonChart } from './ReasonChart.tsx'
import { isEmptyReport, type QcReport, ReportTotals } from './ReportTotals.tsx'
import { type Period, periods, reportParams, spanOf } from './report-params.ts'
import { VendorChart } from './VendorChart.tsx'

/** Supplier › QC reports: what a manager reads, the headline figures first. */
export function QcReportsScreen() {
  const { t } = useTranslation()
  const address = useListState(reportParams)
  const { state } = address
  const { from, to } = spanOf(state, new Date())
  const asked = useMemo(
    () => ({ from, to, ...(state.supplier && { supplier_id: state.supplier }) }),
    [from, to, state.supplier],
  )
  const { download, isDownloading } = useDownload()
  const report = useAnswer('qcReports.getChinaQcReports', asked)
  const getFile = () => {
    const call = contract.inspection.downloadQcReport
    void download(fileCall(call, asked), fileName(call, asked))
  }
  return (
    <Page title={t('QC reports')}>
      <div className="report">
        <ReportBar address={address} span={{ from, to }}>
          <Button
            size="small"
            icon={<Download />}
            text={t('Every inspection line (qc_report.csv)')}
            loading={isDownloading}
            onClick={getFile}
          />
          <QualityFile country="china" asked={asked} />
        </ReportBar>
        <ReportBody
          report={report}
          asked={asked}
          onWider={() => address.set({ period: '90', from: '', to: '', supplier: '' }, 'push')}
        />
      </div>
    </Page>
  )
}

interface ReportBodyProps {
  report: ReturnType<typeof useAnswer<'qcReports.getChinaQcReports'>>
  asked: QualityAsked
  onWider: () => void
}

function ReportBody({ report, asked, onWider }: ReportBodyProps) {
  const { t } = useTranslation()
  const nothing = (
    <EmptyState
      title={t('Nothing came in and nothing was judged')}
      text={t('In these days there is nothing to report.')}
    >
      <Button text={t('Last 90 days, all vendors')} onClick={onWider} />
    </EmptyState>
  )
  return (
    <Loaded answer={report} empty={{ is: isEmptyReport, shows: nothing }}>
      {(data) => <Report report={data} asked={asked} />}
    </Loaded>
  )
}

function Report({ report, asked }: { report: QcReport; asked: QualityAsked }) {
  return (
    <div className="report-body">
      <ReportTotals report={report} />
      <QualityFigures country="china" asked={asked} />
      <VendorChart vendors={report.by_vendor} />
      <div className="report-pair">
        <ReasonChart reasons={report.by_reason} />
        <DaysChart days={report.days_at_door} median={report.median_days} />
      </div>
      <TimeChart report={report} />
    </div>
  )
}

interface ReportBarProps {
  address: ListState<typeof reportParams>
  span: { from: string; to: string }
  /** At the right. */
  children: ReactNode
}

/** Over which days, and of whom. */
export function ReportBar({ address: list, span, children }: ReportBarProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const suppliers = useSupplierChoices()
  const { state, set } = list
  const words = (period: Period) => (period === 'own' ? t('Own dates') : t('Last {{n}} days', { n: period }))
  const choose = (period: Period) =>
    // Own dates begin with those that are shown.
    set(period === 'own' ? { period, ...span } : { period, from: '', to: '' }, 'push')
  return (
    <div className="report-bar">
      <ButtonGroup role="group" aria-label={t('Period')}>
        {periods.map((period) => (
          <Button
            key={period}
            size="small"
            className="report-period"
            text={words(period)}
            aria-pressed={state.period === period}
            active={state.period === period}
            onClick={() => choose(period)}
          />
        ))}
      </ButtonGroup>
      {state.period === 'own' ? (
        <>
          <DayField label={t('From')} value={span.from} max={span.to} onChange={(from) => set({ from, to: span.to })} />
          <DayField label={t('To')} value={span.to} min={span.from} onChange={(to) => set({ from: span.from, to })} />
        </>
      ) : (
        <span className="muted">
          {formats.day(span.from)} – {formats.day(span.to)}
        </span>
      )}
      <FilterBar
        params={reportParams}
        address={list}
        filters={[choiceFilter<typeof reportParams>('supplier', t('Supplier'), suppliers)]}
      />
      <div className="report-bar-tools">{children}</div>
    </div>
  )
}

interface DayFieldProps {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  return (
    <label className="report-day">
      {label}
      <input
        type="date"
        className="text-field"
        value={value}
        min={min}
        max={max}
        // Half a date is none: the report waits for a whole one.
        onChange={({ target }) => target.value !== '' && onChange(target.value)}
      />
    </label>
  )
}
