import { invalidInput } from '../http/errors.ts'

/** A day's printing of one printer; more is a mistake in a number. */
const MOST_LABELS = 50_000

/** How many labels the copies make together. Throws invalid_input for more than anyone prints. */
export function printable(labels: readonly { copies: number }[]): number {
  const total = labels.reduce((sum, label) => sum + label.copies, 0)
  if (total <= MOST_LABELS) return total
  throw invalidInput('{{count}} labels are too many for one print. The most is {{most}}.', {
    values: { count: total, most: MOST_LABELS },
  })
}
