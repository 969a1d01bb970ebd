import '../../qc-reports/reports.css'
import { useMemo } from 'react'
import { Page } from '../../../kit/Page.tsx'
import { useListState } from '../../../table/list-state.ts'
import { useLocale } from '../../../table/words.ts'
import { ReportBar } from '../../qc-reports/QcReportsScreen.tsx'
import { QualityFigures, QualityFile } from '../../qc-reports/QualityFigures.tsx'
import { reportParams, spanOf } from '../../qc-reports/report-params.ts'

/** What India's inspections found of a hundred units, and how many lots their samples accept. */
export function IndiaQuality() {
  const { t } = useLocale()
  const address = useListState(reportParams)
  const { from, to } = spanOf(address.state, new Date(), 'Asia/Kolkata')
  const { supplier } = address.state
  const asked = useMemo(() => ({ from, to, ...(supplier && { supplier_id: supplier }) }), [from, to, supplier])
  return (
    <Page title={t('DHU and lots accepted in India')}>
      <div className="report">
        <ReportBar address={address} span={{ from, to }}>
          <QualityFile country="india" asked={asked} />
        </ReportBar>
        <div className="report-body">
          <QualityFigures country="india" asked={asked} />
        </div>
      </div>
    </Page>
  )
}
