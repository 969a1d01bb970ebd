import '../supplier.css'
import { Button } from '@blueprintjs/core'
import type { PurchaseOrderRow } from '../../../shared/areas/purchase-orders/calls.ts'
import { boxesToPurchase, purchaseOrders } from '../../../shared/areas/purchase-orders/lists.ts'
import { mostBought, purchaseOrderStates } from '../../../shared/areas/purchase-orders/rules.ts'
import { contract } from '../../../shared/areas.ts'
import { allRows } from '../../actions/useRows.ts'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { Page } from '../../kit/Page.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { tableColumns, toneCell } from '../../table/columns.tsx'
import { ListTable, useList, useListCounts } from '../../table/ListTable.tsx'
import {
  askedOf,
  asksBeyond,
  choiceFilter,
  datesFilter,
  type ListState,
  searchFilter,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { useLoading } from '../qc/moves/what-moves.tsx'
import { useBuy } from './BuyDialog.tsx'
import { orderTones } from './order-tones.ts'
import { PurchaseOrderDrawer } from './PurchaseOrderDrawer.tsx'
import { boxWords, purchaseParams } from './purchase-params.ts'

type P = typeof purchaseParams

/** What India accepted, and the purchase orders that made it ours. */
export function PurchaseOrders() {
  const { t } = useLocale()
  const address = useListState(purchaseParams)
  const { tab, po, view } = address.state
  const { set } = address
  const counts = useListCounts('purchaseOrders.purchaseOrders', askedOf(purchaseParams, address.state))
  const ready = useListCounts('purchaseOrders.boxesToPurchase', askedOf(purchaseParams, address.state, boxWords))
  return (
    <Page
      title={t('Purchase orders')}
      tabs={[
        {
          key: 'ready',
          label: t('Boxes to buy'),
          count: ready.boxes,
          isBeyondFilter: asksBeyond(purchaseParams, address.state, boxWords),
        },
        { key: 'posted', label: t('Posted'), count: counts.posted },
        { key: 'reversed', label: t('Reversed'), count: counts.reversed },
        { key: 'all', label: t('All orders'), count: counts.all },
      ]}
      tab={tab}
      onTab={(next) => set({ tab: next }, 'push')}
    >
      {tab === 'ready' ? (
        <BoxesToBuy address={address} matching={ready.boxes} />
      ) : (
        <OrderTable key={tab} address={address} tab={tab} matching={counts[tab]} />
      )}
      {po ? (
        <PurchaseOrderDrawer
          key={po}
          number={po}
          view={view}
          onView={(next) => set({ view: next })}
          onClose={() => set({ po: '', view: 'lines' })}
        />
      ) : null}
    </Page>
  )
}

/** Boxes with accepted pieces that are on no purchase order; those of one vendor and site become one. */
function BoxesToBuy({ address, matching }: { address: ListState<P>; matching: number | undefined }) {
  const { t } = useLocale()
  const suppliers = useSupplierChoices()
  const list = useList(boxesToPurchase, address, { call: 'purchaseOrders.boxesToPurchase', words: boxWords })
  const buy = useBuy((made) => {
    list.selection.clear()
    const [only = ''] = made.length === 1 ? made : []
    // What found the boxes may not find their orders: a tracking ID, days of an earlier look.
    address.set({ tab: 'posted', q: '', from: '', to: '', po: only, view: 'lines' }, 'push')
  })
  const gathering = useLoading()
  const buyChosen = async () => {
    const isAll = list.selection.selection.mode === 'all'
    const gather = () =>
      allRows('purchaseOrders.boxesToPurchase', { ...list.asked, page_size: 500 }, { most: mostBought + 1 })
    const chosen = isAll ? await gathering.run(gather) : list.chosen
    if (!chosen) return
    if (chosen.length > mostBought)
      showToast({ tone: 'error', text: t('{{n}} boxes at once at most.', { n: mostBought }) })
    else buy.open({ boxes: chosen })
  }
  return (
    <>
      <ListTable
        list={list}
        label={t('Boxes to buy')}
        columns={boxColumns}
        matching={matching}
        rowLabel={(row) => `${row.shipment_id} ${row.box_no}`}
        file={{ call: contract.frame.exportBoxesToPurchase, ids: 'box_ids' }}
        filters={[
          searchFilter<P>('q', t('Shipment, SSCC, NM SKU, style')),
          choiceFilter<P>('supplier', t('Supplier'), suppliers),
        ]}
        bulk={
          <Button
            intent="primary"
            size="small"
            text={t('Create purchase order…')}
            loading={gathering.isRunning}
            onClick={() => void buyChosen()}
          />
        }
        empty={{ title: t('Nothing to buy'), hint: t('Boxes stand here once India QC has accepted pieces of them.') }}
      />
      {buy.dialog}
    </>
  )
}

interface OrderTableProps {
  address: ListState<P>
  tab: 'posted' | 'reversed' | 'all'
  matching: number | undefined
}

function OrderTable({ address, tab, matching }: OrderTableProps) {
  const { t } = useLocale()
  const suppliers = useSupplierChoices()
  const list = useList(purchaseOrders, address, { call: 'purchaseOrders.purchaseOrders', also: { tab } })
  return (
    <ListTable
      list={list}
      label={t('Purchase orders')}
      columns={orderColumns}
      matching={matching}
      hasSelection={false}
      opens="po"
      file={{ call: contract.frame.exportPurchaseOrders, ids: 'purchase_orders' }}
      filters={[
        searchFilter<P>('q', t('Purchase order, shipment, SSCC, NM SKU, style')),
        choiceFilter<P>('supplier', t('Supplier'), suppliers),
        datesFilter<P>('from', 'to', t('Posted on')),
      ]}
      empty={{ title: t('No purchase orders here'), hint: t('They are made of the boxes under “Boxes to buy”.') }}
    />
  )
}

export const boxColumns = tableColumns(boxesToPurchase.fields)

export const orderColumns = tableColumns<PurchaseOrderRow>(purchaseOrders.fields, {
  cells: { state: toneCell(({ state }) => ({ word: purchaseOrderStates[state], tone: orderTones[state] })) },
})
