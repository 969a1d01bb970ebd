import { useEffect, useMemo, useRef, useState } from 'react'
import type { CallData } from '../../../actions/calls.ts'
import { useAnswer } from '../../../actions/useRows.ts'
import type { Choice, ChoiceSearch } from '../../../table/filters.ts'
import { useWords } from '../../../table/words.ts'
import type { PlatformTab } from './qc-params.ts'

/** Milliseconds without a key before the server is asked. */
const patience = 150

/** Styles of the boxes in a tab, asked for when the filter opens and anew for what is typed in it. */
export function useStyleChoices(
  tab: PlatformTab,
  chosen: string,
): { choices: readonly Choice[]; search: ChoiceSearch } {
  const { name: named } = useWords()
  // Null until somebody opens the filter: most visits never do.
  const [text, setText] = useState<string | null>(null)
  const settled = useSettled(text)
  const answer = useAnswer(
    'house.qcChoices',
    { of: 'style', tab, ...(settled && { search: settled }) },
    { enabled: settled !== null },
  )
  const { data } = answer
  const shown = useRef<CallData<'house.qcChoices'> | undefined>(undefined)
  if (data) shown.current = data
  const known = data ?? shown.current
  const choices = useMemo(() => {
    const styles = known?.choices ?? []
    const found = styles.map(({ value, name, name_zh }) => ({ value, label: value, hint: named(name, name_zh) }))
    // A filter never takes away what it is set to.
    return chosen === '' || found.some(({ value }) => value === chosen)
      ? found
      : [{ value: chosen, label: chosen }, ...found]
  }, [known, chosen, named])
  const search = useMemo(
    () => ({
      ask: setText,
      isLoading: answer.isFetching || text !== settled,
      hasMore: known?.has_more ?? false,
      isFailed: answer.isError,
    }),
    [answer.isFetching, answer.isError, text, settled, known],
  )
  return { choices, search }
}

/** The sites of China QC. */
export function useSiteChoices(chosen: string): readonly Choice[] {
  const { name: named } = useWords()
  const { data } = useAnswer('house.qcChoices', { of: 'site' })
  return useMemo(() => {
    const sites = data?.choices.map(({ value, name, name_zh }) => ({ value, label: named(name, name_zh) })) ?? []
    const isKnown = chosen === '' || sites.some(({ value }) => value === chosen)
    return isKnown ? sites : [...sites, { value: chosen, label: chosen }]
  }, [data, named, chosen])
}

/** What was typed, when typing rests; at once when the filter opens or is emptied. */
function useSettled(text: string | null): string | null {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const wait = text ? patience : 0
    const timer = setTimeout(() => setSettled(text?.trim() ?? null), wait)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
