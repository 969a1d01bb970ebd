import { type Area, type GridEdit, type GridLine, type GridShape, placeBlock, spotAt } from './grid-model.ts'
import { cellsOf, isTotal, type LabelledBlock, plainName, takeHeadings, turned } from './paste-labels.ts'

/** One way to understand a pasted block. */
export interface PasteReading {
  /**
   * `labels`: by the names that were pasted; `lines`: line by line, all in one layer; `whole` and `here`: the same, of a block as large
   * as the grid, from its first cell or from the cursor; `screen`: down through the layers.
   */
  how: 'one' | 'labels' | 'lines' | 'whole' | 'here' | 'screen'
  edits: GridEdit[]
  /** Cells that were no whole numbers. */
  refused: number
  /** Numbers that no cell takes. */
  outside: number
  /** Names that the grid does not know. */
  unknown: readonly string[]
}

export interface PastePlan {
  /** The likeliest first; never none. */
  readings: readonly [PasteReading, ...PasteReading[]]
  /** Something would be lost or could be meant otherwise: the user is shown what would be filled where. */
  isAsked: boolean
}

/**
 * Understands what is pasted at a marked area. Names of lines, columns and layers are matched in either language and any order,
 * also with lines and columns exchanged; without names the block's shape decides. `isOwn` says that the block was copied from such
 * a grid with its layers, so that it comes back as it lay there.
 */
export function planPaste(shape: GridShape, text: string, area: Area, isOwn = false): PastePlan {
  const block = cellsOf(text)
  const names = namesOf(shape)
  const straight = takeHeadings(block, names.isNumber)
  const across = takeHeadings(turned(block), names.isNumber)
  const labelled = matches(across, names) > matches(straight, names) ? across : straight
  const { cells, top, left } = labelled
  if (cells.length === 1 && cells[0]?.length === 1 && !top && left.length === 0) {
    return { readings: [{ how: 'one', unknown: [], ...placeBlock(shape, cells, area) }], isAsked: false }
  }
  if (isOwn) {
    const reading: PasteReading = { how: 'screen', unknown: [], ...placeBlock(shape, cells, area) }
    return { readings: [reading], isAsked: reading.outside > 0 }
  }
  if (lineNames(labelled, names) || layerNames(labelled, names)) {
    const reading = lay(shape, labelled, area, names, 'labels')
    return { readings: [reading], isAsked: isLossy(reading) }
  }
  return byShape(shape, labelled, area, names)
}

function isLossy({ outside, unknown }: PasteReading): boolean {
  return outside > 0 || unknown.length > 0
}

/** Without names of lines: a line a colour in the cursor's layer, or down through the layers as they stand on screen. */
function byShape(shape: GridShape, block: LabelledBlock, area: Area, names: Names): PastePlan {
  const height = block.cells.length
  const isElsewhere =
    (height === shape.rows.length && area.top >= shape.layers.length) ||
    (widthOf(block) === shape.columns.length && area.left > 0)
  if (isElsewhere) {
    // As large as the grid, but pasted in its midst: numbers never land in silence where nobody pointed.
    const [whole, here] = [lay(shape, block, area, names, 'whole'), lay(shape, block, area, names, 'here')]
    return { readings: isLossy(here) && !isLossy(whole) ? [whole, here] : [here, whole], isAsked: true }
  }
  const lines = lay(shape, block, area, names, 'lines')
  if (height === 1 || shape.layers.length === 1) return { readings: [lines], isAsked: isLossy(lines) }
  const isMatrix = height === shape.rows.length && widthOf(block) === shape.columns.length
  if (isMatrix && !isLossy(lines)) return { readings: [lines], isAsked: false }
  const screen = lay(shape, block, area, names, 'screen')
  const [better, other] = lines.outside > screen.outside ? [screen, lines] : [lines, screen]
  if (better === lines && isLossy(screen) && !isLossy(lines)) return { readings: [lines], isAsked: false }
  return { readings: other.edits.length > 0 ? [better, other] : [better], isAsked: true }
}

function widthOf({ cells }: LabelledBlock): number {
  return Math.max(...cells.map((row) => row.length))
}

type Names = ReturnType<typeof namesOf>

function namesOf({ rows, columns, layers }: GridShape) {
  const rowNames = indexOf(rows)
  const columnNames = indexOf(columns)
  return {
    row: (text: string) => rowNames.get(plainName(text)),
    column: (text: string) => columnNames.get(plainName(text)),
    layer: (text: string) =>
      layers.find(({ key, label }) => [key, label].some((name) => plainName(name) === plainName(text)))?.key,
    isNumber: (text: string) => columnNames.has(plainName(text)) || rowNames.has(plainName(text)),
  }
}

/** Key by every name; a name of two lines is none. */
function indexOf(lines: readonly GridLine[]): Map<string, string> {
  const keys = new Map<string, string>()
  const twice = new Set<string>()
  for (const { key, label, names = [] } of lines) {
    for (const name of new Set([key, label, ...names].map(plainName))) {
      if (keys.has(name)) twice.add(name)
      keys.set(name, key)
    }
  }
  for (const name of twice) keys.delete(name)
  return keys
}

function matches({ top, left }: LabelledBlock, names: Names): number {
  const known = (cells: readonly string[], of: (text: string) => string | undefined) =>
    cells.filter((cell) => cell !== '' && of(cell) !== undefined).length
  return known(top ?? [], names.column) + left.reduce((sum, column) => sum + known(column, names.row), 0)
}

/** The column of words that names the most lines; undefined when none names one. */
function lineNames({ left }: LabelledBlock, names: Names): string[] | undefined {
  const counted = left.map((column) => ({ column, n: column.filter((cell) => names.row(cell) !== undefined).length }))
  return counted.filter(({ n }) => n > 0).toSorted((a, b) => b.n - a.n)[0]?.column
}

/** A column of words that names nothing but layers. */
function layerNames({ left }: LabelledBlock, names: Names): string[] | undefined {
  return left.find((column) => column.every((cell) => names.layer(cell) !== undefined))
}

/** Where a line of the block goes: a line of the grid and a layer, nowhere (a line of sums), or a name that is not known. */
type Target = { row: string; layer: string } | 'sum' | { unknown: string } | null

function targetsOf(
  shape: GridShape,
  block: LabelledBlock,
  area: Area,
  names: Names,
  how: PasteReading['how'],
): Target[] {
  const { layers, rows } = shape
  const layerOf = (r: number) => layers[r % layers.length]?.key ?? ''
  const height = block.cells.length
  const labels = how === 'labels' ? lineNames(block, names) : undefined
  if (labels) {
    const kinds = block.left.find((column) => column.some((cell) => names.layer(cell) !== undefined))
    let last: string | undefined
    return labels.map((label, at) => {
      if (isTotal(label)) return 'sum'
      const layer = names.layer(kinds?.[at] ?? '') ?? layerOf(area.top)
      // A merged cell names the first of its lines only.
      const row = label === '' && kinds ? last : names.row(label)
      last = row
      return row === undefined ? { unknown: label } : { row, layer }
    })
  }
  const kinds = layerNames(block, names)
  const cursorRow = rows[Math.floor(area.top / layers.length)]?.key
  if (kinds && cursorRow !== undefined) {
    return kinds.map((kind) => ({ row: cursorRow, layer: names.layer(kind) ?? '' }))
  }
  const isSum = (at: number) => block.left.some((column) => isTotal(column[at] ?? ''))
  const first = how !== 'here' && height === rows.length ? 0 : Math.floor(area.top / layers.length)
  return block.cells.map((_, at) => {
    if (isSum(at)) return 'sum'
    const r = how === 'screen' ? area.top + at : (first + at) * layers.length
    const row = rows[Math.floor(r / layers.length)]
    return row ? { row: row.key, layer: layerOf(how === 'screen' ? r : area.top) } : null
  })
}

function lay(shape: GridShape, block: LabelledBlock, area: Area, names: Names, how: PasteReading['how']): PasteReading {
  const reading: PasteReading = { how, edits: [], refused: 0, outside: 0, unknown: [] }
  const isNamed = block.top?.some((label) => names.column(label) !== undefined) === true
  const from = how !== 'here' && widthOf(block) === shape.columns.length ? 0 : area.left
  const columnAt = (at: number) => (isNamed ? names.column(block.top?.[at] ?? '') : shape.columns[from + at]?.key)
  const filled = new Set<string>()
  const unknown = new Set<string>()
  targetsOf(shape, block, area, names, how).forEach((target, line) => {
    if (target === 'sum') return
    block.cells[line]?.forEach((cell, at) => {
      const label = block.top?.[at] ?? ''
      if (cell === null || isTotal(label)) return
      if (cell === 'refused') {
        reading.refused += 1
        return
      }
      const column = columnAt(at)
      if (column === undefined && isNamed && cell > 0) unknown.add(label)
      if (target !== null && 'unknown' in target && cell > 0) unknown.add(target.unknown)
      const isPlaced = target !== null && 'row' in target && column !== undefined
      const id = isPlaced ? shape.cellId(target.row, column) : null
      const layer = isPlaced
        ? shape.layers.find(({ key, isReadOnly }) => key === target.layer && !isReadOnly)
        : undefined
      const place = `${id}\n${layer?.key}`
      if (id !== null && layer && !filled.has(place)) {
        filled.add(place)
        reading.edits.push({ cell: id, layer: layer.key, quantity: cell })
      } else if (cell > 0) reading.outside += 1
    })
  })
  // Names that nothing matched: the shape is only a guess then.
  const isGuess = how !== 'labels'
  const strangers = [
    ...(isGuess ? (block.left.find((column) => column.some((cell) => cell !== '' && !names.layer(cell))) ?? []) : []),
    ...(isNamed ? [] : (block.top ?? [])),
  ]
  for (const label of strangers) if (!isTotal(label)) unknown.add(label)
  return { ...reading, unknown: [...unknown].filter((label) => label !== '') }
}

/** One line of what would be filled: a line of the grid, its layer, and the numbers by column. */
export interface FilledLine {
  row: string
  /** Empty where the grid has only one. */
  layer: string
  numbers: readonly (readonly [column: string, quantity: number])[]
}

/** Preview of the cells that a reading would fill, in the grid's order and the reader's language. */
export function filledLines(shape: GridShape, { edits }: PasteReading): FilledLine[] {
  const found = new Map(edits.map((edit) => [`${edit.cell}\n${edit.layer}`, edit.quantity]))
  const lines: FilledLine[] = []
  for (let r = 0; r < shape.rows.length * shape.layers.length; r++) {
    const numbers = shape.columns.flatMap((_, c) => {
      const spot = spotAt(shape, { r, c })
      const quantity = spot && found.get(`${spot.cell}\n${spot.layer.key}`)
      return spot && quantity !== undefined && quantity !== null ? [[spot.column.label, quantity] as const] : []
    })
    const layer = shape.layers[r % shape.layers.length]?.label ?? ''
    const row = shape.rows[Math.floor(r / shape.layers.length)]?.label ?? ''
    if (numbers.length > 0) lines.push({ row, layer: shape.layers.length > 1 ? layer : '', numbers })
  }
  return lines
}
