import './platform-orders.css'
import { Button } from '@blueprintjs/core'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { orderOfLine } from '../../../shared/areas/shipments/packing.ts'
import type { Rows } from '../../actions/useRows.ts'
import { Shortcut } from '../../kit/KeyMenu.tsx'
import type { GridEdit, GridLayer, GridValues } from '../../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import { gridOf } from '../../orders/order-columns.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { SelectionStrip } from '../../table/SelectionStrip.tsx'
import { isEmpty, isSelected, type RowSelection } from '../../table/selection.ts'
import type { EmptyWords } from '../../table/TableBody.tsx'
import { TableNotice } from '../../table/TableBody.tsx'
import { useLocale } from '../../table/words.ts'
import { noteTyping, orderKeys } from './order-keys.ts'
import { flagsOf, type PlatformRow, type TypeCell } from './platform-columns.tsx'
import { type PlatformDraft, type PlatformField, readyAll, shownQuantity } from './platform-draft.ts'

interface PlatformOrdersProps {
  list: Rows<unknown>
  rows: readonly PlatformRow[]
  selection: RowSelection
  type: TypeCell
  change: (next: (now: PlatformDraft) => PlatformDraft) => void
  isStaff: boolean
  filters: ReactNode
  tools: ReactNode
  bulk: ReactNode
  empty: EmptyWords
}

/** The platform order by order: of each what is ready and what is out of stock, by colour and size. */
export function PlatformOrders({
  list,
  rows,
  selection,
  type,
  change,
  isStaff,
  filters,
  tools,
  bulk,
  empty,
}: PlatformOrdersProps) {
  const words = useLocale()
  const { t } = words
  const groups = useMemo(() => [...Map.groupBy(rows, ({ item }) => item.order_id)], [rows])
  const [entered, setEntered] = useState('')
  const stop = groups.some(([orderId]) => orderId === entered) ? entered : groups[0]?.[0]
  return (
    <section
      className="dt"
      aria-label={t('Shipping Platform')}
      onKeyDownCapture={orderKeys}
      onInput={({ currentTarget, target }) =>
        noteTyping(currentTarget, target instanceof Element && target.matches('.plat-order input[data-r]'))
      }
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Element && relatedTarget.closest('.plat-order')))
          noteTyping(currentTarget, false)
      }}
    >
      <div className="dt-bar">
        <div className="dt-filters">{filters}</div>
        <div className="dt-tools">{tools}</div>
      </div>
      {groups.length === 0 ? (
        <TableNotice list={list} empty={empty} words={words} />
      ) : (
        <ol className="plat-orders" aria-busy={list.isOld} inert={list.isOld}>
          {groups.map(([orderId, lines]) => (
            <PlatformOrder
              key={orderId}
              lines={lines}
              isChosen={lines.every(({ id }) => isSelected(selection.selection, id))}
              isPartly={lines.some(({ id }) => isSelected(selection.selection, id))}
              isStop={orderId === stop}
              onEnter={setEntered}
              {...{ selection, type, change, isStaff }}
            />
          ))}
          {list.hasMore && (
            <li className="plat-orders-more">
              <Button text={t('More orders')} loading={list.isFetching} onClick={list.loadMore} />
            </li>
          )}
        </ol>
      )}
      {!isEmpty(selection.selection) && (
        <div className="dt-bulk">
          <SelectionStrip
            {...{ selection, words }}
            loaded={rows.map(({ id }) => id)}
            matching={undefined}
            hasMore={list.hasMore}
            countOf={ordersOf}
          />
          {bulk}
          <Shortcut keys="F6" />
        </div>
      )}
    </section>
  )
}

/** Lines are chosen, order by order. */
const ordersOf = (ids: readonly string[]) => new Set(ids.map(orderOfLine)).size

interface PlatformOrderProps {
  lines: readonly PlatformRow[]
  isChosen: boolean
  /** Some of its lines are chosen, one by one. */
  isPartly: boolean
  /** The cursor is in its grid, or was when the sheet was left: it has the sheet's one stop of Tab. */
  isStop: boolean
  onEnter: (orderId: string) => void
  selection: RowSelection
  type: TypeCell
  change: PlatformOrdersProps['change']
  isStaff: boolean
}

const layerWords: readonly (GridLayer & { key: PlatformField })[] = [
  { key: 'ready', label: 'Ready today', tone: 'good' },
  { key: 'oos', label: 'Out of stock', tone: 'warn' },
]

function DrawOrder(props: PlatformOrderProps) {
  const { lines, isChosen, isPartly, isStop, onEnter, selection, type, change, isStaff } = props
  const words = useLocale()
  const { t, name, number, day, plural } = words
  const items = useMemo(() => lines.map(({ item }) => item), [lines])
  const grid = useMemo(() => gridOf(items, name), [items, name])
  const layers = useMemo(() => layerWords.map((layer) => ({ ...layer, label: t(layer.label) })), [t])
  const bySku = useMemo(() => new Map(lines.map((line) => [line.item.nm_sku, line])), [lines])
  const [values, start] = useMemo(() => [valuesOf(lines, true), valuesOf(lines, false)], [lines])
  const faults = useMemo(
    () =>
      new Map(
        lines.flatMap(({ item, fault }) =>
          fault ? [[item.nm_sku, `${t(fault.message)} ${fault.expected ?? ''}`] as const] : [],
        ),
      ),
    [lines, t],
  )
  const [first] = items
  if (first === undefined) return null
  // The draft is the one truth: the grid shows it, and what is typed goes there line by line.
  const apply = (before: GridValues, edits: readonly GridEdit[]): GridValues => {
    const next: Record<string, Record<string, number>> = { ...before }
    for (const { cell, layer, quantity } of edits) next[cell] = { ...next[cell], [layer]: quantity }
    return next
  }
  const onChange = (next: GridValues) => {
    for (const [sku, line] of bySku)
      for (const { key } of layerWords) {
        const typed = next[sku]?.[key] ?? 0
        if (typed !== values[sku]?.[key]) type(line.item, key, typed)
      }
  }
  const sum = (of: (line: PlatformRow) => number) => lines.reduce((total, line) => total + of(line), 0)
  const ready = sum(({ item, typed }) => shownQuantity(item, typed, 'ready'))
  const all = sum(({ item }) => item.ready_quantity + item.awaiting_shipment_quantity)
  const tags = flagsOf(first, words)
  const ids = lines.map(({ id }) => id)
  const toggle = () =>
    selection.set((now) => {
      const chosen = new Set(now.mode === 'some' ? now.ids : [])
      for (const id of ids) isChosen ? chosen.delete(id) : chosen.add(id)
      return { mode: 'some', ids: chosen, anchor: null }
    })
  return (
    <li className="plat-order" data-chosen={isChosen || undefined} onFocus={() => onEnter(first.order_id)}>
      <header>
        <label className="plat-check check-target">
          <input
            type="checkbox"
            ref={(box) => {
              if (box) box.indeterminate = isPartly && !isChosen
            }}
            checked={isChosen}
            onChange={toggle}
            tabIndex={-1}
            aria-keyshortcuts="Shift+Space"
            title={t('Choose the order of a cell: Shift+Space')}
            aria-label={t('Select {{name}}', { name: first.order_id })}
          />
        </label>
        <StylePicture of={first} size="head" />
        <div className="plat-order-names">
          <h2 className="code">{first.order_id}</h2>
          <p>
            {name(first.style_name, first.style_name_zh)} · <span className="code">{first.style_id}</span>
            {isStaff && ` · ${name(first.supplier_name, first.supplier_name_zh)}`}
          </p>
        </div>
        <p className="plat-order-facts">
          <span>
            {t('Ship by')} {day(first.shipping_deadline)}
          </span>
          <span className="dt-tags">
            {tags.map(({ text, tone }) => (
              <span key={text} className="dt-tag" data-tone={tone}>
                {text}
              </span>
            ))}
          </span>
          <span className="muted">→ {name(first.destination, first.destination_zh)}</span>
        </p>
        <p className="plat-order-sum" role="status">
          {t('Ready {{n}} of {{whole}}', { n: number(ready), whole: plural(all, '1 piece', '{{n}} pieces') })}
        </p>
        <Button
          size="small"
          text={t('All ready')}
          tabIndex={-1}
          aria-keyshortcuts="A"
          onClick={() => change((now) => readyAll(now, items))}
        />
      </header>
      <QuantityGrid
        label={t('{{order_id}}: ready and out of stock', { order_id: first.order_id })}
        {...grid}
        {...{ layers, values, start, faults, onChange, apply }}
        beside={(sku, layer) => besideReady(bySku.get(sku), layer)}
        hasTotals={false}
        isStop={isStop}
        letters={{
          a: (cells) =>
            change((now) =>
              readyAll(
                now,
                cells.flatMap((sku) => bySku.get(sku)?.item ?? []),
              ),
            ),
        }}
      />
    </li>
  )
}

/** Drawn anew only when one of its lines changed: a page holds some forty grids. */
const PlatformOrder = memo(
  DrawOrder,
  (a, b) =>
    a.isChosen === b.isChosen &&
    a.isPartly === b.isPartly &&
    a.isStop === b.isStop &&
    a.selection.scope === b.selection.scope &&
    a.type === b.type &&
    a.isStaff === b.isStaff &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, at) => line === b.lines[at]),
)

function valuesOf(lines: readonly PlatformRow[], isTyped: boolean): GridValues {
  return Object.fromEntries(
    lines.map(({ item, typed }) => [
      item.nm_sku,
      {
        ready: shownQuantity(item, isTyped ? typed : undefined, 'ready'),
        oos: shownQuantity(item, isTyped ? typed : undefined, 'oos'),
      },
    ]),
  )
}

/** Of how many that could be ready. */
function besideReady(line: PlatformRow | undefined, layer: string): string | null {
  if (layer !== 'ready' || line === undefined) return null
  return `/${line.item.ready_quantity + line.item.awaiting_shipment_quantity}`
}
