import type { NextStep } from '../../../shared/areas/disputes/rules.ts'

export const disputePath = (number: string) => `/supplier/disputes?tab=all&dispute=${encodeURIComponent(number)}`

export function boxPath(sscc: string, isStaff: boolean, view = 'overview'): string {
  const code = encodeURIComponent(sscc)
  return isStaff
    ? `/supplier/qc-platform?tab=all&q=${code}&box=${code}&view=${view}`
    : `/supplier/qc-results?box=${code}`
}

const views: Record<NextStep, string> = { recount: 'count', reinspect: 'inspect', revert: 'overview', none: 'overview' }

/** Where the step that was decided of a dispute is done. */
export const stepPath = (next: NextStep, sscc: string) => boxPath(sscc, true, views[next])
