import { useMemo } from 'react'
import { useAnswer } from '../../../actions/useRows.ts'
import type { Choice } from '../../../table/list-state.ts'
import { useLocale } from '../../../table/words.ts'

/** The calls that give the people who may be named for boxes, a country's each. */
export type InspectorsCall = 'qcBoxes.qcInspectors' | 'indiaInspection.qcInspectors'

/** What the filter "Inspector" offers: one's own boxes, those of nobody, and the people of the site by name. */
export function useInspectorChoices(call: InspectorsCall, chosen: string): readonly Choice[] {
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
