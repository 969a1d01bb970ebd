import './production.css'
import { Button } from '@blueprintjs/core'
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
import { contract } from '../../../shared/areas.ts'
import { DownloadButton, UploadButton, useFile } from '../../actions/files.tsx'
import { key } from '../../i18n/formats.ts'
import { useRight } from '../../session/use-right.ts'
import { statusCell, tableColumns } from '../../table/columns.tsx'
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
import { moveNames, pressedMoves, usePressedMove } from './moves.tsx'
import { OrderDrawer } from './OrderDrawer.tsx'
import { useSend } from './use-send.ts'

export const InHouseOrdersScreen = () => <OrdersScreen path="IN_HOUSE" />
export const OutsourcedOrdersScreen = () => <OrdersScreen path="OUTSOURCED" />

const titles = { IN_HOUSE: key('In-house orders'), OUTSOURCED: key('Outsourced orders') } as const

/** Production orders of a path in the nine tabs: what waits longest stands first, and says what it waits for. */
function OrdersScreen({ path }: { path: OrderPath }) {
  const { t } = useLocale()
  const mayRun = useRight('runProduction')
  const address = useListState(mayRun ? params : cadParams)
  const { state, set } = address
  const { tab } = state
  const list = useList(productionOrders, address, { call: 'production.getOrders', also: { tab, path } })
  const counts = useListCounts('production.getOrders', { ...list.filter, path })
  const move = usePressedMove(() => list.selection.clear())
  const send = useSend()
  const file = useFile()
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('Order, style or name; or paste codes')),
    datesFilter('from', 'to', t('Due date')),
  ]
  const moves = tab === 'CAD_HISTORY' ? [] : pressedMoves.filter((one) => isOfTab(one, tab, path))
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
        onTab: (one: OrderTab) => set({ tab: one, order: '' }, 'push'),
        tools:
          mayRun && tab !== 'CAD_HISTORY' ? (
            <>
              <DownloadButton
                call={contract.production.downloadOrderFile}
                input={{ path, tab }}
                text={t('As a sheet')}
                size="small"
              />
              <UploadButton
                button={{ text: t('Change by sheet…'), size: 'small' }}
                call="production.updateOrdersViaFile"
                accept={['.xlsx', '.csv']}
                input={{ path, order_status: tab }}
                title={t('Change production orders by a sheet')}
                template={{
                  label: t('Sample sheet'),
                  get: () => file.get(contract.production.downloadSampleUpdateOrdersFile, {}),
                }}
              />
            </>
          ) : null,
      }}
      list={list}
      label={t(titles[path])}
      columns={columns}
      opens="order"
      file={{ call: contract.frame.exportProductionOrders, ids: 'order_action_ids' }}
      filters={filters}
      matching={counts[tab]}
      hasSelection={mayRun}
      bulk={
        mayRun ? (
          <>
            {tab === 'READY_FOR_PRODUCTION' ? (
              <Button
                size="small"
                intent="primary"
                text={t(moveNames.send)}
                loading={send.isSending}
                disabled={list.chosen.length === 0}
                onClick={() => send.send(list.chosen)}
              />
            ) : null}
            {moves.map((one) => (
              <Button
                key={one}
                size="small"
                text={t(moveNames[one])}
                disabled={list.chosen.length === 0}
                loading={move.isRunning}
                onClick={() => move.ask({ move: one, rows: list.chosen })}
              />
            ))}
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
        <OrderDrawer key={state.order} number={state.order} onClose={() => set({ order: '' })} />
      )}
      {move.dialog}
    </ListScreen>
  )
}

/** Moves that orders of a tab may make at all; what closes one of them the server says of each. */
const isOfTab = (move: (typeof pressedMoves)[number], tab: Exclude<OrderTab, 'CAD_HISTORY'>, path: OrderPath) =>
  orderLife.ruleOf(move).from.includes(tab) && move !== (path === 'IN_HOUSE' ? 'to_in_house' : 'to_outsourced')

const columns = tableColumns<ProductionRow>(productionOrders.fields, {
  cells: { state: statusCell((row) => orderStateWords[row.state]) },
  looks: { path: { hidden: true } },
})

const cadTabs = ['CAD', 'CAD_HISTORY'] as const
const shared = {
  search: filterBy('search', textParam()),
  from: filterBy('due_from', dayParam()),
  to: filterBy('due_to', dayParam()),
  order: placeParam(textParam()),
  /** Of the open order. */
  part: placeParam(textParam()),
}
const params = { tab: oneOfParam(orderTabs, 'ACTION_REQUIRED'), ...shared }
const cadParams = { tab: oneOfParam(orderTabs, 'CAD'), ...shared }
