import './production.css'
import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import type { ProductionRow } from '../../../shared/areas/production/calls.ts'
import { productionOrders } from '../../../shared/areas/production/lists.ts'
import { orderLife } from '../../../shared/areas/production/order-life.ts'
import {
  type OrderPath,
  type OrderTab,
  orderStateWords,
  orderTabs,
  orderTabWords,
} from '../../../shared/areas/production/order-states.ts'
import { type OrderSheetName, orderSheetNames } from '../../../shared/areas/production/sheets.ts'
import { contract } from '../../../shared/areas.ts'
import { MenuButton, UploadButton, useFile } from '../../actions/files.tsx'
import { useAction } from '../../actions/useAction.ts'
import { allRows } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useRight } from '../../session/use-right.ts'
import { type ColumnChoice, statusCell, tableColumns } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import {
  datesFilter,
  dayParam,
  type Filter,
  filterBy,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { moveNames, type PressedMove, pressedMoves, usePressedMove } from './moves.tsx'
import { OrderDrawer, orderParts } from './OrderDrawer.tsx'
import { SendDialog } from './SendDialog.tsx'

export const InHouseOrdersScreen = () => <OrdersScreen path="IN_HOUSE" />
export const OutsourcedOrdersScreen = () => <OrdersScreen path="OUTSOURCED" />

const titles = { IN_HOUSE: key('In-house orders'), OUTSOURCED: key('Outsourced orders') } as const

/** As many as one call takes. */
const mostMoved = 500
const sheetWords = {
  moves: key('Moves and dates'),
  splits: key('Facilities'),
  markers: key('Markers'),
} as const satisfies Record<OrderSheetName, string>

/** Production orders of a path in the nine tabs: what waits longest stands first, and says what it waits for. */
function OrdersScreen({ path }: { path: OrderPath }) {
  const { t, number } = useLocale()
  const mayRun = useRight('runProduction')
  const address = useListState(mayRun ? params : cadParams)
  const { state, set } = address
  const { tab } = state
  const list = useList(productionOrders, address, { call: 'production.getOrders', also: { tab, path } })
  const counts = useListCounts('production.getOrders', { ...list.filter, path })
  const clear = () => list.selection.clear()
  const move = usePressedMove(clear)
  const send = useDialog(SendDialog, { onSent: clear })
  const assign = useDialog(AssignDialog, { onAssigned: clear })
  const gather = useAction(
    async (_: undefined) =>
      list.selection.selection.mode === 'all'
        ? allRows('production.getOrders', { ...list.asked, page_size: mostMoved }, { most: mostMoved })
        : list.chosen.slice(0, mostMoved),
    { done: () => null, refresh: [] },
  )
  /** Of all that match as many as one call takes; the rest stays where it is, and is said. */
  const withChosen = async (run: (rows: ProductionRow[]) => void) => {
    const rows = await gather.run(undefined)
    if (rows === undefined) return
    if (rows.length === mostMoved)
      showToast({
        tone: 'info',
        text: t('At most {{n}} orders at once: the longest waiting ones are taken.', { n: number(mostMoved) }),
      })
    run(rows)
  }
  const moves = tab === 'CAD_HISTORY' ? [] : pressedMoves.filter((one) => isOfTab(one, tab, path))
  const bulk = (text: string, run: (rows: ProductionRow[]) => void, isPrimary = false) => (
    <Button
      key={text}
      size="small"
      intent={isPrimary ? 'primary' : 'none'}
      text={text}
      loading={gather.isRunning || move.isRunning}
      onClick={() => void withChosen(run)}
    />
  )
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('Order, style or name; or paste codes')),
    datesFilter('from', 'to', t('Due date')),
  ]
  return (
    <ListScreen
      page={{
        title: t(titles[path]),
        // CAD sees its own work alone.
        tabs: (mayRun ? orderTabs : cadTabs).map((one) => ({
          key: one,
          label: t(orderTabWords[one]),
          count: counts[one],
        })),
        tab,
        onTab: (one: OrderTab) => set({ tab: one, order: '', part: '' }, 'push'),
        tools:
          tab === 'CAD_HISTORY' ? null : (
            <Sheets path={path} tab={tab} names={mayRun ? orderSheetNames : ['markers']} />
          ),
      }}
      list={list}
      label={t(titles[path])}
      columns={heldTabs.includes(tab) ? heldColumns : columns}
      opens="order"
      opensOnlyMatch
      file={{ call: contract.frame.exportProductionOrders, ids: 'order_action_ids' }}
      filters={filters}
      matching={counts[tab]}
      hasSelection={mayRun}
      bulk={
        mayRun ? (
          <>
            {tab === 'READY_FOR_PRODUCTION' ? bulk(t(moveNames.send), (rows) => send.open({ rows }), true) : null}
            {tab === 'READY_FOR_ALLOCATION'
              ? bulk(t('Assign facilities…'), (rows) => assign.open({ rows }), true)
              : null}
            {moves.map((one) => bulk(t(moveNames[one]), (rows) => move.ask({ move: one, rows })))}
          </>
        ) : null
      }
      empty={{
        title: t('No production orders here'),
        hint: t('They come from samples that passed, from replenishment, and by records.'),
      }}
      emptyFiltered={{ title: t('No production order matches'), hint: t('Try other words or clear the filters.') }}
    >
      {state.order === '' ? null : (
        <OrderDrawer
          key={state.order}
          number={state.order}
          part={state.part}
          onPart={(part) => set({ part })}
          onClose={() => set({ order: '', part: '' })}
        />
      )}
      {move.dialog}
      {send.dialog}
      {assign.dialog}
    </ListScreen>
  )
}

interface SheetsProps {
  path: OrderPath
  tab: Exclude<OrderTab, 'CAD_HISTORY'>
  names: readonly OrderSheetName[]
}

/** The tab's orders as sheets, and the dialog that takes them back: a sheet is known by its columns. */
function Sheets({ path, tab, names }: SheetsProps) {
  const { t } = useLocale()
  const file = useFile()
  const { downloadOrderFile, downloadSampleUpdateOrdersFile } = contract.production
  const [only] = names
  return (
    <>
      <MenuButton
        icon={<Download />}
        text={t('As a sheet')}
        isRunning={file.isGetting}
        items={names.map(
          (sheet) => [t(sheetWords[sheet]), () => file.get(downloadOrderFile, { path, tab, sheet })] as const,
        )}
      />
      <UploadButton
        button={{ text: t('Change by sheet…') }}
        call="production.updateOrdersViaFile"
        accept={['.xlsx', '.csv']}
        input={{ path, order_status: tab }}
        title={t('Change production orders by a sheet')}
        template={{
          label: t('Sample sheet'),
          get: () => file.get(downloadSampleUpdateOrdersFile, { sheet: only ?? 'moves' }),
        }}
      />
    </>
  )
}

/** Moves that orders of a tab may make at all; what closes one of them the server says of each. */
const isOfTab = (move: PressedMove, tab: Exclude<OrderTab, 'CAD_HISTORY'>, path: OrderPath) =>
  orderLife.ruleOf(move).from.includes(tab) && move !== (path === 'IN_HOUSE' ? 'to_in_house' : 'to_outsourced')

const cells: ColumnChoice<ProductionRow>['cells'] = {
  state: statusCell((row) => orderStateWords[row.state]),
  name: (row, { name }) => (
    <WithPicture
      of={{
        picture: row.picture,
        style_id: row.style_id ?? row.catalogue_id ?? '',
        style_name: row.name,
        style_name_zh: row.name_zh,
      }}
    >
      {name(row.name, row.name_zh)}
    </WithPicture>
  ),
  reason: (row, { t }) => row.reason && t(row.reason),
}
const hidden = { hidden: true } as const
const columns = tableColumns<ProductionRow>(productionOrders.fields, {
  cells,
  looks: { path: hidden, state: hidden },
})
/** Held and rejected orders all wait for a decision: why they do stands there instead, on a narrow screen, too. */
const heldColumns = tableColumns<ProductionRow>(productionOrders.fields, {
  cells,
  looks: {
    path: hidden,
    state: hidden,
    waits_for: hidden,
    facility_due_on: { shownFrom: 1440 },
    facility_days_late: { shownFrom: 1440 },
    facilities: { shownFrom: 1440 },
    reason: { shownFrom: 0 },
  },
})
const heldTabs: readonly OrderTab[] = ['ON_HOLD', 'PRODUCTION_ON_HOLD', 'REJECTED']

const cadTabs = ['CAD', 'CAD_HISTORY'] as const
const shared = {
  search: filterBy('search', textParam()),
  from: filterBy('due_from', dayParam()),
  to: filterBy('due_to', dayParam()),
  order: placeParam(textParam()),
  /** Of the open order. */
  part: placeParam(oneOfParam(orderParts, '')),
}
const params = { tab: oneOfParam(orderTabs, 'ACTION_REQUIRED'), ...shared }
const cadParams = { tab: oneOfParam(orderTabs, 'CAD'), ...shared }
