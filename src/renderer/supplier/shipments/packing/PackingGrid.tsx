// biome-ignore-all lint/a11y/useSemanticElements: a windowed grid cannot be an HTML table; ARIA's grid pattern says what it is.
// biome-ignore-all lint/a11y/useFocusableInteractive: the fields in the cells have the focus.
import { StylePicture } from '../../../pictures/StylePicture.tsx'
import './packing.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type RefObject, useImperativeHandle, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { lineKey } from '../../../../shared/areas/shipments/packing.ts'
import { useFormats, useNamed } from '../../../i18n/formats.ts'
import { PasteQuestion } from '../../../kit/quantity-grid/PasteQuestion.tsx'
import { showToast } from '../../../kit/Toasts.tsx'
import { type BoxEdits, BoxRow } from './BoxRow.tsx'
import { gridSize, headHeight, leftWidth } from './grid-size.ts'
import { addBox, duplicateBox, type PackingLine, removeBox, typePieces, typeText } from './packing-draft.ts'
import { faultKey, type LineSum, type PackingSums } from './packing-sums.ts'
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
      text: (row, column, text) => change((now) => typeText(now, row, column, text), `${row} ${column}`),
      pieces: (row, key, quantity) => change((now) => typePieces(now, row, key, quantity), `${row} ${key}`),
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
    <>
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
        onBeforeInput={sheet.beforeInput}
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
      <PasteQuestion
        key={sheet.asked ? 'asked' : 'none'}
        readings={sheet.asked?.readings ?? null}
        onTake={(at) => {
          const reading = sheet.asked?.readings[at]
          if (reading) sheet.take(reading)
        }}
        onCancel={sheet.dropPaste}
      />
    </>
  )
}

interface GridHeadProps {
  lines: readonly PackingLine[]
  /** Lines in sight, from and to (not included). */
  from: number
  to: number
  sums: PackingSums
}

/** The titles of the grid: SKUs at the top, under each what is ready, packed and missing. */
export function GridHead({ lines, from, to, sums }: GridHeadProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  const hasOrders = new Set(lines.map((line) => line.order_id)).size > 1
  const shown = lines.slice(from, to)
  const { missing, surplus } = sums
  const missingInAll = surplus > 0 ? `${formats.number(missing)} +${formats.number(surplus)}` : formats.number(missing)
  const rows: readonly [keyof LineSum, string, string][] = [
    ['ready', t('To pack'), formats.number(sums.ready)],
    ['packed', t('Packed'), formats.number(sums.packed)],
    ['missing', t('Missing'), missingInAll],
  ]
  return (
    <div className="pg-head">
      <div className="pg-titles">
        <div className="pg-left">
          <span className="pg-tools" />
          <span className="pg-box">{t('Box no')}</span>
          <span className="pg-tracking">{t('Tracking ID')}</span>
          <span className="pg-weight">{t('Weight, kg')}</span>
          <span className="pg-total">{t('Pieces')}</span>
        </div>
        {shown.map((line, at) => (
          <div
            key={lineKey(line)}
            className="pg-line"
            style={{ transform: `translateX(${(from + at) * gridSize.line}px)` }}
            title={`${line.nm_sku}\n${line.order_id}\n${line.style_id} ${named(line.style_name, line.style_name_zh)}`}
          >
            <span className="pg-top">
              <StylePicture of={line} />
              <b>
                {line.size} <span>{named(line.color, line.color_zh)}</span>
              </b>
            </span>
            <span className="pg-sku">{line.nm_sku}</span>
            {hasOrders ? <span className="pg-sku">{line.order_id}</span> : null}
          </div>
        ))}
      </div>
      {rows.map(([kind, label, total]) => (
        <div className="pg-sums" key={kind} data-kind={kind}>
          <div className="pg-left">
            <span className="pg-sum-label">{label}</span>
            <span className="pg-total" data-bad={kind === 'missing' && missing + surplus > 0}>
              {total}
            </span>
          </div>
          {shown.map((line, at) => {
            const value = sums.byLine.get(lineKey(line))?.[kind] ?? 0
            return (
              <div
                key={lineKey(line)}
                className="pg-sum"
                data-tone={kind === 'missing' ? toneOf(value) : undefined}
                style={{ transform: `translateX(${(from + at) * gridSize.line}px)` }}
              >
                {kind === 'missing' && value < 0 ? `+${formats.number(-value)}` : formats.number(value)}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function toneOf(missing: number): 'good' | 'warn' | 'bad' {
  if (missing === 0) return 'good'
  return missing > 0 ? 'warn' : 'bad'
}
