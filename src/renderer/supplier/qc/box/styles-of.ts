import { type QcQuantities, sumOf } from '../../../../shared/domain/qc-quantities.ts'
import type { GridLine } from '../../../kit/quantity-grid/grid-model.ts'
import type { QcLine } from './use-box-data.ts'

/** The lines of one style of a box, as a grid of colours and sizes. */
export interface StyleLines {
  style_id: string
  name: string
  lines: readonly QcLine[]
  rows: readonly GridLine[]
  columns: readonly GridLine[]
  /** The SKU of a colour and size; where two share a cell, each has a row of its own. */
  cellId: (row: string, column: string) => string | null
  sum: QcQuantities
}

/** Lines by style, in their order. `named` picks the reader's language. */
export function stylesOf(
  lines: readonly QcLine[],
  named: (english: string, chinese: string) => string,
): readonly StyleLines[] {
  return [...Map.groupBy(lines, (line) => line.style_id)].map(([style_id, of]) => ({
    style_id,
    name: named(of[0]?.style_name ?? '', of[0]?.style_name_zh ?? ''),
    lines: of,
    ...gridOfLines(of, named),
    sum: sumOf(of.map(({ quantities }) => quantities)),
  }))
}

function gridOfLines(lines: readonly QcLine[], named: (english: string, chinese: string) => string) {
  const ranked = [...lines].sort((a, b) => a.size_rank - b.size_rank || a.size.localeCompare(b.size))
  const sizes = [...new Set(ranked.map((line) => line.size))]
  const cells = new Map<string, string>()
  const rows = new Map<string, GridLine>()
  for (const line of lines) {
    const label = named(line.color, line.color_zh)
    let row = line.color
    // Two SKUs of one colour and size: nothing in the field forbids it, and neither may vanish.
    for (let more = 2; cells.has(`${row}\n${line.size}`); more++) row = `${line.color} (${more})`
    rows.set(row, { key: row, label: row === line.color ? label : `${label} · ${line.nm_sku}` })
    cells.set(`${row}\n${line.size}`, line.nm_sku)
  }
  return {
    rows: [...rows.values()],
    columns: sizes.map((size) => ({ key: size, label: size })),
    cellId: (row: string, column: string) => cells.get(`${row}\n${column}`) ?? null,
  }
}
