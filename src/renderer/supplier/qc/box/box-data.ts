import { startTransition, useEffect, useState } from 'react'
import type { QcAction } from '../../../../shared/areas/qc-boxes/status.ts'
import type { CallData } from '../../../actions/calls.ts'

/** The calls that give a box with everything that its drawer shows, a country's each. */
export type DetailsCall = 'qcBoxes.getQcModal' | 'indiaInspection.getQcInspection'
type Details = CallData<'qcBoxes.getQcModal'>

/** A box as every country's platform shows it; statuses and actions are the country's own. */
export type DeskBox = Omit<Details['box'], 'status' | 'allowed_actions'> & {
  status: string
  allowed_actions: readonly QcAction[]
}

/** What India knows beyond China. */
type InIndia = Pick<CallData<'indiaInspection.getQcInspection'>, 'china' | 'proposal'>

export type BoxDetails = Omit<Details, 'box'> & { box: DeskBox } & Partial<InIndia>
export type QcLine = BoxDetails['lines'][number]
export type QcDiscrepancy = BoxDetails['cases'][number]
export type Inspection = BoxDetails['inspections'][number]
/** What a command on a box answers. */
export type AfterCommand = Pick<BoxDetails, 'box' | 'lines' | 'cases'>

/** What is asked of a box; `isAhead`: its samples as if it were counted as declared. */
export function askedOfBox(boxRef: string, isAhead = false) {
  return isAhead ? { box_id: boxRef, as_declared: true } : { box_id: boxRef }
}

/** As many as fill the window. */
const firstShown = 6

/** A long list of grids: those in sight are drawn at once, the others right after them, without holding up a key press. */
export function useInTurn<R>(items: readonly R[]): readonly R[] {
  const [isWhole, setWhole] = useState(items.length <= firstShown)
  useEffect(() => {
    if (!isWhole) startTransition(() => setWhole(true))
  }, [isWhole])
  return isWhole ? items : items.slice(0, firstShown)
}
