import { type GridShape, type GridValues, valueAt } from './grid-model.ts'

/** Sums by row and layer, by column and layer, and by layer. */
export interface GridTotals {
  row(row: string, layer: string): number
  column(column: string, layer: string): number
  all(layer: string): number
}

export function totalsOf(shape: GridShape, values: GridValues): GridTotals {
  const sums = new Map<string, number>()
  const add = (key: string, quantity: number) => sums.set(key, (sums.get(key) ?? 0) + quantity)
  for (const row of shape.rows) {
    for (const column of shape.columns) {
      const cell = shape.cellId(row.key, column.key)
      if (cell === null) continue
      for (const { key } of shape.layers) {
        const quantity = valueAt(values, cell, key)
        add(`r\n${row.key}\n${key}`, quantity)
        add(`c\n${column.key}\n${key}`, quantity)
        add(`a\n${key}`, quantity)
      }
    }
  }
  return {
    row: (row, layer) => sums.get(`r\n${row}\n${layer}`) ?? 0,
    column: (column, layer) => sums.get(`c\n${column}\n${layer}`) ?? 0,
    all: (layer) => sums.get(`a\n${layer}`) ?? 0,
  }
}
