import { useEffect, useMemo } from 'react'
import type { CallData, CallInput, CallName } from '../actions/calls.ts'
import { problemOf } from '../actions/say.ts'
import { type Answer, useAnswer } from '../actions/useRows.ts'
import { useUserId } from '../session/use-user-id.ts'
import { factsKey, keepFacts, keptFacts } from './station-facts.ts'

/** What a station opens on: the call's answer, and while the server cannot be reached the last one that this computer had of it. */
export function useStationAnswer<N extends CallName>(
  name: N,
  input: CallInput<N>,
  options: { enabled?: boolean } = {},
): Answer<CallData<N>> {
  const answer = useAnswer(name, input, options)
  const key = factsKey(useUserId(), `${name} ${JSON.stringify(input)}`)
  const { data, error } = answer
  useEffect(() => {
    if (data !== undefined) keepFacts(key, data)
  }, [key, data])
  const kept = useMemo(() => keptFacts(key) as CallData<N> | undefined, [key])
  // A refusal is an answer: only silence is filled.
  const isSilent = error === null || problemOf(error).status === 0
  if (data !== undefined || kept === undefined || !isSilent) return answer
  return { ...answer, data: kept, error: null, isError: false, isLoading: false }
}
