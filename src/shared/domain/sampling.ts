import { codeLetter, planFor, sampleSizes } from './sampling-tables.ts'

/**
 * ISO 2859-1:1999, single sampling, normal inspection (Tables 1 and 2-A). docs/sampling.md says where each number comes from.
 */
export const inspectionLevels = ['S-1', 'S-2', 'S-3', 'S-4', 'I', 'II', 'III'] as const
export type InspectionLevel = (typeof inspectionLevels)[number]

export const aqls = ['0.65', '1.0', '1.5', '2.5', '4.0', '6.5'] as const
export type Aql = (typeof aqls)[number]

/** From the worst. */
export const severities = ['critical', 'major', 'minor'] as const
export type Severity = (typeof severities)[number]

export const lotScopes = ['style_colour', 'box', 'shipment'] as const
export type LotScope = (typeof lotScopes)[number]

/** An AQL by severity; '0' takes no defect of it at all. */
export type Aqls = Record<Severity, '0' | Aql>

/** Takes more defects, or defects where the other takes none. */
export function isLooser(aql: '0' | Aql, than: '0' | Aql): boolean {
  return Number(aql) > Number(than)
}

/** What one severity takes: reject = accept + 1. */
export interface Limit {
  code: string
  sample_size: number
  accept: number
  reject: number
}

export interface PlanNumbers {
  code: string
  sample_size: number
  limits: Record<Severity, Limit>
}

/** The plan of a lot of so many pieces (at least 1). No sample is larger than its lot: then every piece is looked at. */
export function planNumbers(lotSize: number, level: InspectionLevel, wanted: Aqls): PlanNumbers {
  const code = codeLetter(lotSize, level)
  const limitOf = (severity: Severity): Limit => {
    const aql = wanted[severity]
    // No table goes down to 0: the letter's own sample, and nothing is taken.
    const plan = aql === '0' ? { code, size: sampleSizes[code], accept: 0 } : planFor(code, aql)
    return {
      code: plan.code,
      sample_size: Math.min(plan.size, lotSize),
      accept: plan.accept,
      reject: plan.accept + 1,
    }
  }
  const limits = { critical: limitOf('critical'), major: limitOf('major'), minor: limitOf('minor') }
  return { code, sample_size: Math.max(...severities.map((each) => limits[each].sample_size)), limits }
}

/** How many of so many cartons to open, at least. */
export function cartonsToOpen(cartons: number): number {
  return Math.ceil(Math.sqrt(cartons))
}
