/** A thumb needs more than a mouse. */
const isCoarse = globalThis.matchMedia?.('(pointer: coarse)').matches ?? false

/** Pixels of the packing grid; its style sheet knows them as variables. */
export const gridSize = {
  row: isCoarse ? 45 : 30,
  line: 114,
  /** Tools, box number, tracking id, weight and pieces: they stay at the left; on a phone the box number does. */
  left: { tools: isCoarse ? 92 : 52, boxNo: 84, tracking: 158, weight: 80, total: 64 },
  /** In place of the tools. */
  edge: 10,
  head: 66,
  sum: 24,
} as const

/** Without its tools where boxes cannot be changed. */
export function leftWidth(canEdit: boolean): number {
  const { tools, ...columns } = gridSize.left
  return Object.values(columns).reduce<number>((sum, width) => sum + width, canEdit ? tools : gridSize.edge)
}

/** Column titles and the three rows of sums under them. */
export const headHeight = gridSize.head + 3 * gridSize.sum
