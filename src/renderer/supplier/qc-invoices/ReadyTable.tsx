import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../actions/useAction.ts'
import { useRows } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useFormats } from '../../i18n/formats.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import { choiceFilter, searchFilter } from '../../table/filters.ts'
import { isSelected } from '../../table/selection.ts'
import type { ListState } from '../../table/use-list-state.ts'
import { useRowSelection } from '../../table/use-row-selection.ts'
import { useRight } from '../use-right.ts'
import { useSupplierChoices } from '../use-suppliers.ts'
import { allReadyIds } from './all-ready.ts'
import { invoiceParams, readyFilter } from './invoice-params.ts'
import { type ReadyBox, sumsOf } from './invoice-plan.ts'
import { readyColumns } from './ready-columns.tsx'

const rowId = (row: ReadyBox) => row.box_id

interface ReadyTableProps {
  list: ListState<typeof invoiceParams>
  counted: number | undefined
  /** Null for those who may not make invoices. */
  onInvoice: ((boxIds: readonly string[], done?: () => void) => void) | null
}

/** Boxes that passed and wait for an invoice: choose them, see what they come to, make the invoice. */
export function ReadyTable({ list, counted, onInvoice }: ReadyTableProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const suppliers = useSupplierChoices()
  const seesPrices = useRight('seePrices')
  const filter = readyFilter(list.state)
  const found = useRows('chinaQc.getBoxesForInvoice', { ...filter, page_size: 100 })
  const selection = useRowSelection(JSON.stringify(filter))
  const columns = useMemo(() => readyColumns(seesPrices), [seesPrices])
  const isAll = selection.selection.mode === 'all'
  const chosen = found.rows.filter((row) => isSelected(selection.selection, row.box_id))
  const sums = sumsOf(chosen)
  const gather = async () => (isAll ? allReadyIds(filter) : chosen.map(rowId))
  const unready = useAction(
    (box_ids: string[], options) => api.chinaQc.createReadyForInvoice({ box_ids, action: 'undo' }, options),
    {
      done: ({ data }) =>
        t('No longer ready for an invoice: {{boxes}} boxes', { boxes: formats.number(data.boxes.length) }),
      undo: ({ data }, _, options) =>
        api.chinaQc.createReadyForInvoice({ box_ids: data.boxes.map(({ box_id }) => box_id) }, options),
    },
  )
  const invoice = useAction(async (_: undefined) => onInvoice?.(await gather(), selection.clear), {
    done: () => null,
    refresh: [],
  })
  const takeOut = async () => {
    if ((await unready.run(await gather())) !== undefined) selection.clear()
  }
  return (
    <DataTable
      tableId="qc-ready-boxes"
      label={t('Ready for invoice')}
      columns={columns}
      list={found}
      rowId={rowId}
      rowLabel={(row) => `${row.shipment_id} / ${row.box_no}`}
      selection={selection}
      matching={counted}
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
          {isAll ? null : (
            <span className="inv-sums" role="status">
              {t('{{pieces}} pieces', { pieces: formats.number(sums.pieces) })}
              {sums.value ? ` · ${formats.money(sums.value)}` : null}
            </span>
          )}
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
            loading={unready.isRunning}
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
  )
}
