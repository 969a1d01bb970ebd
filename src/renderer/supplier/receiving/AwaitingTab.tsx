import { useTranslation } from 'react-i18next'
import { awaitingBoxes } from '../../../shared/areas/receiving/lists.ts'
import { contract } from '../../../shared/areas.ts'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { ListTable, useList } from '../../table/ListTable.tsx'
import type { ListState } from '../../table/list-state.ts'
import { choiceFilter, datesFilter, searchFilter } from '../../table/list-state.ts'
import { useArrivals } from './ArrivalsTab.tsx'
import { useAwaitedBoxes, useSiteChoices } from './awaited-boxes.tsx'
import { awaitingColumns } from './awaiting-columns.tsx'
import { type inwardParams, noCarrier } from './inward-params.ts'

type P = typeof inwardParams

/** Boxes on their way, those shipped first at the top; taken in here where a label cannot be scanned. */
export function AwaitingTab({ address }: { address: ListState<P> }) {
  const { t } = useTranslation()
  const list = useList(awaitingBoxes, address, { call: 'receiving.getAwaitingInwardBoxes' })
  const door = useAwaitedBoxes(list, t('Boxes come here when their vendor marks the shipment packed and shipped.'))
  return (
    <>
      <ListTable
        list={list}
        label={t('Boxes on their way')}
        columns={awaitingColumns}
        file={{ call: contract.frame.exportAwaitingBoxes, ids: 'box_ids', more: door.more }}
        filters={useFilters()}
        {...door.table}
      />
      {door.dialogs}
    </>
  )
}

function useFilters() {
  const { t } = useTranslation()
  const suppliers = useSupplierChoices()
  const { arrivals, sites } = useArrivals()
  const choices = useSiteChoices(sites)
  const carriers = [...new Set(arrivals.map(({ carrier }) => carrier ?? noCarrier))].toSorted()
  return [
    searchFilter<P>('q', t('SSCC, tracking ID, box, shipment, SKU')),
    choiceFilter<P>('supplier', t('Supplier'), suppliers),
    choiceFilter<P>(
      'carrier',
      t('Carrier'),
      carriers.map((value) => ({ value, label: value === noCarrier ? t('No carrier') : value })),
    ),
    datesFilter<P>('from', 'to', t('Shipped on')),
    ...(choices.length > 0 ? [choiceFilter<P>('site', t('Site'), choices)] : []),
  ]
}
