import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useCallback, useEffect, useState } from 'react'
import type { CallData } from '../../../actions/calls.ts'
import { useAnswer } from '../../../actions/useRows.ts'

/** A box with everything that its drawer shows. */
export type BoxDetails = CallData<'qcBoxes.getQcModal'>
export type QcLine = BoxDetails['lines'][number]
export type QcDiscrepancy = BoxDetails['cases'][number]
export type Inspection = BoxDetails['inspections'][number]
/** What a command on a box answers. */
export type AfterCommand = CallData<'counting.verifyQuantity'>

/** One box's details; `take` shows a command's answer at once, before the reload that brings plans and history. */
export function useBoxData(boxRef: string) {
  const client = useQueryClient()
  const details = useAnswer('qcBoxes.getQcModal', { box_id: boxRef })
  const take = useCallback(
    (after: AfterCommand) => {
      client.setQueryData<BoxDetails>(['qcBoxes.getQcModal', { box_id: boxRef }], (now) => now && { ...now, ...after })
    },
    [client, boxRef],
  )
  return { details, take }
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
