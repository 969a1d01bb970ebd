import { mostDaysBack } from './shapes.ts'
import { stockCountWords } from './words.ts'

/** By how much two clocks may differ. */
const clockMillis = 120_000

interface MomentFault {
  message: string
  values: Record<string, number>
}

/** Says why nothing can have been counted at a moment: it has not come, or nobody knows any more what lay where then. Null where it can. */
export function momentFault(at: Date, now = new Date()): MomentFault | null {
  const ago = now.getTime() - at.getTime()
  if (ago < -clockMillis) return { message: stockCountWords.inFuture, values: {} }
  if (ago > mostDaysBack * 86_400_000) return { message: stockCountWords.tooLongAgo, values: { days: mostDaysBack } }
  return null
}
