import type { TFunction } from 'i18next'
import { type CSSProperties, Fragment, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { notWhole, wholeOnly } from '../quantities.tsx'
import { type GridShape, type GridValues, isIn, spotAt, valueAt } from './grid-model.ts'
import type { GridTotals } from './totals.ts'
import type { GridEditing, GridNote } from './use-grid-editing.ts'
import type { LinesInSight } from './use-lines-in-sight.ts'

export interface GridBodyProps {
  shape: GridShape
  lines: LinesInSight
  values: GridValues
  start: GridValues | undefined
  totals: GridTotals
  editing: GridEditing
  faults: ReadonlyMap<string, string>
  beside: ((cell: string, layer: string) => string | null) | undefined
  standing: ((cell: string, layer: string) => string | null) | undefined
  isReadOnly: boolean
  rowTitle: string
  hasTotals: boolean
  faultsInLine: boolean
  isStop: boolean
  /** On a phone a line's name stands above its layers: the sizes get its width. */
  isNameAbove: boolean
}

/** Head, lines and totals of the grid. */
export function GridBody(props: GridBodyProps) {
  const { shape, lines, rowTitle, hasTotals } = props
  const { t } = useTranslation()
  const hasLayers = shape.layers.length > 1
  return (
    <>
      <thead>
        <tr>
          <th scope="col" className="qg-corner">
            {rowTitle}
          </th>
          {hasLayers && !props.isNameAbove && <td className="qg-corner" />}
          {shape.columns.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
          {hasTotals && (
            <th scope="col" className="qg-total">
              {t('Total')}
            </th>
          )}
        </tr>
      </thead>
      {lines.rows.map(({ at, gap }) => (
        <Fragment key={shape.rows[at]?.key}>
          <Gap height={gap} />
          <RowLines {...props} at={at} />
        </Fragment>
      ))}
      <Gap height={lines.below} />
      {hasTotals && shape.rows.length > 1 && <TotalLines {...props} />}
    </>
  )
}

/** Stands for rows that are out of sight. */
function Gap({ height }: { height: number }) {
  if (height === 0) return null
  return (
    <tbody aria-hidden="true">
      <tr>
        <td className="qg-gap" colSpan={99} style={{ height }} />
      </tr>
    </tbody>
  )
}

function RowLines(props: GridBodyProps & { at: number }) {
  const { shape, lines, totals, hasTotals, at } = props
  const row = shape.rows[at]
  if (!row) return null
  const name = (
    <>
      {row.pictured ? <WithPicture of={row.pictured}>{row.label}</WithPicture> : row.label}
      {row.warning ? (
        <span className="qg-warning" title={row.warning.means}>
          {row.warning.text}
        </span>
      ) : null}
    </>
  )
  return (
    <tbody ref={lines.measure} data-index={at}>
      {props.isNameAbove ? <NameAbove>{name}</NameAbove> : null}
      {shape.layers.map((layer, place) => (
        <tr key={layer.key} aria-rowindex={lines.isWindowed ? at * shape.layers.length + place + 2 : undefined}>
          {place === 0 && !props.isNameAbove && (
            <th scope="rowgroup" rowSpan={shape.layers.length} className="qg-row">
              {name}
            </th>
          )}
          {shape.layers.length > 1 && (
            <th scope="row" className="qg-layer" data-tone={layer.tone}>
              {layer.label}
            </th>
          )}
          {shape.columns.map(({ key }, c) => (
            <Cell key={key} {...props} r={at * shape.layers.length + place} c={c} />
          ))}
          {hasTotals && <Sum className="qg-total" sum={totals.row(row.key, layer.key)} />}
        </tr>
      ))}
      {props.faultsInLine ? <LineFaults {...props} line={row.key} /> : null}
    </tbody>
  )
}

/** Stays in sight while the sizes below it are scrolled. */
function NameAbove({ children }: { children: ReactNode }) {
  return (
    <tr className="qg-above">
      <th scope="rowgroup" colSpan={99}>
        <span>{children}</span>
      </th>
    </tr>
  )
}

/** The cell that a note is about. */
export const cellOf = (note: GridNote | null) => (note && 'cell' in note ? note.cell : undefined)

/** Why what was typed into a cell is not taken. */
export function noteWords(note: Exclude<GridNote, { kind: 'pasted' | 'no-numbers' }>, t: TFunction): string {
  if (note.kind === 'refused-key') return t(wholeOnly)
  if (note.kind === 'not-whole') return t(notWhole, { text: note.text })
  return t('So many digits are a code and no number of pieces. The cell stays as it was.')
}

/** Why cells of a line cannot stay so, below it, and what the last entry into one of them was refused for. */
function LineFaults({ shape, faults, line, editing: { note } }: GridBodyProps & { line: string }) {
  const { t } = useTranslation()
  const all = shape.columns.flatMap(({ key }) => {
    const cell = shape.cellId(line, key)
    if (cell === null) return []
    const refused = note && 'cell' in note && note.cell === cell ? [noteWords(note, t)] : []
    return [...(faults.get(cell) === undefined ? [] : [faults.get(cell)]), ...refused]
  })
  if (all.length === 0) return null
  return (
    <tr>
      <td className="qg-fault qg-line-fault" colSpan={99} role="alert">
        {all.join(' ')}
      </td>
    </tr>
  )
}

function Cell({
  shape,
  values,
  start,
  editing,
  faults,
  beside,
  standing: standingOf,
  isReadOnly,
  isStop,
  r,
  c,
}: GridBodyProps & { r: number; c: number }) {
  const { t } = useTranslation()
  const spot = spotAt(shape, { r, c })
  if (!spot) return <td className="qg-none" aria-hidden="true" />
  const { cell, layer, row, column } = spot
  const { typing, cursor, area, isRange } = editing
  const quantity = valueAt(values, cell, layer.key)
  const standing = standingOf?.(cell, layer.key) ?? null
  const isTyping = typing !== null && typing.place.r === r && typing.place.c === c
  const layerWords = shape.layers.length > 1 ? `, ${layer.label}` : ''
  return (
    <GridCell
      r={r}
      c={c}
      text={isTyping ? typing.text : quantity === 0 && standing === null ? '' : String(quantity)}
      label={`${row.label}, ${column.label}${layerWords}`}
      beside={beside?.(cell, layer.key) ?? null}
      tone={layer.tone}
      standing={standing}
      isReadOnly={isReadOnly || layer.isReadOnly === true}
      isStop={isStop && cursor.r === r && cursor.c === c}
      isMarked={isRange && isIn(area, { r, c })}
      isChanged={start !== undefined && valueAt(start, cell, layer.key) !== quantity}
      // What is only read beside it is at fault in nothing.
      fault={(layer.isReadOnly ? null : faults.get(cell)) ?? (isTyping && typing.isRefused ? t(wholeOnly) : null)}
    />
  )
}

function TotalLines({ shape, totals, isNameAbove }: GridBodyProps) {
  const { t } = useTranslation()
  return (
    <tfoot>
      {isNameAbove ? <NameAbove>{t('Total')}</NameAbove> : null}
      {shape.layers.map((layer, place) => (
        <tr key={layer.key}>
          {place === 0 && !isNameAbove && (
            <th scope="rowgroup" rowSpan={shape.layers.length} className="qg-row">
              {t('Total')}
            </th>
          )}
          {shape.layers.length > 1 && (
            <th scope="row" className="qg-layer" data-tone={layer.tone}>
              {layer.label}
            </th>
          )}
          {shape.columns.map(({ key }) => (
            <Sum key={key} className="qg-sum" sum={totals.column(key, layer.key)} />
          ))}
          <Sum className="qg-total" sum={totals.all(layer.key)} />
        </tr>
      ))}
    </tfoot>
  )
}

function Sum({ className, sum }: { className: string; sum: number }) {
  const formats = useFormats()
  return (
    <td className={className} data-zero={sum === 0 || undefined}>
      {formats.number(sum)}
    </td>
  )
}

export interface GridCellProps {
  r: number
  c: number
  /** Typed text, or the number; 0 shows as an empty field. */
  text: string
  label: string
  /** Beside the number, for instance "/10". */
  beside: string | null
  tone: string | undefined
  standing: string | null
  isReadOnly: boolean
  /** Where Tab comes into the grid. */
  isStop: boolean
  isMarked: boolean
  isChanged: boolean
  fault: string | null
}

/** One cell: a plain input, whose events the grid hears. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { r, c, text, label, beside, tone, standing, isReadOnly, isStop, isMarked, isChanged, fault } = props
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its input has the focus.
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a table that is a grid.
      role="gridcell"
      className="qg-cell"
      data-tone={text === '' || text === '0' ? undefined : tone}
      data-standing={standing ?? undefined}
      data-marked={isMarked || undefined}
      aria-selected={isMarked || undefined}
      data-changed={isChanged || undefined}
      data-fault={fault === null ? undefined : true}
      title={fault ?? undefined}
      // The number beside it keeps clear of what is typed, however long it is.
      style={beside === null ? undefined : ({ '--beside': `${beside.length}ch` } as CSSProperties)}
    >
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        data-r={r}
        data-c={c}
        value={text}
        placeholder="0"
        readOnly={isReadOnly}
        tabIndex={isStop ? 0 : -1}
        aria-label={fault === null ? label : `${label}. ${fault}`}
        aria-invalid={fault === null ? undefined : true}
        onChange={ignore}
      />
      {beside !== null && <span className="qg-beside">{beside}</span>}
    </td>
  )
})

// React wants a handler on a controlled field; the grid listens for all of them.
function ignore(): void {}
