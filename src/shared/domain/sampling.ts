/**
 * ISO 2859-1:1999, single sampling, normal inspection (Tables 1 and 2-A). docs/sampling.md says where each number comes from.
 */
export const inspectionLevels = ['S-1', 'S-2', 'S-3', 'S-4', 'I', 'II', 'III'] as const
export type InspectionLevel = (typeof inspectionLevels)[number]

export const aqls = ['0.65', '1.0', '1.5', '2.5', '4.0', '6.5'] as const
export type Aql = (typeof aqls)[number]

export const severities = ['critical', 'major', 'minor'] as const
export type Severity = (typeof severities)[number]

export const lotScopes = ['style_colour', 'box', 'shipment'] as const
export type LotScope = (typeof lotScopes)[number]
