// biome-ignore-all lint/a11y/useSemanticElements: a windowed grid cannot be an HTML table; ARIA's grid pattern says what it is.
// biome-ignore-all lint/a11y/useFocusableInteractive: the fields in the cells have the focus.
import { Duplicate, Trash } from '@blueprintjs/icons'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import { lineKey } from '../../../../shared/areas/shipments/packing.ts'
import { QuantityInput } from '../../../kit/quantities.tsx'
import { gridSize } from './grid-size.ts'
import { boxTotal, type DraftBox, type PackingLine, type TextColumn, textColumns } from './packing-draft.ts'

export interface BoxEdits {
  text: (row: number, column: TextColumn, text: string) => void
  pieces: (row: number, key: string, quantity: number | null) => void
  duplicate: (id: number) => void
  remove: (id: number) => void
}

export interface BoxRowProps {
  box: DraftBox
  row: number
  top: number
  lines: readonly PackingLine[]
  from: number
  to: number
  canEdit: boolean
  /** The column that the cursor is in; null in other rows. */
  cursor: number | null
  /** The columns that are marked in this row. */
  markedFrom: number | null
  markedTo: number | null
  /** Stable between strokes. */
  edits: BoxEdits
  t: TFunction
  boxFault: string | undefined
  trackingFault: string | undefined
  weightFault: string | undefined
  contentsFault: string | undefined
}

/** One box: its own facts at the left, its pieces under the SKUs. Drawn anew only when something of it changed. */
export const BoxRow = memo(function BoxRow(props: BoxRowProps) {
  const { box, row, top, lines, from, to, canEdit, edits, t, contentsFault } = props
  return (
    <div className="pg-row" role="row" aria-rowindex={row + 1} style={{ transform: `translateY(${top}px)` }}>
      <div className="pg-left">
        <RowTools {...{ box, canEdit, edits, t }} />
        {textColumns.map((column, at) => (
          <TextCell key={column} {...props} column={column} at={at} />
        ))}
        <span className="pg-total" role="gridcell" title={contentsFault} data-bad={contentsFault !== undefined}>
          {boxTotal(box)}
        </span>
      </div>
      {lines.slice(from, to).map((line, offset) => {
        const key = lineKey(line)
        const at = from + offset
        return (
          <div
            key={key}
            role="gridcell"
            className="pg-cell"
            data-row={row}
            data-col={at + textColumns.length}
            {...looksAt(props, at + textColumns.length)}
            style={{ transform: `translateX(${at * gridSize.line}px)` }}
          >
            <QuantityInput
              value={box.pieces[key] ?? null}
              label={`${t('Box no')} ${box.box_no}, ${line.nm_sku}`}
              disabled={!canEdit}
              onChange={(quantity) => edits.pieces(row, key, quantity)}
            />
          </div>
        )
      })}
    </div>
  )
})

/** Whether the cursor is on a cell, and whether it is marked. */
function looksAt({ cursor, markedFrom, markedTo }: BoxRowProps, column: number) {
  const isMarked = markedFrom !== null && markedTo !== null && column >= markedFrom && column <= markedTo
  return {
    'data-cursor': cursor === column || undefined,
    'data-marked': isMarked || undefined,
    'aria-selected': isMarked || undefined,
  }
}

function RowTools({ box, canEdit, edits, t }: Pick<BoxRowProps, 'box' | 'canEdit' | 'edits' | 't'>) {
  if (!canEdit) return <span role="gridcell" className="pg-tools" />
  return (
    <span role="gridcell" className="pg-tools">
      <button
        type="button"
        tabIndex={-1}
        title={t('Duplicate box')}
        aria-label={`${t('Duplicate box')} ${box.box_no}`}
        onClick={() => edits.duplicate(box.id)}
      >
        <Duplicate size={13} />
      </button>
      <button
        type="button"
        tabIndex={-1}
        title={t('Remove box')}
        aria-label={`${t('Remove box')} ${box.box_no}`}
        onClick={() => edits.remove(box.id)}
      >
        <Trash size={13} />
      </button>
    </span>
  )
}

function TextCell(props: BoxRowProps & { column: TextColumn; at: number }) {
  const { box, row, column, at, canEdit, edits, t } = props
  const fault = { box_no: props.boxFault, tracking_id: props.trackingFault, weight: props.weightFault }[column]
  const label = { box_no: t('Box no'), tracking_id: t('Tracking ID'), weight: t('Weight, kg') }[column]
  const place = { box_no: 'pg-box', tracking_id: 'pg-tracking', weight: 'pg-weight' }[column]
  return (
    <span
      role="gridcell"
      className={place}
      data-row={row}
      data-col={at}
      title={fault && t(fault)}
      {...looksAt(props, at)}
    >
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        inputMode={column === 'weight' ? 'decimal' : 'text'}
        value={box[column]}
        maxLength={column === 'box_no' ? 30 : 60}
        disabled={!canEdit}
        aria-label={`${label}, ${box.box_no}`}
        aria-invalid={fault !== undefined}
        onChange={(event) => {
          const { value } = event.target
          // The specification blocks the minus sign in number fields.
          if (column !== 'weight' || !value.includes('-')) edits.text(row, column, value)
        }}
        onFocus={(event) => event.currentTarget.select()}
      />
    </span>
  )
}
