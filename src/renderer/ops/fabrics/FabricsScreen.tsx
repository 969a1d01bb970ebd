import './fabrics.css'
import { Button } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { type FabricLotRow, fabricTabs, type RollRow } from '../../../shared/areas/materials/calls.ts'
import { fabricLots, rolls } from '../../../shared/areas/materials/lists.ts'
import { rollStateWords } from '../../../shared/areas/materials/roll-life.ts'
import { contract } from '../../../shared/areas.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { Page } from '../../kit/Page.tsx'
import { useRight } from '../../session/use-right.ts'
import { statusCell, tableColumns } from '../../table/columns.tsx'
import { ListScreen, ListTable, useList, useListCounts } from '../../table/ListTable.tsx'
import {
  choiceFilter,
  type Filter,
  filterBy,
  type ListState,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { Swatch } from '../materials/parts.tsx'
import { ReceiveDrawer } from './ReceiveDrawer.tsx'
import { ReleaseDialog, ReserveDialog } from './ReserveDialog.tsx'
import { RollDrawer } from './RollDrawer.tsx'
import { ShadeBands } from './ShadeBands.tsx'
import { ShortageView } from './ShortageView.tsx'
import { useRollLabels } from './use-roll-labels.ts'

const tabWords = {
  to_inspect: key('To inspect'),
  free: key('Free to use'),
  reserved: key('Held by orders'),
  on_hold: key('On hold'),
  rejected: key('Rejected '),
  ends: key('Ends'),
  used_up: key('Used up'),
  all: key('All'),
} as const satisfies Record<(typeof fabricTabs)[number], string>

const views = { lots: key('By lot'), rolls: key('Rolls'), shortage: key('Shortage') } as const
type View = keyof typeof views

/** Fabric on hand by lot and by roll, and what open orders lack. */
export function FabricsScreen() {
  const { t } = useLocale()
  const address = useListState(params)
  const { state, set } = address
  const mayChange = useRight('changeMaterials')
  const receive = useDialog(ReceiveDrawer)
  const reserve = useDialog(ReserveDialog)
  const release = useDialog(ReleaseDialog)
  return (
    <Page
      title={t('Fabrics')}
      tabs={(Object.keys(views) as View[]).map((one) => ({ key: one, label: t(views[one]) }))}
      tab={state.view}
      onTab={(view: View) => set({ view, roll: '', lot: '', shade: '' }, 'push')}
      tools={
        mayChange ? (
          <>
            <Button size="small" text={t('Release…')} onClick={() => release.open({})} />
            <Button size="small" text={t('Reserve for orders…')} onClick={() => reserve.open({})} />
            <Button size="small" intent="primary" text={t('Receive rolls…')} onClick={() => receive.open({})} />
          </>
        ) : null
      }
    >
      {state.view === 'lots' ? <Lots address={address} /> : null}
      {state.view === 'rolls' ? <Rolls address={address} /> : null}
      {state.view === 'shortage' ? (
        <ShortageView
          material={state.material}
          onReserve={mayChange ? (orderIds) => reserve.open({ orderIds }) : undefined}
        />
      ) : null}
      {state.roll === '' ? null : <RollDrawer key={state.roll} roll={state.roll} onClose={() => set({ roll: '' })} />}
      {receive.dialog}
      {reserve.dialog}
      {release.dialog}
    </Page>
  )
}

interface ViewProps {
  address: ListState<typeof params>
}

function useFilters(): Filter<typeof params>[] {
  const { t, name } = useLocale()
  const all = useAnswer('materials.getAllMaterialIds', {}).data?.materials ?? []
  return [
    searchFilter('search', t('Fabric, colour, lot or roll; or paste codes')),
    choiceFilter(
      'material',
      t('Material'),
      all.map((one) => ({
        value: one.material_id,
        label: name(one.name, one.name_zh),
        hint: one.material_id,
      })),
    ),
  ]
}

function tabsOf({ state, set }: ViewProps['address'], counts: Record<string, number>, t: (key: string) => string) {
  return {
    tabs: fabricTabs.map((one) => ({ key: one, label: t(tabWords[one]), count: counts[one] })),
    tab: state.tab,
    onTab: (tab: (typeof fabricTabs)[number]) => set({ tab, roll: '' }, 'push'),
  }
}

const nothing = {
  title: key('No fabric here'),
  hint: key('Rolls that are received stand here, by fabric, lot and shade.'),
} as const

function Lots({ address }: ViewProps) {
  const { t } = useLocale()
  const { tab } = address.state
  const list = useList(fabricLots, address, {
    call: 'materials.getFabrics',
    also: { tab },
    words: ['search', 'material'],
  })
  const counts = useListCounts('materials.getFabrics', list.filter)
  return (
    <ListScreen
      page={{ title: t('By lot'), ...tabsOf(address, counts, t) }}
      list={list}
      label={t('Fabric by lot')}
      columns={lotColumns}
      hasSelection={false}
      onOpen={({ material_id, lot, shade }) =>
        address.set({ view: 'rolls', tab: 'all', material: material_id, lot, shade }, 'push')
      }
      file={{ call: contract.frame.exportFabrics, ids: 'lots' }}
      filters={useFilters()}
      empty={{ title: t(nothing.title), hint: t(nothing.hint) }}
    />
  )
}

function Rolls({ address }: ViewProps) {
  const { t } = useLocale()
  const { state, set } = address
  const list = useList(rolls, address, {
    call: 'materials.getRolls',
    also: { tab: state.tab },
    words: ['search', 'material', 'lot', 'shade'],
  })
  const counts = useListCounts('materials.getRolls', list.filter)
  const labels = useRollLabels()
  const bulk: ReactNode = (
    <Button
      size="small"
      icon={<Print />}
      text={t('Print labels…')}
      disabled={list.chosen.length === 0}
      onClick={() => labels.open(list.chosen.map(({ roll }) => roll))}
    />
  )
  return (
    <Page title={t('Rolls')} {...tabsOf(address, counts, t)}>
      <div className="fabric-rolls">
        {state.material === '' ? null : (
          <ShadeBands material={state.material} lot={state.lot} onLot={(lot) => set({ lot, shade: '' })} />
        )}
        <ListTable
          list={list}
          label={t('Rolls')}
          columns={rollColumns}
          opens="roll"
          opensOnlyMatch
          file={{ call: contract.frame.exportRolls, ids: 'rolls' }}
          filters={useFilters()}
          matching={counts[state.tab]}
          bulk={bulk}
          empty={{ title: t(nothing.title), hint: t(nothing.hint) }}
        />
      </div>
      {labels.dialog}
    </Page>
  )
}

// What is seen without scrolling on 1280 pixels: what there is, and what is free.
const lotColumns = tableColumns<FabricLotRow>(fabricLots.fields, {
  looks: {
    name: { width: 160 },
    color: { width: 100 },
    lot: { width: 90 },
    shade: { width: 70 },
    rolls: { width: 70 },
    to_inspect: { width: 90 },
    consumed: { shownFrom: 1440 },
  },
  cells: {
    name: (row, { name }) => (
      <span className="with-swatch">
        <Swatch id={row.image_id} />
        <span>{name(row.name, row.name_zh)}</span>
      </span>
    ),
  },
})

const rollColumns = tableColumns<RollRow>(rolls.fields, {
  looks: {
    material_id: { shownFrom: 1440 },
    name: { width: 170 },
    color: { shownFrom: 1440 },
    lot: { width: 90 },
    shade: { width: 70 },
    score: { width: 125 },
    consumed: { shownFrom: 1440 },
    width_cm: { shownFrom: 1440 },
    place: { shownFrom: 1440 },
  },
  cells: {
    roll: (row, { t }) => (
      <span>
        <span className="code">{row.roll}</span>
        {row.is_sampled && row.state === 'to_inspect' ? (
          <span className="dt-tag fabric-sampled" data-tone="warn" title={t('Proposed: it is among the sampled rolls')}>
            {t('sample')}
          </span>
        ) : null}
      </span>
    ),
    state: statusCell((row) => rollStateWords[row.state]),
  },
})

/** What the address of fabrics says. */
const params = {
  view: oneOfParam(['lots', 'rolls', 'shortage'], 'lots'),
  tab: oneOfParam(fabricTabs, 'all'),
  search: filterBy('search', textParam()),
  material: filterBy('material_id', textParam()),
  lot: filterBy('lot', textParam()),
  shade: filterBy('shade', textParam()),
  roll: placeParam(textParam()),
}
