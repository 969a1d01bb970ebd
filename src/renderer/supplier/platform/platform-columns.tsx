import type { ScheduleFault } from '../../../shared/areas/orders/answers.ts'
import { QuantityInput } from '../../kit/quantities.tsx'
import {
  type Column,
  codeColumn,
  dayColumn,
  flagsColumn,
  partColumn,
  piecesColumn,
  type Tag,
  textColumn,
} from '../../table/columns.tsx'
import type { Words } from '../../table/words.ts'
import { type PlatformField, type PlatformItem, shownQuantity, type TypedLine } from './platform-draft.ts'

/** A line with what was typed on it: a new value only when one of them changed. */
export interface PlatformRow {
  readonly id: string
  readonly item: PlatformItem
  readonly typed: TypedLine | undefined
  readonly fault: ScheduleFault | null
}

export type TypeCell = (item: PlatformItem, field: PlatformField, quantity: number | null) => void

/** Columns of the platform; `type` must be stable. What is shown at first fits a laptop of 1366 pixels, also with suppliers. */
export function platformColumns(isStaff: boolean, type: TypeCell): readonly Column<PlatformRow>[] {
  const supplier = textColumn<PlatformRow>({
    id: 'supplier',
    header: 'Supplier',
    width: 118,
    of: ({ item }, words) => words.name(item.supplier_name, item.supplier_name_zh),
  })
  return [
    codeColumn({ id: 'order', header: 'Order', width: 92, pinned: true, of: ({ item }) => item.order_id }),
    codeColumn({ id: 'sku', header: 'NM SKU', width: 128, of: ({ item }) => item.nm_sku }),
    ...(isStaff ? [supplier] : []),
    textColumn({
      id: 'style',
      header: 'Style',
      width: isStaff ? 110 : 126,
      grows: true,
      // The SKU beside it begins with the style's code.
      of: ({ item }, words) => words.name(item.style_name, item.style_name_zh),
      under: ({ item }) => item.style_id,
      exports: [
        { id: 'style', header: 'Style' },
        { id: 'style_id', header: 'Style ID' },
      ],
    }),
    textColumn({ id: 'colour', header: 'Colour', width: 100, of: ({ item }, w) => w.name(item.color, item.color_zh) }),
    textColumn({ id: 'size', header: 'Size', width: 54, of: ({ item }) => item.size }),
    dayColumn({ id: 'deadline', header: 'Ship by', width: 104, of: ({ item }) => item.shipping_deadline }),
    flagsColumn({
      id: 'flags',
      header: 'Flags',
      width: 102,
      words: ['Late', 'Urgent'],
      of: ({ item }, words) => flagsOf(item, words),
    }),
    partColumn({ id: 'awaiting', header: 'Awaiting', width: 76, align: 'end', of: awaitingCell }),
    partColumn({ id: 'ready', header: 'Ready today', width: 120, align: 'end', of: quantityCell('ready', type) }),
    partColumn({ id: 'oos', header: 'Out of stock', width: 92, align: 'end', of: quantityCell('oos', type) }),
    piecesColumn({
      id: 'requested',
      header: 'Requested',
      width: 82,
      hidden: true,
      of: ({ item }) => item.requested_quantity,
    }),
    piecesColumn({
      id: 'reserved',
      header: 'In shipments',
      width: 96,
      hidden: isStaff,
      of: ({ item }) => item.reserved_quantity,
    }),
    textColumn({
      id: 'destination',
      header: 'Destination',
      width: 160,
      hidden: true,
      of: ({ item }, words) => words.name(item.destination, item.destination_zh),
    }),
  ]
}

function flagsOf(item: PlatformItem, { t }: Words): Tag[] {
  return [
    ...(item.is_late ? [{ text: t('Late'), tone: 'bad' as const }] : []),
    ...(item.is_urgent ? [{ text: t('Urgent'), tone: 'warn' as const }] : []),
  ]
}

/** What would still await after the save. */
function awaitingCell({ item, typed }: PlatformRow, words: Words) {
  const moved =
    shownQuantity(item, typed, 'ready') - item.ready_quantity + shownQuantity(item, typed, 'oos') - item.oos_quantity
  const left = item.awaiting_shipment_quantity - moved
  if (left < 0) return <span className="plat-over">{words.number(left)}</span>
  return <span className={left === 0 ? 'dt-quiet' : undefined}>{words.number(left)}</span>
}

/** A field in the row. Its key is the line's: a row element is used again for other lines while scrolling. */
function quantityCell(field: PlatformField, type: TypeCell) {
  return ({ id, item, typed, fault }: PlatformRow, words: Words) => {
    const { t } = words
    const isFaulty = fault !== null && (fault.field === 'ready_quantity') === (field === 'ready')
    const shown = shownQuantity(item, typed, field)
    const label = field === 'ready' ? t('Ready today') : t('Out of stock')
    return (
      <span
        key={id}
        className="plat-cell"
        data-sheet={field === 'ready' ? 0 : 1}
        data-changed={typed?.[field] !== undefined || undefined}
        title={isFaulty ? `${t(fault.message)} ${fault.expected ?? ''}` : undefined}
      >
        <QuantityInput
          value={shown === 0 && typed?.[field] === undefined ? null : shown}
          onChange={(quantity) => type(item, field, quantity)}
          label={`${label}, ${item.order_id} ${item.nm_sku}`}
          placeholder="0"
          isInvalid={isFaulty}
        />
        {field === 'ready' ? (
          <span className="plat-of">/ {words.number(item.ready_quantity + item.awaiting_shipment_quantity)}</span>
        ) : null}
      </span>
    )
  }
}
