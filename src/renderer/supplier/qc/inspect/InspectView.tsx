import './inspect.css'
import type { AfterCommand, BoxDetails } from '../box/use-box-data.ts'
import type { BoxView } from '../list/qc-params.ts'
import { EarlierInspections } from './EarlierInspections.tsx'
import { Inspector } from './Inspector.tsx'

interface InspectViewProps {
  details: BoxDetails
  take: (after: AfterCommand) => void
  onView: (view: BoxView) => void
}

/** Judging the pieces of a box; once nothing waits, what was found. */
export function InspectView({ details, take, onView }: InspectViewProps) {
  const { allowed_actions } = details.box
  const canJudge = allowed_actions.includes('inspect') || allowed_actions.includes('reinspect')
  if (canJudge) return <Inspector details={details} take={take} onDone={() => onView('overview')} />
  return (
    <section className="ship-scroll ship-pad">
      <EarlierInspections inspections={details.inspections} lines={details.lines} />
    </section>
  )
}
