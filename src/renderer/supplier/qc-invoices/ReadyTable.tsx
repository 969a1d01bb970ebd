import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import { useAction } from '../../actions/useAction.ts'
import { useRows } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import { choiceFilter, searchFilter } from '../../table/filters.ts'
import { isSelected } from '../../table/selection.ts'
import type { ListState } from '../../table/use-list-state.ts'
import { useRowSelection } from '../../table/use-row-selection.ts'
import { useWords } from '../../table/words.ts'
import { useBoxMoves } from '../qc/moves/use-box-moves.tsx'
import { useRight } from '../use-right.ts'
import { useSupplierChoices } from '../use-suppliers.ts'
import { allReadyIds, allReadyToMove, mostBoxes } from './all-ready.ts'
import { invoiceParams, readyFilter } from './invoice-params.ts'
import { type ReadyBox, sumsOf } from './invoice-plan.ts'
import { readyColumns } from './ready-columns.tsx'
import type { CreateInvoice } from './use-create-invoice.tsx'

const rowId = (row: ReadyBox) => row.box_id

interface ReadyTableProps {
  list: ListState<typeof invoiceParams>
  /** Of all that match, empty until known. */
  counted: { boxes?: number; pieces?: number }
  /** Null for those who may not make invoices. */
  onInvoice: CreateInvoice['open'] | null
}

/** Boxes that passed and wait for an invoice: choose them, see what they come to, make the invoice. */
export function ReadyTable({ list, counted, onInvoice }: ReadyTableProps) {
  const { t, money, plural } = useWords()
  const suppliers = useSupplierChoices()
  const seesPrices = useRight('seePrices')
  const filter = readyFilter(list.state)
  const found = useRows('chinaQc.getBoxesForInvoice', { ...filter, page_size: 100 })
  const selection = useRowSelection(JSON.stringify(filter))
  const columns = useMemo(() => readyColumns(seesPrices), [seesPrices])
  const isAll = selection.selection.mode === 'all'
  const chosen = found.rows.filter((row) => isSelected(selection.selection, row.box_id))
  const sums = isAll ? { pieces: counted.pieces ?? 0, value: null } : sumsOf(chosen)
  const moves = useBoxMoves(selection.clear)
  const gather = async () => (isAll ? allReadyIds(filter) : chosen.map(rowId))
  const unready = useAction(
    (box_ids: string[], options) => api.chinaQc.createReadyForInvoice({ box_ids, action: 'undo' }, options),
    {
      done: ({ data }) =>
        plural(
          data.boxes.length,
          'No longer ready for an invoice: 1 box',
          'No longer ready for an invoice: {{n}} boxes',
        ),
      undo: ({ data }, _, options) =>
        api.chinaQc.createReadyForInvoice({ box_ids: data.boxes.map(({ box_id }) => box_id) }, options),
    },
  )
  const invoice = useAction(
    async (_: undefined) => {
      const ids = await gather()
      onInvoice?.(ids, selection.clear, isAll ? Math.max(0, (counted.boxes ?? 0) - mostBoxes) : 0)
    },
    { done: () => null, refresh: [] },
  )
  const takeOut = async () => {
    // Many go in parts, after a word on how many.
    if (isAll) return moves.unready(allReadyToMove(filter, counted.boxes ?? 0))
    if ((await unready.run(await gather())) !== undefined) selection.clear()
  }
  return (
    <>
      <DataTable
        tableId="qc-ready-boxes"
        label={t('Ready for invoice')}
        columns={columns}
        list={found}
        rowId={rowId}
        rowLabel={(row) => `${row.shipment_id} / ${row.box_no}`}
        selection={selection}
        matching={counted.boxes}
        filters={
          <FilterBar
            params={invoiceParams}
            list={list}
            filters={[
              searchFilter<typeof invoiceParams>('q', t('Shipment, box, order, SKU')),
              choiceFilter<typeof invoiceParams>('supplier', t('Supplier'), suppliers),
            ]}
          />
        }
        bulk={
          <>
            <span className="inv-sums" role="status">
              {plural(sums.pieces, '1 piece', '{{n}} pieces')}
              {sums.value ? ` · ${money(sums.value)}` : null}
            </span>
            {onInvoice ? (
              <Button
                intent="primary"
                size="small"
                text={t('Create invoice…')}
                loading={invoice.isRunning}
                onClick={() => void invoice.run(undefined)}
              />
            ) : null}
            <Button
              size="small"
              text={t('Not ready for invoice')}
              loading={unready.isRunning || moves.isRunning}
              onClick={() => void takeOut()}
            />
          </>
        }
        empty={
          Object.keys(filter).length > 0
            ? {
                title: t('Nothing matches'),
                action: { label: t('Clear filters'), run: () => clearFilters(list, ['q', 'supplier']) },
              }
            : {
                title: t('No box waits for an invoice'),
                hint: t('Boxes that passed become ready for an invoice on the QC platform, or by file.'),
              }
        }
      />
      {moves.dialogs}
    </>
  )
}
