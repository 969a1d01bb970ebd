import type { Taken } from '../../shared/contract/grammar.ts'
import type { housePrinting } from '../../shared/contract/house-printing.ts'
import { recordEvent } from '../audit.ts'
import { type Said, said, type Work } from '../http/call.ts'

/** Writes down that labels were printed once more. What they are of is known to the workstation's job alone, by its title. */
export async function recordReprint(
  { title, ...details }: Taken<typeof housePrinting.recordReprint>,
  work: Work,
): Promise<Said<Record<string, never>>> {
  await work.command((tx) =>
    recordEvent(tx, work, { entity: 'labels', entityId: title, event: 'labels.reprinted', details }),
  )
  return said({}, 'The reprint was noted.')
}
