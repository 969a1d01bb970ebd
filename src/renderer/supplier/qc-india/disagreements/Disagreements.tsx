import '../../qc-reports/reports.css'
import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { type DisagreementRow, disagreementGroups } from '../../../../shared/areas/india-inspection/shapes.ts'
import { contract } from '../../../../shared/areas.ts'
import { DownloadButton } from '../../../actions/files.tsx'
import { useAnswer } from '../../../actions/useRows.ts'
import { key } from '../../../i18n/formats.ts'
import { FieldTable } from '../../../kit/field-views.tsx'
import { Loaded } from '../../../kit/Loaded.tsx'
import { Page } from '../../../kit/Page.tsx'
import type { ShownField } from '../../../kit/shown-field.ts'
import { EmptyState } from '../../../kit/states.tsx'
import { WithPicture } from '../../../pictures/StylePicture.tsx'
import { oneOfParam, useListState } from '../../../table/list-state.ts'
import { useLocale } from '../../../table/words.ts'
import { ReportBar } from '../../qc-reports/QcReportsScreen.tsx'
import { reportParams, spanOf } from '../../qc-reports/report-params.ts'
import { sectionPath } from '../section-path.ts'

type Group = (typeof disagreementGroups)[number]

const groupParams = { by: oneOfParam(disagreementGroups, 'vendor') }

const groupWords: Record<Group, string> = {
  vendor: key('By vendor'),
  style: key('By style'),
  inspector: key('By inspector in China'),
}

/** Days are those of the site in India. */
const siteZone = 'Asia/Kolkata'

/** Where China and India disagree: pieces that China passed and India rejected, by whom they concern. */
export function Disagreements() {
  const { t } = useLocale()
  const address = useListState(reportParams)
  const group = useListState(groupParams)
  const { by } = group.state
  const { from, to } = spanOf(address.state, new Date(), siteZone)
  const { supplier } = address.state
  const asked = useMemo(() => ({ by, from, to, ...(supplier && { supplier_id: supplier }) }), [by, from, to, supplier])
  const answer = useAnswer('indiaInspection.getDisagreement', asked)
  return (
    <Page
      title={t('Where China and India disagree')}
      tabs={disagreementGroups.map((one) => ({ key: one, label: t(groupWords[one]) }))}
      tab={by}
      onTab={(next) => group.set({ by: next }, 'push')}
    >
      <div className="report">
        <ReportBar address={address} span={{ from, to }}>
          <DownloadButton
            size="small"
            hasIcon
            call={contract.indiaInspection.downloadDisagreement}
            input={asked}
            text={t('Download as CSV')}
          />
        </ReportBar>
        <Loaded
          answer={answer}
          empty={{
            is: ({ rows }) => rows.length === 0,
            shows: (
              <EmptyState
                title={t('Nothing was judged in both countries')}
                text={t('In these days India judged no piece that China had passed.')}
              >
                <Button
                  text={t('Last 90 days, all vendors')}
                  onClick={() => address.set({ period: '90', from: '', to: '', supplier: '' }, 'push')}
                />
              </EmptyState>
            ),
          }}
        >
          {({ rows }) => <Table rows={rows} by={by} />}
        </Loaded>
      </div>
    </Page>
  )
}

function Table({ rows, by }: { rows: readonly DisagreementRow[]; by: Group }) {
  const { t } = useLocale()
  const navigate = useNavigate()
  const fields = useMemo(
    () => disagreementFields(by, (code) => navigate(sectionPath('boxes', { tab: 'all', [boxWord[by] ?? '']: code }))),
    [by, navigate],
  )
  return (
    <div className="report-body">
      <p className="muted">
        {t(
          'Of the pieces that passed in China: those that India judged, and how many of these failed here. The highest rate first.',
        )}
      </p>
      <FieldTable
        className="qc-table"
        fields={fields}
        rows={rows}
        rowKey={({ code }) => code}
        sort="-rate"
        total={t('Total')}
      />
    </div>
  )
}

/** The word of the boxes' address that a row leads to; boxes are not found by who inspected them. */
const boxWord: Partial<Record<Group, string>> = { vendor: 'supplier', style: 'style' }

const firstWords: Record<Group, string> = { vendor: key('Supplier'), style: key('Style'), inspector: key('Inspector') }

const disagreementFields = (by: Group, open: (code: string) => void): readonly ShownField<DisagreementRow>[] => [
  {
    id: 'name',
    header: firstWords[by],
    kind: 'part',
    by: (row, { name }) => name(row.name, row.name_zh),
    of: (row, { name }) => {
      const text = (
        <>
          {name(row.name, row.name_zh)} {by === 'inspector' ? null : <span className="code muted">{row.code}</span>}
        </>
      )
      if (boxWord[by] === undefined) return text
      const link = (
        <button type="button" className="dt-link" onClick={() => open(row.code)}>
          {text}
        </button>
      )
      if (by !== 'style') return link
      const pictured = { picture: row.picture, style_id: row.code, style_name: row.name, style_name_zh: row.name_zh }
      return <WithPicture of={pictured}>{link}</WithPicture>
    },
  },
  { id: 'boxes', header: key('Boxes'), kind: 'count', of: (row) => row.boxes },
  { id: 'judged', header: key('Judged in India'), kind: 'pieces', of: (row) => row.judged, total: true },
  { id: 'failed', header: key('Failed in India'), kind: 'pieces', of: (row) => row.failed, total: true },
  {
    id: 'skipped',
    header: key('of these skipped in China'),
    kind: 'pieces',
    of: (row) => row.skipped,
    mark: (row) => (row.skipped > 0 ? 'warn' : 'muted'),
    total: true,
  },
  {
    id: 'rate',
    header: key('Rate'),
    kind: 'end',
    by: (row) => row.rate_bp,
    of: (row, { percent }) => (
      <span className="disagree-rate">
        <i aria-hidden="true">
          <b style={{ width: `${row.rate_bp / 100}%` }} />
        </i>
        {percent(row.rate_bp / 10_000)}
      </span>
    ),
    total: (rows, { percent }) => percent(rateOf(rows)),
  },
]

/** Failed of judged over all rows, 0 to 1; null where nothing was judged. */
export function rateOf(rows: readonly Pick<DisagreementRow, 'judged' | 'failed'>[]): number | null {
  const [judged, failed] = [sumOf(rows, 'judged'), sumOf(rows, 'failed')]
  return judged === 0 ? null : failed / judged
}

function sumOf<K extends 'judged' | 'failed'>(rows: readonly Record<K, number>[], key: K): number {
  return rows.reduce((sum, row) => sum + row[key], 0)
}
