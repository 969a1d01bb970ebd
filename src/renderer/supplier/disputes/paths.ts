import type { DisputeCountry, NextStep } from '../../../shared/areas/disputes/rules.ts'

export const disputePath = (number: string) => `/supplier/disputes?tab=all&dispute=${encodeURIComponent(number)}`

const platforms = { china: '/supplier/qc-platform', india: '/supplier/qc-platform-india' } as const

/** A box where QC judged it. A vendor reads its results; of a box in India it knows the notes alone, and its shipment. */
export function boxPath(sscc: string, country: DisputeCountry, isStaff: boolean, view = 'overview'): string {
  const code = encodeURIComponent(sscc)
  return isStaff
    ? `${platforms[country]}?tab=all&q=${code}&box=${code}&view=${view}`
    : `/supplier/qc-results?box=${code}`
}

const views: Record<NextStep, string> = { recount: 'count', reinspect: 'inspect', revert: 'overview', none: 'overview' }

/** Where the step that was decided of a dispute is done. */
export const stepPath = (next: NextStep, { sscc, country }: { sscc: string; country: DisputeCountry }) =>
  boxPath(sscc, country, true, views[next])
