import { memo } from 'react'

export interface GridCellProps {
  r: number
  c: number
  /** Typed text, or the number; 0 shows as an empty field. */
  text: string
  label: string
  /** Beside the number, for instance "/10". */
  beside: string | null
  tone: string | undefined
  isReadOnly: boolean
  isCursor: boolean
  isMarked: boolean
  isChanged: boolean
  fault: string | null
}

/** One cell: a plain input, whose events the grid hears. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { r, c, text, label, beside, tone, isReadOnly, isCursor, isMarked, isChanged, fault } = props
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its input has the focus.
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a table that is a grid.
      role="gridcell"
      className="qg-cell"
      data-tone={text === '' || text === '0' ? undefined : tone}
      data-marked={isMarked || undefined}
      aria-selected={isMarked || undefined}
      data-changed={isChanged || undefined}
      data-fault={fault === null ? undefined : true}
      title={fault ?? undefined}
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
        tabIndex={isCursor ? 0 : -1}
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
