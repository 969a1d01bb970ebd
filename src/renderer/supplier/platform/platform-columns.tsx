import type { ScheduleFault } from '../../../shared/areas/orders/answers.ts'
import { platformLines } from '../../../shared/areas/orders/lists.ts'
import { QuantityInput } from '../../kit/quantities.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { type Column, type Tag, tableColumns, tagsCell } from '../../table/columns.tsx'
import type { Locale } from '../../table/words.ts'
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
  return tableColumns<PlatformItem, PlatformRow>(platformLines.fields, {
    rowOf: ({ item }) => item,
    only: platformLines.fields
      .filter(({ id, isPart }) => !isPart && (isStaff || id !== 'supplier'))
      .map(({ id }) => id),
    looks: { ...(isStaff && { style: { width: 110 } }), reserved: { hidden: isStaff } },
    cells: {
      style: ({ item }, { name }) => {
        const style = name(item.style_name, item.style_name_zh)
        return (
          <WithPicture of={item}>
            <span className="dt-two" title={`${style}\n${item.style_id}`}>
              <span>{style}</span>
              <span className="muted">{item.style_id}</span>
            </span>
          </WithPicture>
        )
      },
      flags: tagsCell(({ item }, words) => flagsOf(item, words)),
      awaiting: awaitingCell,
      ready: quantityCell('ready', type),
      oos: quantityCell('oos', type),
    },
  })
}

export function flagsOf(item: PlatformItem, { t }: Locale): Tag[] {
  return [
    ...(item.is_late ? [{ text: t('Late'), tone: 'bad' as const }] : []),
    ...(item.is_urgent ? [{ text: t('Urgent'), tone: 'warn' as const }] : []),
  ]
}

/** What would still await after the save. */
function awaitingCell({ item, typed }: PlatformRow, words: Locale) {
  const moved =
    shownQuantity(item, typed, 'ready') - item.ready_quantity + shownQuantity(item, typed, 'oos') - item.oos_quantity
  const left = item.awaiting_shipment_quantity - moved
  if (left < 0) return <span className="plat-over">{words.number(left)}</span>
  return <span className={left === 0 ? 'muted' : undefined}>{words.number(left)}</span>
}

/** A field in the row. Its key is the line's: a row element is used again for other lines while scrolling. */
function quantityCell(field: PlatformField, type: TypeCell) {
  return ({ id, item, typed, fault }: PlatformRow, words: Locale) => {
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
