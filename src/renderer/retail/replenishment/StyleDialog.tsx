import { useEffect, useMemo, useState } from 'react'
import type { PoStyle, ReplenishmentRow } from '../../../shared/areas/allocation/shapes.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { useRows } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { key, listed } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, SentByKeys } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { GridLayer } from '../../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import { useTypedGrid } from '../../kit/quantity-grid/use-typed-grid.ts'
import type { ShownField } from '../../kit/shown-field.ts'
import { useLocale } from '../../table/words.ts'
import { failedText } from './failed-text.ts'
import {
  cellAt,
  cellFaults,
  cellsOf,
  coverWith,
  type OrderLine,
  piecesOf,
  proposedLines,
  storesWithoutSet,
  typedLines,
} from './order-cells.ts'

interface StyleDialogProps extends DialogTurn {
  order: ReplenishmentRow
  styleId: string
  color: string
}

/** A style of an order by store and size: typed, and said at its cell why it cannot be. */
export function StyleDialog({ order, styleId, color, ...turn }: StyleDialogProps) {
  const { t } = useLocale()
  const list = useRows('allocation.replenishmentStyles', {
    ...{ po_id: order.po_id, tab: 'all' as const, search: styleId, page_size: 500 },
  })
  const rows = useMemo(
    () =>
      list.rows
        .filter((row) => row.style_id === styleId && row.color === color)
        .toSorted((a, b) => a.store.localeCompare(b.store)),
    [list.rows, styleId, color],
  )
  const { hasMore, isFetching, isError, loadMore } = list
  // Of many stores and colours the rest of one colour may be on a further page.
  useEffect(() => {
    if (hasMore && !isFetching && !isError) loadMore()
  }, [hasMore, isFetching, isError, loadMore])
  const isThere = !list.isLoading && !hasMore && rows.length > 0
  return (
    <Modal {...turn} title={t('{{style_id}}: stores and sizes', { style_id: styleId })} width={1_000} isTyped>
      {isThere ? (
        <StyleGrid key={order.version} order={order} rows={rows} onClose={turn.onClose} />
      ) : (
        <DialogParts onCancel={turn.onClose}>
          <Loaded answer={{ data: undefined, error: list.error, reload: list.reload }} rows={6}>
            {() => null}
          </Loaded>
        </DialogParts>
      )}
    </Modal>
  )
}

interface StyleGridProps {
  order: ReplenishmentRow
  rows: readonly PoStyle[]
  onClose: () => void
}

function StyleGrid({ order, rows, onClose }: StyleGridProps) {
  const { t, number, name } = useLocale()
  const say = useSay()
  const { po_id, version } = order
  const isDraft = order.state === 'DRAFT'
  const [first] = rows
  const about = `${first?.style_id ?? ''} ${first?.color ?? ''}`
  const start = useMemo(() => cellsOf(rows), [rows])
  const typed = useTypedGrid(`replenishment.${po_id}.${about}`, start, t('Replenishment'))
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const lines = typedLines(rows, typed.value)
  const proposed = proposedLines(rows)
  const save = useAction(
    (sent: readonly OrderLine[], options) =>
      api.allocation.addReplenishmentStyles({ po_id, version, lines: [...sent] }, options),
    {
      refresh: ['allocation'],
      looksAgain: true,
      what: t('Replenishment'),
      failed: (error, sent) => {
        const named = say.fields(error).flatMap(({ field, words }) => {
          const line = sent[Number(/^lines\.(\d+)/.exec(field)?.[1] ?? -1)]
          return line ? [[cellAt(line.store, line.nm_sku), words] as const] : []
        })
        setRefused(new Map(named))
        return named.length > 0
      },
    },
  )
  const faults = useMemo(() => {
    const own = [...cellFaults(rows, typed.value, order.mode)].map(
      ([cell, { message, values }]) => [cell, say.message(message, values)] as const,
    )
    return new Map([...refused, ...own])
  }, [rows, typed.value, order.mode, refused, say])
  const shape = useMemo(() => shapeOf(rows, number), [rows, number])
  const layers = useMemo<readonly GridLayer[]>(
    () => [
      { key: 'ordered', label: t('In this order') },
      { key: 'on_hand', label: t('On hand'), isReadOnly: true },
      { key: 'in_transit', label: t('On its way'), isReadOnly: true },
    ],
    [t],
  )
  const wanted = useMemo(
    () =>
      new Map(
        rows.flatMap(({ store, sizes }) => sizes.map((one) => [cellAt(store, one.nm_sku), one.proposed] as const)),
      ),
    [rows],
  )
  const unset = isDraft && order.mode === 'eaches' ? storesWithoutSet(rows, typed.value) : []
  const isOff = lines.length === 0 || faults.size > refused.size
  const send = async () => {
    if (isOff || (await save.run(lines)) === undefined) return
    typed.reset()
    onClose()
  }
  const change = (next: typeof typed.value) => {
    setRefused(new Map())
    typed.change(next)
  }
  return (
    <DialogParts
      onCancel={onClose}
      step={isDraft ? { text: t('Save the order'), run: send, isOff, isRunning: save.isRunning } : null}
      {...(isDraft && {
        foot: (
          <button
            type="button"
            className="dt-link"
            disabled={proposed.length === 0}
            onClick={() =>
              change({
                ...typed.value,
                ...Object.fromEntries(
                  proposed.map(({ store, nm_sku, quantity }) => {
                    const cell = cellAt(store, nm_sku)
                    return [cell, { ...typed.value[cell], ordered: quantity }]
                  }),
                ),
              })
            }
          >
            {t('Fill in what is proposed ({{n}} pieces)', { n: number(piecesOf(proposed)) })}
          </button>
        ),
      })}
    >
      <p className="muted">
        {first ? `${name(first.style_name, first.style_name_zh)} · ${name(first.color, first.color_zh)}. ` : ''}
        {t('In brackets: pieces free at the source. Behind a number: what is proposed.')}
      </p>
      <SentByKeys run={() => void send()} isOff={isOff}>
        <div className="qg-sheet replenish-grid">
          <QuantityGrid
            label={t('Order by store and size')}
            {...shape}
            layers={layers}
            values={typed.value}
            start={start}
            faults={faults}
            rowTitle={t('Store')}
            beside={(cell, layer) => {
              const pieces = wanted.get(cell) ?? 0
              return layer === 'ordered' && pieces > 0 ? `/${pieces}` : null
            }}
            {...(isDraft && { onChange: change, autoFocus: true })}
          />
        </div>
      </SentByKeys>
      {unset.length > 0 ? (
        <p className="overdue" role="status">
          {t('Ordered without a minimum set: core sizes stay missing at {{stores}}.', { stores: listed(unset) })}
        </p>
      ) : null}
      <FieldTable
        label={t('Tests')}
        fields={testFields}
        rows={rows.map((row) => ({ ...row, cover_after: isDraft ? coverWith(row, typed.value) : row.cover_after }))}
        rowKey={({ store }) => store}
      />
    </DialogParts>
  )
}

function shapeOf(rows: readonly PoStyle[], number: (value: number) => string) {
  const skus = new Map(
    rows.flatMap(({ store, sizes }) => sizes.map(({ size, nm_sku }) => [`${store} ${size}`, nm_sku] as const)),
  )
  const sizes = [...new Map(rows.flatMap((row) => row.sizes).map((one) => [one.size, one])).values()]
  return {
    rows: rows.map(({ store }) => ({ key: store, label: store })),
    columns: sizes.map(({ size, free }) => ({ key: size, label: `${size} (${number(free)})`, names: [size] })),
    cellId: (store: string, size: string) => {
      const nmSku = skus.get(`${store} ${size}`)
      return nmSku === undefined ? null : cellAt(store, nmSku)
    },
  }
}

const testFields: readonly ShownField<PoStyle>[] = [
  { id: 'store', header: key('Store'), kind: 'code', of: ({ store }) => store },
  {
    ...{ id: 'tests', header: key('Tests') },
    of: (row, words) => (row.failed.length === 0 ? words.t('Eligible') : failedText(row, words)),
    mark: ({ failed }) => (failed.length > 0 ? 'warn' : undefined),
  },
  { id: 'rate', header: key('Sold a day'), kind: 'number', digits: 2, of: ({ rate }) => rate },
  { id: 'before', header: key('Cover, days'), kind: 'number', digits: 1, of: (row) => row.cover_before },
  { id: 'after', header: key('Cover after'), kind: 'number', digits: 1, of: (row) => row.cover_after },
]
