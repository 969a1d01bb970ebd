import './production.css'
import { SegmentedControl } from '@blueprintjs/core'
import {
  orderPaths,
  orderPathWords,
  orderStates,
  orderStateWords,
} from '../../../shared/areas/production/order-states.ts'
import { contract } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { DownloadButton } from '../../actions/files.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { key, listed } from '../../i18n/formats.ts'
import { ChartFigure, Legend, type Series } from '../../kit/charts/ChartFigure.tsx'
import { ColumnChart } from '../../kit/charts/ColumnChart.tsx'
import { RowBars } from '../../kit/charts/RowBars.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, ScrollPart } from '../../kit/Page.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { oneOfParam, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'

type Report = CallData<'production.getReport'>
/** From fresh to old. */
const ages = ['good', 'plain', 'minor', 'major', 'bad'] as const

/** Orders by tab and age, load of facilities, holds by reason, cut against ordered. */
export function SupplyReportScreen() {
  const { t } = useLocale()
  const { state, set } = useListState(params)
  const { path } = state
  const asked = path === '' ? {} : { path }
  const answer = useAnswer('production.getReport', asked)
  return (
    <Page
      title={t('Supply report')}
      tools={
        <>
          <SegmentedControl
            size="small"
            options={[
              { value: '', label: t('All') },
              ...orderPaths.map((one) => ({ value: one, label: t(orderPathWords[one]) })),
            ]}
            value={path}
            onValueChange={(value) => set({ path: orderPaths.find((one) => one === value) ?? '' })}
          />
          <DownloadButton
            call={contract.production.reportFile}
            input={asked}
            text={t('Workbook (XLSX)')}
            size="small"
          />
        </>
      }
    >
      <ScrollPart label={t('Supply report')} className="production-report">
        <Loaded answer={answer}>
          {(report) => (
            <>
              <Tabs report={report} />
              <Holds report={report} />
              <Cut report={report} />
              <Loads report={report} />
            </>
          )}
        </Loaded>
      </ScrollPart>
    </Page>
  )
}

const params = { path: oneOfParam(['', ...orderPaths], '') }

interface TabAges {
  state: Report['tabs'][number]['state']
  days: readonly number[]
  orders: number
}

const tabFields: readonly ShownField<TabAges>[] = [
  { id: 'state', header: key('Status'), of: ({ state }, { t }) => t(orderStateWords[state]) },
  { id: 'days', header: key('By age'), of: ({ days }) => days.join(' · ') },
  { id: 'orders', header: key('Orders'), kind: 'count', of: ({ orders }) => orders, total: true },
]

const weekFields: readonly ShownField<Report['loads'][number]['weeks'][number]>[] = [
  { id: 'monday', header: key('Week of'), kind: 'day', of: ({ monday }) => monday },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ pieces }) => pieces, total: true },
]

function Tabs({ report: { tabs, day_groups } }: { report: Report }) {
  const { t, number, labelled } = useLocale()
  const rows = orderStates.flatMap((state) => {
    const own = tabs.filter((tab) => tab.state === state)
    if (own.length === 0) return []
    const days = own[0]?.days.map((_, at) => own.reduce((sum, tab) => sum + (tab.days[at] ?? 0), 0)) ?? []
    return [{ state, days, orders: own.reduce((sum, { orders }) => sum + orders, 0) }]
  })
  const series: Series[] = [...day_groups, null].map((upTo, at) => ({
    key: String(upTo),
    label: upTo === null ? t('More days') : t('Up to {{n}} days', { n: upTo }),
    tone: ages[at] ?? 'plain',
  }))
  const hint = (row: (typeof rows)[number]) => labelled(t(orderStateWords[row.state]), number(row.orders))
  return (
    <ChartFigure
      title={t('Orders by tab and age')}
      about={null}
      summary={listed(rows.map(hint))}
      legend={<Legend series={series} />}
      table={<FieldTable fields={tabFields} rows={rows} rowKey={({ state }) => state} />}
    >
      <RowBars
        series={series}
        most={Math.max(1, ...rows.map(({ orders }) => orders))}
        rows={rows.map((row) => ({
          key: row.state,
          label: t(orderStateWords[row.state]),
          values: row.days,
          end: number(row.orders),
          hint: hint(row),
        }))}
      />
    </ChartFigure>
  )
}

function Loads({ report: { loads } }: { report: Report }) {
  const { t, name, number, day, labelled } = useLocale()
  const series: Series[] = [
    { key: 'load', label: t('Load'), tone: 'plain' },
    { key: 'over', label: t('Beyond capacity'), tone: 'bad' },
    { key: 'capacity', label: t('Capacity'), tone: 'frame' },
  ]
  return loads.map((facility) => (
    <ChartFigure
      key={facility.facility}
      title={`${facility.facility} · ${name(facility.name, facility.name_zh)}`}
      about={
        facility.capacity === null
          ? t('No capacity is kept of this facility.')
          : t('{{n}} pcs a week', { n: number(facility.capacity) })
      }
      summary={listed(facility.weeks.map(({ monday, pieces }) => labelled(day(monday), number(pieces))))}
      legend={<Legend series={series} />}
      table={
        <FieldTable fields={weekFields} rows={facility.weeks} rowKey={({ monday }) => monday} total={t('Total')} />
      }
    >
      <ColumnChart
        height={130}
        labelWidth={92}
        series={series}
        {...(facility.weeks.length <= mostFigures && {
          tops: facility.weeks.map(({ pieces }) => (pieces === 0 ? '' : number(pieces))),
        })}
        places={facility.weeks.map(({ monday, pieces }) => {
          const over = facility.capacity === null ? 0 : Math.max(0, pieces - facility.capacity)
          return {
            key: monday,
            label: day(monday),
            values: [pieces - over, over],
            ...(facility.capacity !== null && { frame: facility.capacity }),
            hint: labelled(day(monday), number(pieces)),
          }
        })}
      />
    </ChartFigure>
  ))
}

/** Weeks that a figure above each column has room for. */
const mostFigures = 12

const holdFields: readonly ShownField<Report['holds'][number]>[] = [
  { id: 'reason', header: key('Reason'), of: ({ reason }, { t }) => (reason ? t(reason) : t('No reason')) },
  { id: 'orders', header: key('Orders'), kind: 'count', of: ({ orders }) => orders, total: true },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ pieces }) => pieces, total: true },
]

function Holds({ report: { holds } }: { report: Report }) {
  const { t, number, labelled } = useLocale()
  const series: Series[] = [{ key: 'orders', label: t('Orders'), tone: 'major' }]
  const said = (reason: string) => (reason ? t(reason) : t('No reason'))
  return (
    <ChartFigure
      title={t('Holds by reason')}
      about={holds.length === 0 ? t('Nothing is on hold.') : null}
      summary={
        listed(holds.map(({ reason, orders }) => labelled(said(reason), number(orders)))) || t('Nothing is on hold.')
      }
      table={<FieldTable fields={holdFields} rows={holds} rowKey={({ reason }) => reason} total={t('Total')} />}
    >
      <RowBars
        series={series}
        most={Math.max(1, ...holds.map(({ orders }) => orders))}
        rows={holds.map(({ reason, orders, pieces }) => ({
          key: reason,
          label: said(reason),
          values: [orders],
          end: number(orders),
          further: t('{{n}} pcs', { n: number(pieces) }),
          hint: labelled(said(reason), number(orders)),
        }))}
      />
    </ChartFigure>
  )
}

const cutFields: readonly ShownField<Report['cut'][number]>[] = [
  { id: 'path', header: key('Produced'), of: ({ path }, { t }) => t(orderPathWords[path]) },
  { id: 'ordered', header: key('Ordered'), kind: 'pieces', of: ({ ordered }) => ordered, total: true },
  { id: 'cut', header: key('Cut'), kind: 'pieces', of: ({ cut }) => cut, total: true },
  {
    id: 'share',
    header: key('Share cut'),
    kind: 'share',
    of: ({ ordered, cut }) => (ordered === 0 ? null : cut / ordered),
  },
]

function Cut({ report: { cut } }: { report: Report }) {
  const { t, number, percent, labelled } = useLocale()
  const series: Series[] = [
    { key: 'cut', label: t('Cut'), tone: 'good' },
    { key: 'left', label: t('Uncut'), tone: 'minor' },
  ]
  const hint = ({ path, ordered, cut }: Report['cut'][number]) =>
    labelled(t(orderPathWords[path]), `${number(cut)} / ${number(ordered)}`)
  return (
    <ChartFigure
      title={t('Cut against ordered')}
      about={cut.length === 0 ? t('Nothing is sent for production.') : null}
      summary={listed(cut.map(hint)) || t('Nothing is sent for production.')}
      legend={<Legend series={series} />}
      table={<FieldTable fields={cutFields} rows={cut} rowKey={({ path }) => path} total={t('Total')} />}
    >
      <RowBars
        series={series}
        most={Math.max(1, ...cut.map(({ ordered, cut }) => Math.max(ordered, cut)))}
        rows={cut.map((row) => ({
          key: row.path,
          label: t(orderPathWords[row.path]),
          values: [row.cut, Math.max(0, row.ordered - row.cut)],
          end: `${number(row.cut)} / ${number(row.ordered)}`,
          further: row.ordered === 0 ? '–' : percent(row.cut / row.ordered),
          hint: hint(row),
        }))}
      />
    </ChartFigure>
  )
}
