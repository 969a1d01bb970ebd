import { useTranslation } from 'react-i18next'
import type { IndiaQcBox } from '../../../shared/areas/india-qc/shapes.ts'
import { type IndiaQcTab, indiaQcStatuses, indiaQcTabs } from '../../../shared/areas/india-qc/status.ts'
import { indiaBoxes } from '../../../shared/areas/india-receiving/lists.ts'
import { contract } from '../../../shared/areas.ts'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { statusCell, tableColumns } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import { choiceFilter, choicesFilter, datesFilter, type ListState, searchFilter } from '../../table/list-state.ts'
import { useTraceBox } from '../receiving/awaited-boxes.tsx'
import { useConsignments } from '../receiving/consignments.ts'
import { type IndiaParams, receivedWords } from './india-params.ts'

const columns = tableColumns<IndiaQcBox>(indiaBoxes.fields, {
  cells: { status: statusCell(({ status }) => status) },
})

const indiaTabWords: Readonly<Record<IndiaQcTab, string>> = {
  received: key('To inspect'),
  in_part: key('Inspected in part'),
  verified: key('Verified'),
  rejected: key('Rejected pieces'),
  purchased: key('Purchased'),
  all: key('All boxes'),
}

/** Boxes that India received, by what became of them since. */
export function ReceivedTab({ address }: { address: ListState<IndiaParams> }) {
  const { t } = useTranslation()
  const { part, sort, up } = address.state
  const list = useList(indiaBoxes, address, {
    call: 'indiaReceiving.getReceivedBoxes',
    words: receivedWords,
    also: { tab: part, sort, descending: !up },
  })
  const counts = useListCounts('indiaReceiving.getReceivedBoxes', list.filter)
  const suppliers = useSupplierChoices()
  const { consignments } = useConsignments()
  const ordered = [...indiaQcTabs].toSorted((a, b) => Number(b === 'all') - Number(a === 'all'))
  return (
    <ListScreen
      page={{
        title: t('Received'),
        tabs: ordered.map((tab) => ({ key: tab, label: t(indiaTabWords[tab]), count: counts[tab] })),
        tab: part,
        onTab: (next) => address.set({ part: next }, 'push'),
      }}
      list={list}
      label={t('Received boxes')}
      columns={columns}
      onOpen={useTraceBox()}
      sort="up"
      file={{ call: contract.frame.exportIndiaBoxes, ids: 'box_ids' }}
      filters={[
        searchFilter<IndiaParams>('q', t('SSCC, tracking ID, box, shipment, SKU')),
        choiceFilter<IndiaParams>(
          'consignment',
          t('Came with'),
          consignments.map(({ number }) => ({ value: number, label: number })),
        ),
        choiceFilter<IndiaParams>('supplier', t('Supplier'), suppliers),
        choicesFilter<IndiaParams>(
          'status',
          t('Status'),
          indiaQcStatuses.map((value) => ({
            value,
            label: t(value),
            // Beside another tab they would be the numbers of all boxes.
            ...(part === 'all' && { count: counts[`status:${value}`] }),
          })),
        ),
        datesFilter<IndiaParams>('from', 'to', t('Received on')),
      ]}
      empty={{
        title: t('No box is received yet'),
        hint: t('Scan boxes under Scan, or receive them by a file under On the way.'),
      }}
    />
  )
}
