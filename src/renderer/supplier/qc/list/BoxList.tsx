import { Button } from '@blueprintjs/core'
import { type RefObject, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { AwaitingBoxRow } from '../../../../shared/areas/inspection/shapes.ts'
import { qcBoxes } from '../../../../shared/areas/qc-boxes/lists.ts'
import type { QcTab } from '../../../../shared/areas/qc-boxes/status.ts'
import { awaitingBoxes } from '../../../../shared/areas/receiving/lists.ts'
import { contract } from '../../../../shared/areas.ts'
import type { Takes } from '../../../../shared/kernel/call.ts'
import { useFile } from '../../../actions/files.tsx'
import { Barcode } from '../../../scan/ScanField.tsx'
import { tableColumns } from '../../../table/columns.tsx'
import { askedSort, ListTable, useList } from '../../../table/ListTable.tsx'
import type { ListState } from '../../../table/list-state.ts'
import { isEmpty } from '../../../table/selection.ts'
import { useShipToIndia } from '../../invoices/ShipDialog.tsx'
import { useReturnToVendor } from '../../returns/ReturnDialog.tsx'
import { useAssignBoxes } from '../assign/AssignBoxes.tsx'
import { useBoxMoves } from '../moves/box-moves.tsx'
import { BulkBar } from './BulkBar.tsx'
import { boxCell } from './box-cell.tsx'
import { qcColumns } from './qc-columns.tsx'
import { awaitingAge, awaitingWords, type qcParams, useQcFilters } from './qc-filters.ts'

interface BoxListProps {
  /** Holds the boxes as they are listed, by what stands on them. */
  listed: RefObject<readonly string[]>
  address: ListState<typeof qcParams>
  tab: QcTab
  /** How many the list shows in all, once that is known. */
  matching: number | undefined
}

/** Boxes of one tab, as seen to be filtered, exported, and moved several at once. */
export function BoxList({ address, tab, matching, listed }: BoxListProps) {
  const { t } = useTranslation()
  const also = { tab, ...askedSort(address.state) }
  const list = useList(qcBoxes, address, { call: 'qcBoxes.getInwardedBoxes', also })
  const { selection, chosen, asked } = list
  const { rows } = list.loaded
  useEffect(() => {
    listed.current = rows.map(({ sscc }) => sscc)
  }, [rows, listed])
  const more = useListFiles({ ...list.filter, tab })
  const isAll = selection.selection.mode === 'all'
  const moves = useBoxMoves(selection.clear)
  const back = useReturnToVendor([], selection.clear)
  const ship = useShipToIndia(selection.clear)
  const assigning = useAssignBoxes(selection.clear)
  return (
    <>
      <ListTable
        list={list}
        label={t('Boxes at QC')}
        columns={qcColumns}
        rowLabel={(row) => `${row.shipment_id} ${row.box_no}`}
        sort="up"
        matching={matching}
        opens="box"
        opensOnlyMatch
        file={{ call: contract.frame.exportQcBoxes, ids: 'box_ids', more }}
        // While boxes are chosen, what can be done with them needs its room.
        tools={isEmpty(selection.selection) ? <ScanStationButton /> : null}
        filters={useQcFilters(address.state)}
        bulk={
          <BulkBar
            boxes={chosen}
            all={isAll ? { filter: asked, tab } : null}
            moves={moves}
            back={back}
            ship={ship}
            assigning={assigning}
            onShipment={(shipment) => address.set({ shipment }, 'push')}
          />
        }
        empty={emptyWords(tab, t)}
        emptyFiltered={{ title: t('No box matches') }}
      />
      {moves.dialogs}
      {back.dialog}
      {ship.dialog}
      {assigning.dialogs}
    </>
  )
}

/** The specification's own files of the same boxes. */
function useListFiles(filter: Takes<typeof contract.counting.downloadPendingQuantityValidation>) {
  const { t } = useTranslation()
  const { get } = useFile()
  const { counting, inspection } = contract
  const done = t('Fill in the file, then upload it in each of its boxes: a box takes its own rows only.')
  return [
    { label: t('Boxes to count (Excel)'), run: () => get(counting.downloadPendingQuantityValidation, filter, done) },
    { label: t('Boxes to inspect (Excel)'), run: () => get(inspection.downloadPendingQcInspection, filter, done) },
  ]
}

function emptyWords(tab: QcTab, t: (key: string) => string) {
  if (tab === 'inwarded')
    return { title: t('No box waits to be counted'), hint: t('Boxes come here from the scan station.') }
  if (tab === 'in_qc') return { title: t('Nothing waits for inspection'), hint: t('Counted boxes come here.') }
  return { title: t('No boxes here') }
}

/** Boxes that have not come yet: to look up here, to take in at the scan station. */
export function AwaitingList({ address }: { address: ListState<typeof qcParams> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const also = awaitingAge(address.state)
  const list = useList(awaitingBoxes, address, {
    call: 'receiving.getAwaitingInwardBoxes',
    words: awaitingWords,
    also,
    hasViews: false,
  })
  return (
    <ListTable
      list={list}
      tableId="qc-awaiting"
      label={t('Boxes on their way')}
      columns={awaitingColumns}
      hasSelection={false}
      file={{ call: contract.frame.exportAwaitingBoxes, ids: 'box_ids' }}
      tools={<ScanStationButton />}
      filters={useQcFilters(address.state)}
      empty={{
        title: t('No box is on its way'),
        hint: t('Boxes come here when their vendor marks the shipment packed and shipped.'),
        action: { label: t('Scan station'), run: () => navigate('/supplier/inward-shipments') },
      }}
      emptyFiltered={{ title: t('No box matches') }}
    />
  )
}

export const awaitingColumns = tableColumns<AwaitingBoxRow>(awaitingBoxes.fields, {
  only: ['box', 'sscc', 'tracking', 'shipment', 'supplier', 'carrier', 'shipped_at', 'days_on_way', 'pieces'],
  cells: { box: boxCell },
  looks: { box: { width: 104 } },
})

/** Where boxes are taken in. */
export function ScanStationButton() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Button
      size="small"
      icon={<Barcode size={14} />}
      text={t('Scan station')}
      onClick={() => navigate('/supplier/inward-shipments')}
    />
  )
}
