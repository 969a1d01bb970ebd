import './gate-passes.css'
import { useMemo } from 'react'
import { gatePasses, goodsInTransit, passDiscrepancies } from '../../../shared/areas/gate-passes/lists.ts'
import { discrepancyKinds, passTypes } from '../../../shared/areas/gate-passes/rules.ts'
import type { GatePassRow, InTransitRow, PassDiscrepancyRow } from '../../../shared/areas/gate-passes/shapes.ts'
import { contract } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, type PageProps } from '../../kit/Page.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { statusCell, tableColumns, toneCell } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import {
  askedOf,
  choiceFilter,
  filterBy,
  type ListState,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { DiscrepancyDrawer } from './DiscrepancyDrawer.tsx'
import { kindTones } from './PassDifferences.tsx'
import { PassDrawer } from './PassDrawer.tsx'
import { passViews, usePassChoices } from './pass-list.ts'

const tabs = ['destinations', 'pieces', 'overdue', 'differences', 'settled'] as const
type Tab = (typeof tabs)[number]

const tabWords: Readonly<Record<Tab, string>> = {
  destinations: key('By destination'),
  pieces: key('By SKU'),
  overdue: key('Overdue to come back'),
  differences: key('Differences'),
  settled: key('Settled differences'),
}

const params = {
  tab: oneOfParam(tabs, 'destinations'),
  q: filterBy('search', textParam()),
  from: filterBy('from_site', textParam()),
  to: filterBy('to_site', textParam()),
  pass: placeParam(textParam()),
  view: placeParam(oneOfParam(passViews, 'items')),
  case: placeParam(textParam()),
}

type P = typeof params
interface PartProps {
  address: ListState<P>
  page: Omit<PageProps<Tab>, 'children'>
}

/** Warehouse › Goods on the road: everything between two sites, by destination and age, what is overdue and what came differently. */
export function InTransitScreen() {
  const { t } = useLocale()
  const address = useListState(params)
  const { tab, pass, view, case: opened } = address.state
  const { set } = address
  const asked = askedOf(params, address.state)
  const passes = useListCounts('gatePasses.gatepasses', asked)
  const open = useListCounts('gatePasses.gatePassCases', { ...asked, is_open: true })
  const page = {
    title: t('Goods on the road'),
    tabs: tabs.map((one) => ({
      ...{ key: one, label: t(tabWords[one]) },
      count: one === 'overdue' ? passes.overdue : one === 'differences' ? open.all : undefined,
    })),
    tab,
    onTab: (next: Tab) => set({ tab: next }, 'push'),
  }
  const parts = { address, page }
  return (
    <>
      {tab === 'destinations' ? <Destinations {...parts} /> : null}
      {tab === 'pieces' ? <Pieces {...parts} /> : null}
      {tab === 'overdue' ? <Overdue {...parts} count={passes.overdue} /> : null}
      {tab === 'differences' || tab === 'settled' ? <Differences {...parts} isOpen={tab === 'differences'} /> : null}
      {pass ? (
        <PassDrawer
          key={pass}
          number={pass}
          side="destination"
          view={view}
          onView={(next) => set({ view: next })}
          onScan={() => location.assign(`/warehouse/destination?scan=${pass}`)}
          onClose={() => set({ pass: '', view: 'items' })}
        />
      ) : null}
      {opened ? <DiscrepancyDrawer key={opened} id={opened} onClose={() => set({ case: '' })} /> : null}
    </>
  )
}

type Destination = NonNullable<CallData<'gatePasses.inTransit'>['destinations']>[number]

function Destinations({ address: { set }, page }: PartProps) {
  const { t } = useLocale()
  const found = useAnswer('gatePasses.inTransit', { part: 'destinations' })
  const fields: readonly ShownField<Destination>[] = [
    {
      ...{ id: 'to', header: key('Sent to') },
      by: ({ to_name }) => to_name,
      of: ({ to_site, to_name, to_name_zh }, { name }) =>
        to_site === null ? (
          name(to_name, to_name_zh)
        ) : (
          <button type="button" className="dt-button" onClick={() => set({ tab: 'pieces', to: to_site }, 'push')}>
            {name(to_name, to_name_zh)}
          </button>
        ),
    },
    { id: 'passes', header: key('Gate passes'), kind: 'count', of: ({ gate_passes }) => gate_passes, total: true },
    { id: 'skus', header: key('SKUs'), kind: 'count', of: ({ skus }) => skus },
    { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ pieces }) => pieces, total: true },
    { id: 'up_to_2', header: key('Up to 2 days'), kind: 'pieces', of: ({ by_age }) => by_age.up_to_2, total: true },
    { id: 'up_to_7', header: key('Up to 7 days'), kind: 'pieces', of: ({ by_age }) => by_age.up_to_7, total: true },
    {
      ...{ id: 'longer', header: key('Longer'), kind: 'pieces', total: true },
      of: ({ by_age }) => by_age.longer,
      mark: ({ by_age }) => (by_age.longer > 0 ? 'warn' : undefined),
    },
    { id: 'bar', header: key('Age'), isQuiet: true, kind: 'part', of: (row) => <AgeBar row={row} /> },
    { id: 'oldest', header: key('Oldest, days'), kind: 'count', of: ({ oldest_days }) => oldest_days },
  ]
  return (
    <Page<Tab> {...page}>
      <Loaded
        answer={found}
        empty={{
          is: ({ destinations }) => (destinations ?? []).length === 0,
          shows: <EmptyState title={t('Nothing is on the road')} />,
        }}
      >
        {({ destinations = [] }) => (
          <FieldTable
            label={t('Goods on the road')}
            fields={fields}
            rows={destinations}
            rowKey={({ to_site, to_name }) => to_site ?? to_name}
            total={t('Total')}
            sort="-oldest"
          />
        )}
      </Loaded>
    </Page>
  )
}

function AgeBar({ row: { by_age, pieces } }: { row: Destination }) {
  const share = (part: number) => ({ width: `${pieces === 0 ? 0 : (part / pieces) * 100}%` })
  return (
    <span className="age-bar" aria-hidden="true">
      <i data-age="2" style={share(by_age.up_to_2)} />
      <i data-age="7" style={share(by_age.up_to_7)} />
      <i data-age="more" style={share(by_age.longer)} />
    </span>
  )
}

function useSiteFilters() {
  const { t } = useLocale()
  const { sites } = usePassChoices()
  return [choiceFilter<P>('from', t('Sent from'), sites), choiceFilter<P>('to', t('Sent to'), sites)]
}

function Pieces({ address, page }: PartProps) {
  const { t } = useLocale()
  const list = useList(goodsInTransit, address, { call: 'gatePasses.inTransit' })
  const counts = useListCounts('gatePasses.inTransit', list.filter)
  const columns = useMemo(
    () =>
      tableColumns(goodsInTransit.fields, {
        cells: {
          style: (row: InTransitRow) => <WithPicture of={row}>{row.style_id}</WithPicture>,
          type: (row, { t: said }) => said(passTypes[row.type]),
        },
      }),
    [],
  )
  return (
    <ListScreen
      page={page}
      list={list}
      label={t('Goods on the road')}
      columns={columns}
      matching={counts.all}
      hasSelection={false}
      onOpen={({ gate_pass }) => address.set({ pass: gate_pass }, 'push')}
      file={{ call: contract.frame.exportGoodsInTransit, ids: 'line_ids' }}
      filters={[searchFilter<P>('q', t('Gate pass, SKU, style')), ...useSiteFilters()]}
      empty={{ title: t('Nothing is on the road') }}
    />
  )
}

function Overdue({ address, page, count }: PartProps & { count: number | undefined }) {
  const { t } = useLocale()
  const list = useList(gatePasses, address, {
    ...{ call: 'gatePasses.gatepasses', hasViews: false },
    also: { tab: 'overdue', sort: 'due' },
  })
  const columns = useMemo(
    () =>
      tableColumns(gatePasses.fields, {
        only: ['gate_pass', 'status', 'from', 'to', 'to_return', 'expected_return_on', 'age_days', 'purpose'],
        cells: { status: statusCell(({ status }: GatePassRow) => status) },
      }).map(({ hidden: _, shownFrom: _from, ...column }) => column),
    [],
  )
  return (
    <ListScreen
      page={page}
      list={list}
      tableId="gate-passes-overdue"
      label={t('Overdue to come back')}
      columns={columns}
      matching={count}
      hasSelection={false}
      opens="pass"
      file={{ call: contract.frame.exportGatePasses, ids: 'gate_passes' }}
      filters={[searchFilter<P>('q', t('Gate pass, box, SKU, vehicle')), ...useSiteFilters()]}
      empty={{ title: t('Nothing is overdue'), hint: t('Returnable goods stand here once their day has passed.') }}
    />
  )
}

function Differences({ address, page, isOpen }: PartProps & { isOpen: boolean }) {
  const { t } = useLocale()
  const list = useList(passDiscrepancies, address, { call: 'gatePasses.gatePassCases', also: { is_open: isOpen } })
  const counts = useListCounts('gatePasses.gatePassCases', list.asked)
  const columns = useMemo(
    () =>
      tableColumns(passDiscrepancies.fields, {
        cells: {
          kind: toneCell(({ kind }: PassDiscrepancyRow) => ({ word: discrepancyKinds[kind], tone: kindTones[kind] })),
          style: (row) => <WithPicture of={row}>{row.style_id}</WithPicture>,
        },
      }),
    [],
  )
  return (
    <ListScreen
      page={page}
      list={list}
      label={t('Differences')}
      columns={columns}
      matching={counts.all}
      hasSelection={false}
      opens="case"
      file={{ call: contract.frame.exportGatePassDiscrepancies, ids: 'case_ids' }}
      filters={[searchFilter<P>('q', t('Gate pass, SKU, style')), ...useSiteFilters()]}
      empty={{
        title: isOpen ? t('No open differences') : t('No differences'),
        hint: t('Short, surplus and damaged pieces become differences when the gate pass is completed.'),
      }}
    />
  )
}
