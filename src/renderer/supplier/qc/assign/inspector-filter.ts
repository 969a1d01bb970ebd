import { useMemo } from 'react'
import { useAnswer } from '../../../actions/useRows.ts'
import type { Choice } from '../../../table/list-state.ts'
import { useLocale } from '../../../table/words.ts'
import type { QcDesk } from '../desk.ts'

/** What the filter "Inspector" offers: one's own boxes, those of nobody, and the people of the site by name. */
export function useInspectorChoices(call: QcDesk['inspectors'], chosen: string): readonly Choice[] {
  const { t } = useLocale()
  const { data } = useAnswer(call, {})
  return useMemo(() => {
    const people = data?.inspectors.map(({ id, name }) => ({ value: id, label: name })) ?? []
    const known = [{ value: 'mine', label: t('Mine') }, { value: 'none', label: t('Not assigned') }, ...people]
    const isKnown = chosen === '' || known.some(({ value }) => value === chosen)
    // Somebody who does not work here any more.
    return isKnown ? known : [...known, { value: chosen, label: t('Another person') }]
  }, [data, chosen, t])
}
