import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import { useAction } from '../../actions/useAction.ts'
import { useRows } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { useRight } from '../../session/use-right.ts'
import {
  type Column,
  codeColumn,
  flagsColumn,
  moneyColumn,
  piecesColumn,
  type Tag,
  textColumn,
} from '../../table/columns.tsx'
import { DataTable } from '../../table/DataTable.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import { askedOf, choiceFilter, type ListState, searchFilter } from '../../table/list-state.ts'
import { isSelected, useRowSelection } from '../../table/selection.ts'
import { type Locale, useLocale } from '../../table/words.ts'
import { useBoxMoves } from '../qc/moves/box-moves.tsx'
import { allReadyIds, allReadyToMove, mostBoxes, type ReadyBox, sumsOf } from './all-ready.ts'
import type { CreateInvoice } from './CreateInvoice.tsx'
import { invoiceParams, readyWords } from './invoice-params.ts'

const rowId = (row: ReadyBox) => row.box_id

interface ReadyTableProps {
  address: ListState<typeof invoiceParams>
  /** Of all that match, empty until known. */
  counted: { boxes?: number; pieces?: number }
  /** Null for those who may not make invoices. */
  onInvoice: CreateInvoice['open'] | null
}

/** Boxes that passed and wait for an invoice: choose them, see what they come to, make the invoice. */
export function ReadyTable({ address: list, counted, onInvoice }: ReadyTableProps) {
  const { t, money, plural } = useLocale()
  const suppliers = useSupplierChoices()
  const seesPrices = useRight('seePrices')
  const filter = askedOf(invoiceParams, list.state, readyWords)
  const found = useRows('invoices.getBoxesForInvoice', { ...filter, page_size: 100 })
  const selection = useRowSelection(JSON.stringify(filter))
  const columns = useMemo(() => readyColumns(seesPrices), [seesPrices])
  const isAll = selection.selection.mode === 'all'
  const chosen = found.rows.filter((row) => isSelected(selection.selection, row.box_id))
  const sums = isAll ? { pieces: counted.pieces ?? 0, value: null } : sumsOf(chosen)
  const moves = useBoxMoves(selection.clear)
  const gather = async () => (isAll ? allReadyIds(filter) : chosen.map(rowId))
  const unready = useAction(
    (box_ids: string[], options) => api.invoices.createReadyForInvoice({ box_ids, action: 'undo' }, options),
    {
      done: ({ data }) =>
        plural(
          data.boxes.length,
          'No longer ready for an invoice: 1 box',
          'No longer ready for an invoice: {{n}} boxes',
        ),
      undo: ({ data }, _, options) =>
        api.invoices.createReadyForInvoice({ box_ids: data.boxes.map(({ box_id }) => box_id) }, options),
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
            address={list}
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

/** Boxes that wait for an invoice; what they are worth for those who may see it. */
export function readyColumns(seesPrices: boolean): readonly Column<ReadyBox>[] {
  const value = moneyColumn<ReadyBox>({ id: 'value', header: key('Invoice value'), width: 104, of: (row) => row.value })
  const flags = flagsColumn<ReadyBox>({ id: 'flags', header: key('To note'), width: 130, of: tagsOf })
  return [
    codeColumn({
      id: 'box',
      header: key('Box'),
      width: 126,
      pinned: true,
      of: (row) => `${row.shipment_id} / ${row.box_no}`,
    }),
    textColumn({
      id: 'supplier',
      header: key('Supplier'),
      width: 230,
      of: (row, words) => words.name(row.supplier_name, row.supplier_name_zh),
    }),
    textColumn({ id: 'styles', header: key('Styles'), width: 130, grows: true, of: stylesOf }),
    piecesColumn({ id: 'ready', header: key('Ready pieces'), width: 96, of: (row) => row.quantities.ready }),
    ...(seesPrices ? [value] : []),
    textColumn({
      id: 'orders',
      header: key('Orders'),
      width: 130,
      shownFrom: 1366,
      of: (row) => row.order_ids.join(', '),
    }),
    textColumn({ id: 'weight', header: key('Weight (kg)'), width: 90, align: 'end', of: weightOf }),
    textColumn({
      id: 'site',
      header: key('Site'),
      width: 120,
      hidden: true,
      of: (row, words) => words.name(row.site_name, row.site_name_zh),
    }),
    textColumn({
      id: 'inwarded_at',
      header: key('Inwarded on'),
      width: 148,
      hidden: true,
      of: (row, words) => words.instant(row.inwarded_at),
    }),
    textColumn({ id: 'sscc', header: key('SSCC'), width: 170, hidden: true, of: (row) => row.sscc }),
    flags,
  ]
}

function stylesOf({ styles, style_count }: ReadyBox): string {
  const more = style_count - styles.length
  return styles.join(', ') + (more > 0 ? ` +${more}` : '')
}

function weightOf({ weight_grams }: ReadyBox, { kilograms }: Locale): string {
  return weight_grams === null ? '–' : kilograms(weight_grams)
}

/** What would hold an invoice up, seen before it is tried. */
function tagsOf(row: ReadyBox, { t }: Locale): Tag[] {
  const mixed = row.currencies.length > 1
  return [
    ...(mixed ? [{ text: t('Several currencies'), tone: 'bad' as const, hint: row.currencies.join(', ') }] : []),
    ...(row.weight_grams === null ? [{ text: t('No weight'), tone: 'warn' as const }] : []),
    ...(row.quantities.failed > 0 ? [{ text: t('Failed pieces inside'), tone: 'warn' as const }] : []),
  ]
}
