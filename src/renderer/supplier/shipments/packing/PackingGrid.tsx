// biome-ignore-all lint/a11y/useSemanticElements: a windowed grid cannot be an HTML table; ARIA's grid pattern says what it is.
// biome-ignore-all lint/a11y/useFocusableInteractive: the fields in the cells have the focus.
import './packing.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type RefObject, useImperativeHandle, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../kit/toasts.ts'
import { type BoxEdits, BoxRow } from './BoxRow.tsx'
import { addBox, duplicateBox, removeBox, typePieces, typeText } from './draft-boxes.ts'
import { GridHead } from './GridHead.tsx'
import { gridSize, headHeight, leftWidth } from './grid-size.ts'
import { faultKey } from './packing-sums.ts'
import { useGridSheet } from './use-grid-sheet.ts'
import type { PackingDraft } from './use-packing-draft.ts'

export interface GridHandle {
  addBox: () => void
  fillDown: () => void
}

const notMarked = { markedFrom: null, markedTo: null }
const { left } = gridSize
const sizesFor = (canEdit: boolean) =>
  ({
    '--pg-row': `${gridSize.row}px`,
    '--pg-line': `${gridSize.line}px`,
    '--pg-left': `${leftWidth(canEdit)}px`,
    '--pg-titles': `${gridSize.head}px`,
    '--pg-sum': `${gridSize.sum}px`,
    '--pg-tools': `${canEdit ? left.tools : gridSize.edge}px`,
    '--pg-box': `${left.boxNo}px`,
    '--pg-tracking': `${left.tracking}px`,
    '--pg-weight': `${left.weight}px`,
    '--pg-total': `${left.total}px`,
  }) as CSSProperties

/** Boxes down, SKUs across, typed like a sheet; only what is in sight is drawn. */
export function PackingGrid({ packing, handle }: { packing: PackingDraft; handle: RefObject<GridHandle | null> }) {
  const { t } = useTranslation()
  const { boxes, lines, sums, faults, canPack, change } = packing
  const scroller = useRef<HTMLDivElement>(null)
  const getScrollElement = () => scroller.current
  const rows = useVirtualizer({
    count: boxes.length,
    getScrollElement,
    estimateSize: () => gridSize.row,
    overscan: 8,
    // The head lies over the rows: as much less of the window is free.
    scrollPaddingEnd: headHeight,
    useFlushSync: false,
  })
  const columns = useVirtualizer({
    horizontal: true,
    count: lines.length,
    getScrollElement,
    estimateSize: () => gridSize.line,
    overscan: 5,
    scrollPaddingEnd: leftWidth(canPack),
    useFlushSync: false,
  })
  const onPasted = (refused: number) => {
    if (refused > 0) showToast({ tone: 'info', text: t('Pasted cells left out: {{n}}', { n: refused }) })
  }
  const sheet = useGridSheet({ packing, scroller, rows, columns, onPasted })
  useImperativeHandle(handle, () => ({
    addBox: () => {
      change(addBox)
      requestAnimationFrame(() => sheet.focus({ row: boxes.length, column: Math.min(3, 2 + lines.length) }))
    },
    fillDown: sheet.fill,
  }))
  const edits = useMemo<BoxEdits>(
    () => ({
      text: (row, column, text) => change((now) => typeText(now, row, column, text)),
      pieces: (row, key, quantity) => change((now) => typePieces(now, row, key, quantity)),
      duplicate: (id) => change((now) => duplicateBox(now, id)),
      remove: (id) => change((now) => removeBox(now, id)),
    }),
    [change],
  )
  const { cursor, area, isRange } = sheet
  const marked = { markedFrom: area.left, markedTo: area.right }
  const shown = columns.getVirtualItems()
  const span = { from: shown[0]?.index ?? 0, to: (shown.at(-1)?.index ?? -1) + 1 }
  return (
    <div
      ref={scroller}
      className="pg"
      role="grid"
      // Without fields there is nothing else in it that takes the focus for scrolling by keys.
      tabIndex={canPack ? undefined : 0}
      aria-label={t('Packing')}
      aria-rowcount={boxes.length}
      aria-colcount={lines.length + 3}
      style={sizesFor(canPack)}
      onKeyDown={sheet.keyDown}
      onPasteCapture={sheet.paste}
      onCopy={sheet.copy}
      onFocus={sheet.follow}
      {...(canPack && sheet.mouse)}
    >
      <div className="pg-sheet" style={{ width: leftWidth(canPack) + columns.getTotalSize() }}>
        <GridHead lines={lines} sums={sums} {...span} />
        <div className="pg-body" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const box = boxes[index]
            if (box === undefined) return null
            return (
              <BoxRow
                key={box.id}
                {...{ box, lines, edits, t, ...span }}
                row={index}
                top={start}
                canEdit={canPack}
                cursor={canPack && cursor.row === index ? cursor.column : null}
                {...(isRange && index >= area.top && index <= area.bottom ? marked : notMarked)}
                boxFault={faults.get(faultKey(box.id, 'box_no'))}
                trackingFault={faults.get(faultKey(box.id, 'tracking_id'))}
                weightFault={faults.get(faultKey(box.id, 'weight'))}
                contentsFault={faults.get(faultKey(box.id, 'contents'))}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}
