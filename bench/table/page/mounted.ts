import type { OrderRow } from '../../../src/shared/areas/orders/shapes.ts'

/** A grid on the page: what the bench asks of either. */
export interface Mounted {
  /** Shows rows by a column, or those of one status, or those with a word; as a program asks, without a click. */
  sortBy?(column: string, isDescending: boolean): void
  showStatus?(status: string | null): void
  search?(words: string): void
  /** How often the header was drawn; ours alone tells. */
  headerDraws?(): number
}

export type Mount = (root: HTMLElement, rows: readonly OrderRow[]) => Promise<Mounted>
