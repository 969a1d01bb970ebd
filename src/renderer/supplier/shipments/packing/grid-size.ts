/** Pixels of the packing grid; its style sheet knows them as variables. */
export const gridSize = {
  row: 30,
  line: 104,
  /** Tools, box number, tracking id, weight and pieces: they stay at the left. */
  left: { tools: 52, boxNo: 84, tracking: 158, weight: 66, total: 64 },
  head: 46,
  sum: 24,
} as const

export const leftWidth = Object.values(gridSize.left).reduce((sum, width) => sum + width, 0)

/** Column titles and the three rows of sums under them. */
export const headHeight = gridSize.head + 3 * gridSize.sum
