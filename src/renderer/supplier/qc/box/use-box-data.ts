import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useAnswer } from '../../../actions/useRows.ts'
import { useDesk } from '../desk.ts'
import { type AfterCommand, askedOfBox, type BoxDetails } from './box-data.ts'

/** One box's details; `take` shows a command's answer at once, before the reload that brings plans and history. */
export function useBoxData(boxRef: string, isAhead = false) {
  const client = useQueryClient()
  const call = useDesk().details
  const details = useAnswer(call, askedOfBox(boxRef, isAhead))
  const take = useCallback(
    (after: AfterCommand) => {
      client.setQueryData<BoxDetails>([call, askedOfBox(boxRef, isAhead)], (now) => now && { ...now, ...after })
    },
    [client, call, boxRef, isAhead],
  )
  return { details, take }
}
