import { useCallback, useState } from 'react'
import { useSay } from '../actions/say.ts'
import type { ApiError } from '../api/api-error.ts'

export interface FieldProblems {
  /** What is wrong, by the field's name on the wire, in the reader's language. */
  of: Readonly<Record<string, string>>
  set: (problems: Record<string, string>) => void
  clear: (field: string) => void
  /** Puts a refusal beside the fields that it names; false when it names none of `known`, then a toast says it. */
  take: (error: ApiError, known: readonly string[]) => boolean
}

/** A form's refusals, beside the fields they speak of. */
export function useFieldProblems(): FieldProblems {
  const [of, set] = useState<Record<string, string>>({})
  const say = useSay()
  const clear = useCallback(
    (field: string) => set((now) => Object.fromEntries(Object.entries(now).filter(([name]) => name !== field))),
    [],
  )
  const take = (error: ApiError, known: readonly string[]) => {
    const named = say.fields(error).filter(({ field }) => known.includes(field))
    if (named.length === 0) return false
    set(Object.fromEntries(named.map(({ field, words }) => [field, words])))
    return true
  }
  return { of, set, clear, take }
}
