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

const views: Record<Exclude<NextStep, 'take_back'>, string> = {
  recount: 'count',
  reinspect: 'inspect',
  revert: 'overview',
  none: 'overview',
}

/** Rejected SKUs of a box in India, or one of them with what was decided of it. */
export const rejectedPath = (sscc: string, rejectedId: string | null = null) =>
  `${platforms.india}?part=rejected_skus&tab=all&q=${encodeURIComponent(sscc)}${rejectedId === null ? '' : `&rejected=${encodeURIComponent(rejectedId)}`}`

export const debitNotePath = (number: string) =>
  `/supplier/qc-results?tab=debit_notes&debit=${encodeURIComponent(number)}`
export const indiaNotePath = (number: string) =>
  `/supplier/qc-results?tab=india_notes&note=${encodeURIComponent(number)}`

/** Where the step that was decided of a dispute is done. */
export const stepPath = (next: NextStep, { sscc, country }: { sscc: string; country: DisputeCountry }) =>
  next === 'take_back' ? rejectedPath(sscc) : boxPath(sscc, country, true, views[next])
