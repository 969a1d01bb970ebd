import { readBoxSize, writeCbm } from '../../../../shared/areas/shipments/box-size.ts'
import { describeProblem } from '../../../../shared/areas/shipments/status.ts'
import { listed } from '../../../i18n/formats.ts'
import { type Column, codeColumn, partColumn, piecesColumn } from '../../../table/columns.tsx'
import type { Locale } from '../../../table/words.ts'
import type { Box, BoxField } from './box-edits.ts'

/** A box with what was typed on it: a new value only when one of them changed. */
export interface BoxLine {
  readonly box: Box
  readonly tracking: string
  readonly weight: string
  readonly size: string
  readonly isTrackingTyped: boolean
  readonly isWeightTyped: boolean
  readonly isSizeTyped: boolean
  readonly trackingFault: string | undefined
  readonly weightFault: string | undefined
  readonly sizeFault: string | undefined
}

export function boxColumns(
  canEdit: boolean,
  type: (box: Box, field: BoxField, text: string) => void,
): readonly Column<BoxLine>[] {
  return [
    codeColumn({ id: 'box', header: 'Box no', width: 90, pinned: true, of: ({ box }) => box.box_no }),
    codeColumn({ id: 'sscc', header: 'SSCC', width: 180, of: ({ box }) => box.sscc }),
    piecesColumn({ id: 'pieces', header: 'Pieces', width: 80, of: ({ box }) => piecesIn(box) }),
    piecesColumn({ id: 'skus', header: 'SKUs', width: 70, of: ({ box }) => box.items.length }),
    partColumn({
      id: 'tracking',
      header: 'Tracking ID',
      width: 240,
      of: ({ box, tracking, isTrackingTyped, trackingFault }, words) =>
        field({ box, at: 0, text: tracking, isTyped: isTrackingTyped, fault: trackingFault, words, canEdit, type }),
    }),
    partColumn({
      id: 'weight',
      header: 'Weight, kg',
      width: 110,
      of: ({ box, weight, isWeightTyped, weightFault }, words) =>
        field({ box, at: 1, text: weight, isTyped: isWeightTyped, fault: weightFault, words, canEdit, type }),
    }),
    partColumn({
      id: 'size',
      header: 'Size, cm',
      width: 140,
      of: ({ box, size, isSizeTyped, sizeFault }, words) =>
        field({ box, at: 2, text: size, isTyped: isSizeTyped, fault: sizeFault, words, canEdit, type }),
    }),
    partColumn({
      id: 'cbm',
      header: 'CBM',
      width: 70,
      of: ({ size }) => <span className="end">{writeCbm(readBoxSize(size) ?? null) || '–'}</span>,
    }),
    partColumn({ id: 'contents', header: 'Contents', width: 260, grows: true, of: ({ box }) => contents(box) }),
  ]
}

function piecesIn(box: Box): number {
  return box.items.reduce((sum, item) => sum + item.quantity, 0)
}

function contents({ items }: Box) {
  const text = listed(items.map((item) => `${item.nm_sku} × ${item.quantity}`))
  return (
    <span className="muted" title={text}>
      {text}
    </span>
  )
}

interface FieldProps {
  box: Box
  at: 0 | 1 | 2
  text: string
  isTyped: boolean
  fault: string | undefined
  words: Locale
  canEdit: boolean
  type: (box: Box, field: BoxField, text: string) => void
}

/** A field in the row. Its key is the box's: a row element is used again for other boxes while scrolling. */
function field({ box, at, text, isTyped, fault, words: { t }, canEdit, type }: FieldProps) {
  if (!canEdit) return text || <span className="muted">–</span>
  const problem = describeProblem(box)
  if (problem !== null)
    return (
      <span className={text ? undefined : 'muted'} title={t(problem)}>
        {text || '–'}
      </span>
    )
  const label = [t('Tracking ID'), t('Weight, kg'), t('Size, cm')][at]
  return (
    <span
      key={box.box_id}
      className="box-field"
      data-sheet={at}
      data-changed={isTyped || undefined}
      title={fault && t(fault)}
    >
      <input
        type="text"
        className={at === 1 ? 'text-field end' : 'text-field code'}
        value={text}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        inputMode={at === 1 ? 'decimal' : 'text'}
        placeholder={at === 2 ? t('L × W × H') : undefined}
        aria-label={`${label}, ${t('Box no')} ${box.box_no}`}
        aria-invalid={fault !== undefined}
        onChange={({ target }) => {
          // The specification blocks the minus sign in number fields.
          if (at === 0) type(box, 'tracking_id', target.value)
          else if (at === 2) type(box, 'size', target.value)
          else if (!target.value.includes('-')) type(box, 'weight', target.value)
        }}
        onFocus={(event) => event.currentTarget.select()}
      />
    </span>
  )
}
