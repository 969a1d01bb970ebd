import type { QcAction } from '../../../../shared/domain/qc-status.ts'

/** The one thing to do next with a box, of what its guards allow: it is the primary button. */
export function nextStep(allowed: readonly QcAction[]): QcAction | null {
  const steps: readonly QcAction[] = ['count', 'settle', 'inspect', 'return', 'make_ready']
  return steps.find((step) => allowed.includes(step)) ?? null
}
