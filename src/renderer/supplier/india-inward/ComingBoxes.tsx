import { useTranslation } from 'react-i18next'
import { indiaAwaitingBoxes } from '../../../shared/areas/india-receiving/lists.ts'
import type { AwaitingBoxRow } from '../../../shared/areas/inspection/shapes.ts'
import { contract } from '../../../shared/areas.ts'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { tableColumns } from '../../table/columns.tsx'
import { listExport } from '../../table/ExportMenu.tsx'
import { ExportOfColumns } from '../../table/ExportOfColumns.tsx'
import { ListTable, useList } from '../../table/ListTable.tsx'
import { choiceFilter, type ListState, searchFilter } from '../../table/list-state.ts'
import { useAwaitedBoxes, useSiteChoices } from '../receiving/awaited-boxes.tsx'
import { useConsignments } from '../receiving/consignments.ts'
import { awaitingWords, type IndiaParams } from './india-params.ts'

const columns = tableColumns<AwaitingBoxRow>(indiaAwaitingBoxes.fields, {})

/** All boxes on their way to India as a file, where they are looked at by export order. */
export function ComingBoxesFile() {
  const exports = listExport(contract.frame.exportIndiaAwaitingBoxes, {}, (box_ids) => ({ box_ids: [...box_ids] }))
  return <ExportOfColumns tableId={indiaAwaitingBoxes.name} columns={columns} exports={exports} />
}

/** Boxes on their way to India; received here where a label cannot be scanned, or by a file. */
export function ComingBoxes({ address }: { address: ListState<IndiaParams> }) {
  const { t } = useTranslation()
  const list = useList(indiaAwaitingBoxes, address, {
    call: 'indiaReceiving.getAwaitingInwardBoxes',
    words: awaitingWords,
  })
  const door = useAwaitedBoxes(
    list,
    t('Boxes come here when China ships their export order, or when a vendor ships to India directly.'),
  )
  const choices = useSiteChoices(useConsignments().sites)
  return (
    <>
      <ListTable
        list={list}
        label={t('Boxes on the way')}
        columns={columns}
        file={{ call: contract.frame.exportIndiaAwaitingBoxes, ids: 'box_ids', more: door.more }}
        filters={[
          searchFilter<IndiaParams>('q', t('SSCC, tracking ID, box, export order, SKU')),
          choiceFilter<IndiaParams>('supplier', t('Supplier'), useSupplierChoices()),
          ...(choices.length > 0 ? [choiceFilter<IndiaParams>('site', t('Site'), choices)] : []),
        ]}
        {...door.table}
      />
      {door.dialogs}
    </>
  )
}
