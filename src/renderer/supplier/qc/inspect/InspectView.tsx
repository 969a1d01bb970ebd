import type { AfterCommand, BoxDetails } from '../box/use-box-data.ts'
import type { BoxView } from '../list/qc-params.ts'

interface InspectViewProps {
  details: BoxDetails
  take: (after: AfterCommand) => void
  onView: (view: BoxView) => void
}

export function InspectView(_: InspectViewProps) {
  return null
}
