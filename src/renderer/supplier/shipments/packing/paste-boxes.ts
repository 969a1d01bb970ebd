import { plainText } from '../../../../shared/domain/codes.ts'
import { lineKey } from '../../../../shared/domain/packing.ts'
import { readQuantity } from '../../../kit/quantity-text.ts'
import type { SheetPlace } from '../../../kit/sheet-keys.ts'
import { addBox, type Boxes, type DraftBox, type PackingLine, textColumns, withPieces } from './draft-boxes.ts'

export interface PastedBoxes {
  boxes: Boxes
  /** Cells that hold no whole number where pieces belong. */
  refused: number
}

/** Lays a block of a spreadsheet on the grid from one cell; rows below the last box become boxes of their own. */
export function pasteBoxes(
  boxes: Boxes,
  lines: readonly PackingLine[],
  at: SheetPlace,
  block: readonly (readonly string[])[],
): PastedBoxes {
  let refused = 0
  const grown = growTo(boxes, at.row + block.length)
  const pasted = grown.map((box, row) => {
    const cells = block[row - at.row]
    if (cells === undefined) return box
    return cells.reduce((next, cell, offset) => {
      const laid = layCell(next, lines, at.column + offset, cell)
      if (laid === null) refused += 1
      return laid ?? next
    }, box)
  })
  return { boxes: pasted, refused }
}

function growTo(boxes: Boxes, count: number): Boxes {
  let grown = boxes
  while (grown.length < Math.min(count, 5_000)) grown = addBox(grown)
  return grown
}

/** The box with the cell in it; the same box for a cell beyond the last column, null for a refused one. */
function layCell(box: DraftBox, lines: readonly PackingLine[], column: number, text: string): DraftBox | null {
  const field = textColumns[column]
  if (field === 'box_no') return plainText(text) === '' ? box : { ...box, box_no: plainText(text) }
  if (field !== undefined) return { ...box, [field]: plainText(text) }
  const line = lines[column - textColumns.length]
  if (line === undefined) return box
  const quantity = readQuantity(text)
  return quantity === undefined ? null : { ...box, pieces: withPieces(box.pieces, lineKey(line), quantity ?? 0) }
}
