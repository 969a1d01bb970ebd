import './production.css'
import { useState } from 'react'
import {
  orderPaths,
  orderPathWords,
  orderStates,
  orderStateWords,
} from '../../../shared/areas/production/order-states.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { ChoiceField } from '../../forms/fields.tsx'
import { key } from '../../i18n/formats.ts'
import { ChartFigure, Legend, type Series } from '../../kit/charts/ChartFigure.tsx'
import { ColumnChart } from '../../kit/charts/ColumnChart.tsx'
import { RowBars } from '../../kit/charts/RowBars.tsx'
import { FieldTable, type ShownField } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, ScrollPart } from '../../kit/Page.tsx'
import { useLocale } from '../../table/words.ts'

type Report = CallData<'production.getReport'>
/** From fresh to old. */
const ages = ['good', 'plain', 'minor', 'major', 'bad'] as const

/** Orders by tab and age, load of facilities, holds by reason, cut against ordered. */
export function SupplyReportScreen() {
  const { t } = useLocale()
  const [path, setPath] = useState<'' | (typeof orderPaths)[number]>('')
  const answer = useAnswer('production.getReport', path === '' ? {} : { path })
  return (
    <Page
      title={t('Supply report')}
      tools={
        <ChoiceField
          label={t('Produced')}
          value={path}
          choices={[['', t('All')], ...orderPaths.map((one) => [one, t(orderPathWords[one])] as const)]}
          onChange={setPath}
        />
      }
    >
      <ScrollPart label={t('Supply report')} className="shortage">
        <Loaded answer={answer}>
          {(report) => (
            <>
              <Tabs report={report} />
              <Loads report={report} />
              <Holds report={report} />
              <Cut report={report} />
            </>
          )}
        </Loaded>
      </ScrollPart>
    </Page>
  )
}

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
  const { t, number } = useLocale()
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
  const hint = (row: (typeof rows)[number]) => `${t(orderStateWords[row.state])}: ${number(row.orders)}`
  return (
    <ChartFigure
      title={t('Orders by tab and age')}
      about={null}
      summary={rows.map(hint).join(', ')}
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
  const { t, name, number, day } = useLocale()
  const series: Series[] = [
    { key: 'load', label: t('Load'), tone: 'plain' },
    { key: 'over', label: t('Beyond capacity'), tone: 'bad' },
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
      summary={facility.weeks.map(({ monday, pieces }) => `${day(monday)}: ${number(pieces)}`).join(', ')}
      legend={<Legend series={series} />}
      table={<FieldTable fields={weekFields} rows={facility.weeks} rowKey={({ monday }) => monday} />}
    >
      <ColumnChart
        height={110}
        labelWidth={92}
        series={series}
        places={facility.weeks.map(({ monday, pieces }) => {
          const over = facility.capacity === null ? 0 : Math.max(0, pieces - facility.capacity)
          return {
            key: monday,
            label: day(monday),
            values: [pieces - over, over],
            hint: `${day(monday)}: ${number(pieces)}`,
          }
        })}
      />
    </ChartFigure>
  ))
}

const holdFields: readonly ShownField<Report['holds'][number]>[] = [
  { id: 'reason', header: key('Reason'), of: ({ reason }, { t }) => t(reason) || null },
  { id: 'orders', header: key('Orders'), kind: 'count', of: ({ orders }) => orders, total: true },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ pieces }) => pieces, total: true },
]

function Holds({ report: { holds } }: { report: Report }) {
  const { t } = useLocale()
  return (
    <section>
      <h3>{t('Holds by reason')}</h3>
      {holds.length === 0 ? <p className="muted">{t('Nothing is on hold.')}</p> : null}
      <FieldTable fields={holdFields} rows={holds} rowKey={({ reason }) => reason} />
    </section>
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
  const { t } = useLocale()
  return (
    <section>
      <h3>{t('Cut against ordered')}</h3>
      <FieldTable fields={cutFields} rows={cut} rowKey={({ path }) => path} />
    </section>
  )
}
