/** The sites of a country's QC, as `site.kind` says it. A box is at one site of a kind at most. */
export const qcSiteKinds = ['china_qc', 'india_qc'] as const

export type QcSites = (typeof qcSiteKinds)[number]

/**
 * What a box comes to India with: the export order under which China shipped it, its vendor's shipment where that went to India
 * directly, or what a production facility sent, which comes later.
 */
export const boxOrigins = ['export_order', 'shipment', 'production'] as const

export type BoxOrigin = (typeof boxOrigins)[number]
