export interface NoteLine {
  boxNo: string
  sscc: string
  shipmentId: string
  nmSku: string
  styleId: string
  /** In both languages. */
  styleName: string
  color: string
  colorZh: string
  size: string
  quantity: number
  /** "20 / 36": so many of those judged with them were looked at. */
  lookedAt: string
  /** One text a defect, in both languages. */
  defects: readonly string[]
  /** Of the style in this colour, at the first line of it; left out where there is none. */
  picture?: Pick<NotePhoto, 'width' | 'height' | 'read'>
}

/** A lot whose sample was judged, in both languages. */
export interface NoteLotText {
  name: string
  boxes: string
  /** Pieces of the lot, level, AQLs, sample, and how many were looked at. */
  plan: readonly string[]
  /** What was found of each severity, with Ac and Re. */
  found: readonly string[]
  verdict: readonly string[]
  isRejected: boolean
}

export interface NotePhoto {
  /** Pixels. */
  width: number
  height: number
  /** Box and SKU. */
  about: string
  /** Reason and severity, in both languages. */
  found: string
  remark: string
  read(): Promise<Buffer | null>
}

/** Everything that stands on a return note. */
export interface NoteDocument {
  number: string
  isCancelled: boolean
  cancelReason: string | null
  /** As it was at the site. */
  day: string
  supplier: { code: string; name: string; nameZh: string; address: string; addressZh: string }
  site: { name: string; nameZh: string; address: string }
  /** Whose the site is; empty where nobody said. */
  company: string
  /** In both languages. */
  reason: string
  remark: string
  /** Numbers of disputes that were not at their end when it was made. */
  disputes: readonly string[]
  carrier: string | null
  trackingId: string | null
  madeBy: string
  boxes: number
  pieces: number
  lines: readonly NoteLine[]
  lots: readonly NoteLotText[]
  photos: readonly NotePhoto[]
  /** Photographs that this paper does not show. */
  photosLeftOut: number
}
