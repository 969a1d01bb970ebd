export interface AllocationSettings {
  /** Days until goods are in the store. */
  lead_days: number
  /** Days that they shall last then. */
  cover_days: number
  /** Pieces beyond what is expected to sell, of each SKU that sells. */
  safety_pieces: number
  /** Pieces of each core size without which a store gets none of a style. */
  pieces_per_core_size: number
  /** Pieces go in multiples of this. */
  pack_multiple: number
  /** Pieces of one style (in a colour) that a store may have; null for no limit. */
  most_per_style: number | null
}

/** A category that a store carries. */
export interface Carried {
  store: string
  category: string
  /** A before B. */
  grade: string
  /** Pieces of the category that the store wants to show at least, and takes at most. */
  least_shown: number
  most_shown: number | null
  /** Pieces of the category that the store has or gets, of all styles. */
  held: number
  /** Pieces of it that people locked, of all styles of the plan. */
  locked: number
}

export interface SizeFacts {
  size: string
  /** From small to large. */
  position: number
  is_core: boolean
  /** Pieces of the size in a standard set: what a store shows of a style while it shows too little. */
  pieces_in_set: number
  /** Pieces that may be given: free, less the holdback. */
  available: number
}

export interface CellFacts {
  store: string
  size: string
  /** Pieces a day. */
  rate: number
  /** The rate is not of its own sales but of its category's: the target is rounded up once for all such sizes of a style. */
  isEstimated?: boolean
  on_hand: number
  /** Pieces on their way or promised. */
  in_transit: number
  /** Pieces that a person said; null where the plan decides. */
  locked: number | null
}

/** A style in one colour. */
export interface StyleFacts {
  style: string
  category: string
  sizes: readonly SizeFacts[]
  cells: readonly CellFacts[]
}
