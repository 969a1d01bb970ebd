import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CallData } from '../../../actions/calls.ts'
import { useAnswer } from '../../../actions/useRows.ts'

/** A box with everything that its drawer shows. */
export type BoxDetails = CallData<'chinaQc.getQcModal'>
export type QcLine = BoxDetails['lines'][number]
export type QcCase = BoxDetails['cases'][number]
export type Inspection = BoxDetails['inspections'][number]
/** What a command on a box answers. */
export type AfterCommand = CallData<'chinaQc.verifyQuantity'>

/** One box's details; `take` shows a command's answer at once, before the reload that brings plans and history. */
export function useBoxData(boxRef: string) {
  const client = useQueryClient()
  const details = useAnswer('chinaQc.getQcModal', { box_id: boxRef })
  const take = useCallback(
    (after: AfterCommand) => {
      client.setQueryData<BoxDetails>(['chinaQc.getQcModal', { box_id: boxRef }], (now) => now && { ...now, ...after })
    },
    [client, boxRef],
  )
  return { details, take }
}
