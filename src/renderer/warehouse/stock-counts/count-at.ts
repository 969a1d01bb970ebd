import type { CountLineRow } from '../../../shared/areas/stock-counts/shapes.ts'

/** Where a scan counts, and how many pieces it stands for: what the queue keeps as its place. */
export interface CountAt {
  number: string
  place: string
  condition: CountLineRow['condition']
  quantity: number
}

export const countText = ({ number, place, condition, quantity }: CountAt): string =>
  `${number} ${condition} ${place}${quantity === 1 ? '' : ` ×${quantity}`}`

/** A number and a condition have no blank in them, a shelf may. */
export function readCountAt(text: string | null): CountAt {
  const [, number = '', condition = 'good', place = '', quantity = '1'] =
    /^(\S+) (\S+) (.*?)(?: ×(\d+))?$/.exec(text ?? '') ?? []
  return { number, place, condition: condition as CountAt['condition'], quantity: Number(quantity) }
}
