import { Button } from '@blueprintjs/core'
import type { PoStyle, ReplenishmentRow } from '../../../shared/areas/allocation/shapes.ts'
import { replenishmentTests, testNames } from '../../../shared/areas/allocation/words.ts'
import { useAction } from '../../actions/useAction.ts'
import { allRows, useCounts, useRows } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { type Column, codeColumn, partColumn, piecesColumn, textColumn } from '../../table/columns.tsx'
import { DataTable } from '../../table/DataTable.tsx'
import { FilterBar } from '../../table/FilterBar.tsx'
import { choiceFilter, type Filter, searchFilter } from '../../table/list-state.ts'
import { useChosenRows, useRowSelection } from '../../table/selection.ts'
import { type Locale, useLocale } from '../../table/words.ts'
import { plainChoices } from '../allocation/parts.tsx'
import { failedText } from './failed-text.ts'
import { orderedLines, piecesOf, proposedLines } from './order-cells.ts'
import { type OrderAddress, orderParams } from './order-params.ts'
import { SnoozeDialog } from './SnoozeDialog.tsx'
import { StyleDialog } from './StyleDialog.tsx'

type View = 'eligible' | 'not_eligible' | 'ordered'

interface StylesPartProps {
  order: ReplenishmentRow
  view: View
  address: OrderAddress
}

const rowId = ({ store, style_id, color }: PoStyle) => `${store} ${style_id} ${color}`

/** Styles at the order's stores: what they need, or which test they fail. */
export function StylesPart({ order, view, address }: StylesPartProps) {
  const { t, plural, number } = useLocale()
  const { po_id, version } = order
  const { at, find, test } = address.state
  const failing = view !== 'eligible' && test !== '' ? { test } : {}
  const filter = { po_id, ...(at && { store: at }), ...(find && { search: find }) }
  const asked = { ...filter, ...failing, tab: view }
  const list = useRows('allocation.replenishmentStyles', { ...asked, page_size: 200 })
  const counts = useCounts('allocation.replenishmentStyles', { ...filter, ...failing })
  const selection = useRowSelection(JSON.stringify([po_id, view, at, test]), find)
  const chosen = useChosenRows(selection, list, rowId, find)
  const isDraft = order.state === 'DRAFT'
  const linesOf = view === 'ordered' ? orderedLines : proposedLines
  const isAll = selection.selection.mode === 'all'
  const change = useAction(
    async (_: null, options) => {
      const rows = isAll ? await allRows('allocation.replenishmentStyles', { ...asked, page_size: 500 }) : chosen
      return api.allocation.addReplenishmentStyles({ po_id, version, lines: linesOf(rows) }, options)
    },
    { refresh: ['allocation'], looksAgain: true, what: t('Replenishment') },
  )
  const grid = useDialog(StyleDialog, { order })
  const snooze = useDialog(SnoozeDialog, { onDone: selection.clear })
  const lines = linesOf(chosen)
  const [first] = chosen
  const isOneStyle =
    first !== undefined && chosen.every((row) => row.style_id === first.style_id && row.color === first.color)
  const filters: Filter<typeof orderParams>[] = [
    searchFilter('find', t('Style or colour')),
    choiceFilter('at', t('Store'), plainChoices(order.stores)),
    ...(view !== 'eligible' && isDraft
      ? [
          choiceFilter<typeof orderParams>(
            'test',
            t('Why not'),
            replenishmentTests.map((one) => ({ value: one, label: t(testNames[one]) })),
          ),
        ]
      : []),
  ]
  return (
    <div className="replenish-list">
      <p className="muted replenish-said">{t(isDraft ? saidOf[view] : sentSaid)}</p>
      <DataTable
        tableId={`replenishment-${view}`}
        label={t('Styles at stores')}
        columns={columnsOf(view, isDraft)}
        list={list}
        rowId={rowId}
        selection={selection}
        matching={counts[view]}
        onOpen={({ style_id, color }) => grid.open({ styleId: style_id, color })}
        filters={<FilterBar params={orderParams} address={address} filters={filters} />}
        bulk={
          <>
            {isDraft && view !== 'not_eligible' ? (
              <Button
                size="small"
                intent={view === 'eligible' ? 'primary' : 'none'}
                text={
                  view === 'ordered'
                    ? t('Take off the order')
                    : isAll
                      ? t('Order all that is proposed')
                      : plural(piecesOf(lines), 'Order the proposed piece', 'Order the proposed {{n}} pieces')
                }
                disabled={!isAll && lines.length === 0}
                title={!isAll && lines.length === 0 ? t('It is ordered as proposed already.') : undefined}
                loading={change.isRunning}
                onClick={() => void change.run(null).then((done) => done && selection.clear())}
              />
            ) : null}
            <Button
              size="small"
              text={t('Put off…')}
              disabled={!isOneStyle || isAll}
              title={isOneStyle && !isAll ? undefined : t('Please choose stores of one style and colour.')}
              onClick={() => first && snooze.open({ rows: chosen })}
            />
          </>
        }
        empty={{
          title: t(emptyOf[view]),
          ...(view === 'eligible' && {
            hint: t('{{n}} styles at stores are not eligible.', { n: number(counts.not_eligible ?? 0) }),
          }),
        }}
      />
      {grid.dialog}
      {snooze.dialog}
    </div>
  )
}

const saidOf = {
  eligible: key(
    'What is on its way to a store counts as there: on the road, on gate passes to be packed, on submitted allocations and on other orders. Nothing is ordered twice.',
  ),
  not_eligible: key(
    'Each style at a store with every test that it fails, what runs out first before others. Where only a need, room or a minimum set is missing, a piece may be ordered all the same: open the style.',
  ),
  ordered: key('What stores get with this order.'),
} as const satisfies Record<View, string>

const sentSaid = key('What stores got with this order.')

const emptyOf = {
  eligible: key('No style is eligible here'),
  not_eligible: key('No style fails a test here'),
  ordered: key('Nothing is ordered yet.'),
} as const satisfies Record<View, string>

const sum = (row: PoStyle, of: (size: PoStyle['sizes'][number]) => number) =>
  row.sizes.reduce((all, size) => all + of(size), 0)

const days = (value: number | null, { decimal }: Locale) => (value === null ? '–' : decimal(value, 1))

const firstOf = (style: { width: number; grows?: true }): readonly Column<PoStyle>[] => [
  codeColumn({ id: 'store', header: key('Store'), width: 72, of: ({ store }) => store }),
  partColumn({
    ...{ id: 'style', header: key('Style'), ...style },
    of: (row, { name }) => (
      <WithPicture of={row}>
        <span className="code">{row.style_id}</span> {name(row.style_name, row.style_name_zh)}
      </WithPicture>
    ),
  }),
  textColumn({
    id: 'color',
    header: key('Colour'),
    width: 104,
    of: ({ color, color_zh }, { name }) => name(color, color_zh),
  }),
]
const first = firstOf({ width: 220, grows: true })

const rate = textColumn<PoStyle>({
  ...{ id: 'rate', header: key('Sold a day'), width: 84, align: 'end' },
  of: ({ rate }, { decimal }) => decimal(rate, 2),
})
const before = textColumn<PoStyle>({
  ...{ id: 'before', header: key('Cover, days'), width: 92, align: 'end' },
  of: ({ cover_before }, words) => days(cover_before, words),
})
const onHand = piecesColumn<PoStyle>({
  ...{ id: 'on_hand', header: key('On hand'), width: 74 },
  of: (row) => sum(row, ({ on_hand }) => on_hand),
})
const inTransit = piecesColumn<PoStyle>({
  ...{ id: 'in_transit', header: key('On its way'), width: 82 },
  of: (row) => sum(row, (one) => one.in_transit),
})
const ordered = piecesColumn<PoStyle>({
  ...{ id: 'ordered', header: key('In this order'), width: 96 },
  of: (row) => row.ordered,
})

const after = textColumn<PoStyle>({
  ...{ id: 'after', header: key('Cover after'), width: 90, align: 'end' },
  of: ({ cover_after }, words) => days(cover_after, words),
})
const proposed = piecesColumn<PoStyle>({
  ...{ id: 'proposed', header: key('Proposed'), width: 80 },
  of: (row) => row.proposed,
})

const columns: readonly Column<PoStyle>[] = [...first, proposed, ordered, before, after, rate, onHand, inTransit]

/** What a test bars by now is said, since the order is not sent with it. */
const orderedColumns: readonly Column<PoStyle>[] = [
  ...first,
  ordered,
  textColumn({ id: 'failed', header: key('Why not'), width: 240, of: failedText }),
  proposed,
  before,
  after,
]

const failedColumns: readonly Column<PoStyle>[] = [
  ...firstOf({ width: 250 }),
  textColumn({ id: 'failed', header: key('Why not'), width: 440, grows: true, of: failedText }),
  before,
  { ...rate, hidden: true },
  { ...onHand, hidden: true },
  { ...inTransit, hidden: true },
]

/** Of an order that is sent: what it sends counts as on its way by then. */
const sentColumns: readonly Column<PoStyle>[] = [...first, ordered]

function columnsOf(view: View, isDraft: boolean): readonly Column<PoStyle>[] {
  if (view === 'not_eligible') return failedColumns
  if (!isDraft) return sentColumns
  return view === 'ordered' ? orderedColumns : columns
}
