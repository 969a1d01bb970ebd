import { type Place, placeKey, type SampleState } from '../../shared/areas/samples/rounds.ts'
import { key } from '../i18n/formats.ts'

const beforeHere: readonly SampleState[] = ['planned', 'requested', 'sent']

/** Says why a sample has no measures, as a key that takes `n`: the points that its spec asks for. */
export function whyUnmeasured(state: SampleState, points: number): string {
  if (points === 0)
    return key('The style has no points of measure yet: they are brought in under “Garment specs and grading”.')
  return beforeHere.includes(state)
    ? key('It is measured once it is here: the style’s spec asks for {{n}} measures.')
    : key('Nothing was measured yet.')
}

export interface FindingFaults {
  weight: string | null
  /** By the place of a measure. */
  measures: Readonly<Record<string, string>>
}

export const noFaults: FindingFaults = { weight: null, measures: {} }

/** Puts a refusal of typed findings at what it names; null where it names none of them. `sent`: the measures, in the order sent. */
export function faultsAt(
  told: readonly { field: string; words: string }[],
  sent: readonly Place[],
): FindingFaults | null {
  const measures = told.flatMap(({ field, words }): [string, string][] => {
    const place = sent[Number(/^measures\.(\d+)(?:\.|$)/.exec(field)?.[1])]
    return place ? [[placeKey(place), words]] : []
  })
  const weight = told.find(({ field }) => field === 'weight_qc_g')?.words ?? null
  return weight === null && measures.length === 0 ? null : { weight, measures: Object.fromEntries(measures) }
}
