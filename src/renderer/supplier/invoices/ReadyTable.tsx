import { Button } from '@blueprintjs/core'
import { readyBoxes } from '../../../shared/areas/invoices/lists.ts'
import { contract } from '../../../shared/areas.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { listed } from '../../i18n/formats.ts'
import { type Tag, tableColumns, tagsCell } from '../../table/columns.tsx'
import { ListTable, useList } from '../../table/ListTable.tsx'
import { choiceFilter, type ListState, searchFilter } from '../../table/list-state.ts'
import { type Locale, useLocale } from '../../table/words.ts'
import { useBoxMoves } from '../qc/moves/box-moves.tsx'
import { planOf, useLoading } from '../qc/moves/what-moves.tsx'
import { type invoiceParams, readyWords } from './invoice-list.ts'
import { allReady, mostBoxes, type ReadyBox, sumsOf } from './ready-boxes.ts'

interface ReadyTableProps {
  address: ListState<typeof invoiceParams>
  /** Of all that match, empty until known. */
  counted: { boxes?: number; pieces?: number }
  /** Null for those who may not make invoices; `beyond`: how many more match than one invoice takes. */
  onInvoice: ((boxIds: readonly string[], done: () => void, beyond: number) => void) | null
}

/** Boxes that passed and wait for an invoice: choose them, see what they come to, make the invoice. */
export function ReadyTable({ address, counted, onInvoice }: ReadyTableProps) {
  const { t, money, plural } = useLocale()
  const suppliers = useSupplierChoices()
  const list = useList(readyBoxes, address, { call: 'invoices.getBoxesForInvoice', words: readyWords, hasViews: false })
  const { clear, selection } = list.selection
  const isAll = selection.mode === 'all'
  const sums = isAll ? { pieces: counted.pieces ?? 0, value: null } : sumsOf(list.chosen)
  const beyond = isAll ? Math.max(0, (counted.boxes ?? 0) - mostBoxes) : 0
  const gathering = useLoading()
  const gather = () => gathering.run(async () => (isAll ? await allReady(list.filter) : list.chosen))
  const moves = useBoxMoves(clear)
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
  const invoice = async () => {
    const boxes = await gather()
    if (boxes) onInvoice?.(boxes.map(readyBoxes.rowId), clear, beyond)
  }
  const takeOut = async () => {
    // Many go in parts, after a word on how many.
    if (isAll) moves.unready({ plan: async (move) => ({ ...planOf(await allReady(list.filter), move), beyond }) })
    else if ((await unready.run(list.chosen.map(readyBoxes.rowId))) !== undefined) clear()
  }
  return (
    <>
      <ListTable
        list={list}
        tableId="qc-ready-boxes"
        label={t('Ready for invoice')}
        columns={readyColumns}
        file={{ call: contract.frame.exportReadyBoxes, ids: 'box_ids' }}
        rowLabel={(row) => `${row.shipment_id} / ${row.box_no}`}
        matching={counted.boxes}
        filters={[
          searchFilter<typeof invoiceParams>('q', t('Shipment, box, order, SKU')),
          choiceFilter<typeof invoiceParams>('supplier', t('Supplier'), suppliers),
        ]}
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
                loading={gathering.isRunning}
                onClick={() => void invoice()}
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
        empty={{
          title: t('No box waits for an invoice'),
          hint: t('Boxes that passed become ready for an invoice on the QC platform, or by file.'),
        }}
      />
      {moves.dialogs}
    </>
  )
}

export const readyColumns = tableColumns<ReadyBox>(readyBoxes.fields, {
  cells: {
    flags: tagsCell(tagsOf),
  },
})

/** What would hold an invoice up, seen before it is tried. */
function tagsOf({ currencies, weight_grams, weigh_again, quantities }: ReadyBox, { t }: Locale): Tag[] {
  return [
    ...(currencies.length > 1
      ? [{ text: t('Several currencies'), tone: 'bad' as const, hint: listed(currencies) }]
      : []),
    ...(weight_grams === null
      ? [{ text: weigh_again ? t('Weigh again') : t('No weight'), tone: 'warn' as const }]
      : []),
    ...(quantities.failed > 0 ? [{ text: t('Failed pieces inside'), tone: 'warn' as const }] : []),
  ]
}
