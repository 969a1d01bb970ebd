import type { CallData } from '../../actions/calls.ts'
import { api } from '../../api/client.ts'
import type { AllThatMatch } from '../qc/moves/box-moves.tsx'
import { planOf } from '../qc/moves/what-moves.tsx'

export type ReadyBox = CallData<'invoices.getBoxesForInvoice'>['rows'][number]

export interface ReadyFilter {
  search?: string
  supplier_id?: string
  box_ids?: string[]
}

const pageSize = 500
/** As many as one invoice takes. */
export const mostBoxes = 5000

/** All boxes that are ready and match, page after page. */
export async function allReady(filter: ReadyFilter, signal?: AbortSignal): Promise<ReadyBox[]> {
  const boxes: ReadyBox[] = []
  let cursor: string | null = null
  do {
    const { data }: { data: { rows: ReadyBox[]; next_cursor: string | null } } = await api.invoices.getBoxesForInvoice(
      { ...filter, page_size: pageSize, cursor },
      signal ? { signal } : {},
    )
    boxes.push(...data.rows)
    cursor = data.next_cursor
  } while (cursor !== null && boxes.length < mostBoxes)
  return boxes.slice(0, mostBoxes)
}

/** All boxes of the list for a bulk move; `counted` is how many there are. */
export function allReadyToMove(filter: ReadyFilter, counted: number): AllThatMatch {
  return {
    plan: async (move) => {
      const boxes = await allReady(filter)
      return { ...planOf(boxes, move), beyond: Math.max(0, counted - boxes.length) }
    },
  }
}

export async function allReadyIds(filter: ReadyFilter): Promise<string[]> {
  return (await allReady(filter)).map(({ box_id }) => box_id)
}

export interface InvoiceSums {
  boxes: number
  pieces: number
  /** Null where a price is hidden or the currencies differ. */
  value: { minor: number; currency: string } | null
}

/** What boxes come to on an invoice. */
export function sumsOf(boxes: readonly ReadyBox[]): InvoiceSums {
  const currency = boxes[0]?.value?.currency
  const isWhole = boxes.every(({ value }) => value !== null && value.currency === currency)
  const minor = boxes.reduce((sum, { value }) => sum + (value?.minor ?? 0), 0)
  return {
    boxes: boxes.length,
    pieces: boxes.reduce((sum, { quantities }) => sum + quantities.ready, 0),
    value: isWhole && currency ? { minor, currency } : null,
  }
}
