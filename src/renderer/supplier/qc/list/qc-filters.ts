import { useEffect, useMemo, useRef, useState } from 'react'
import { qcFigures } from '../../../../shared/areas/qc-boxes/figures.ts'
import { type QcTab, qcStatuses, qcTabs } from '../../../../shared/areas/qc-boxes/status.ts'
import { figureHint } from '../../../../shared/kernel/figure.ts'
import type { CallData, CallInput } from '../../../actions/calls.ts'
import { useAnswer } from '../../../actions/useRows.ts'
import { useSupplierChoices } from '../../../api/use-suppliers.ts'
import {
  type Choice,
  type ChoiceSearch,
  choiceFilter,
  choicesFilter,
  type Filter,
  filterBy,
  flagFilter,
  flagParam,
  manyOfParam,
  oneOfParam,
  placeParam,
  type StateOf,
  searchFilter,
  textParam,
} from '../../../table/list-state.ts'
import { useLocale } from '../../../table/words.ts'
import { useInspectorChoices } from '../assign/inspector-filter.ts'

export const boxViews = ['overview', 'count', 'inspect', 'history', 'talk'] as const
export type BoxView = (typeof boxViews)[number]

/** Whole days at the door, or on the way to it, that a filter asks for at least. */
export const ages = ['1', '3', '7', '14'] as const

export const qcParams = {
  tab: oneOfParam(['awaiting', ...qcTabs], 'inwarded'),
  q: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  style: filterBy('style_id', textParam()),
  status: filterBy('status', manyOfParam(qcStatuses)),
  age: filterBy('min_age_days', oneOfParam(['', ...ages], ''), Number),
  site: filterBy('site', textParam()),
  /** Only boxes with a difference that nobody has settled. */
  open: filterBy('open_case', flagParam()),
  held: filterBy('on_hold', flagParam()),
  /** `mine`, `none`, or whose. */
  inspector: filterBy('inspector', textParam()),
  /** Work is done in the order in which it came. */
  sort: oneOfParam(['age', 'inwarded_at', 'pieces'], 'age'),
  up: flagParam(),
  /** The open box, by its SSCC. */
  box: placeParam(textParam()),
  view: placeParam(oneOfParam(boxViews, 'overview')),
  /** The page of a shipment takes the whole page. */
  shipment: placeParam(textParam()),
  /** The box lies on the bench, which takes the whole page. */
  bench: placeParam(flagParam()),
}

export type QcState = StateOf<typeof qcParams>
export type PlatformTab = 'awaiting' | QcTab

const finished: readonly string[] = ['shipped', 'returned', 'all', 'purchased']

/** What lies in a tab comes in this order: what waits for somebody with the oldest first, what is done with the newest. */
export function orderOfTab(tab: string): { sort: 'age' | 'inwarded_at'; up: boolean } {
  return { sort: finished.includes(tab) ? 'inwarded_at' : 'age', up: false }
}

/** What of the address asks for a box on its way; its days are those on the way. */
export const awaitingWords = ['q', 'supplier', 'style', 'site'] as const

export function awaitingAge({ age }: Pick<QcState, 'age'>) {
  return age === '' ? {} : { min_days_on_way: Number(age) }
}

type P = typeof qcParams

/** The filters of the platform; on the way to the door a box has no status yet, and its days are those on the way. */
export function useQcFilters(state: QcState): Filter<P>[] {
  const { t } = useLocale()
  const suppliers = useSupplierChoices()
  const sites = useSiteChoices('qcBoxes.qcChoices', state.site)
  const styles = useStyleChoices('qcBoxes.qcChoices', state.tab, state.style)
  const inspectors = useInspectorChoices('qcBoxes.qcInspectors', state.inspector)
  const everywhere: Filter<P>[] = [
    searchFilter<P>('q', t('SSCC, tracking ID, box, style')),
    choiceFilter<P>('supplier', t('Supplier'), suppliers),
    choiceFilter<P>('style', t('Style'), styles.choices, styles.search),
    choiceFilter<P>(
      'age',
      state.tab === 'awaiting' ? t('Days on the way') : t('Days at the door'),
      ages.map((value) => ({ value, label: t('{{n}} or more', { n: value }) })),
    ),
  ]
  const site = sites.length > 1 || state.site ? [choiceFilter<P>('site', t('Site'), sites)] : []
  if (state.tab === 'awaiting') return [...everywhere, ...site]
  return [
    ...everywhere,
    choicesFilter<P>(
      'status',
      t('Status'),
      qcStatuses.map((value) => ({ value, label: t(value) })),
    ),
    ...site,
    choiceFilter<P>('inspector', t('Inspector'), inspectors),
    flagFilter<P>('open', t(qcFigures.boxesDiffering.label), figureHint(qcFigures.boxesDiffering, t)),
    flagFilter<P>('held', t(qcFigures.boxesOnHold.label), figureHint(qcFigures.boxesOnHold, t)),
  ]
}

/** The calls that say what the list of a country's boxes can be filtered by. */
export type ChoicesCall = 'qcBoxes.qcChoices' | 'indiaQc.qcChoices'

/** Milliseconds without a key before the server is asked. */
const debounceMs = 150

/** Styles of the boxes in a tab, asked for when the filter opens and anew for what is typed in it. */
export function useStyleChoices<C extends ChoicesCall>(
  call: C,
  tab: CallInput<C>['tab'],
  chosen: string,
): { choices: readonly Choice[]; search: ChoiceSearch } {
  const { name: named } = useLocale()
  // Null until somebody opens the filter: most visits never do.
  const [text, setText] = useState<string | null>(null)
  const settled = useSettled(text)
  const answer = useAnswer<ChoicesCall>(
    call,
    { of: 'style', tab, ...(settled && { search: settled }) } as CallInput<C>,
    { enabled: settled !== null },
  )
  const { data } = answer
  const shown = useRef<CallData<'qcBoxes.qcChoices'> | undefined>(undefined)
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

/** The sites of a country's QC. */
export function useSiteChoices(call: ChoicesCall, chosen: string): readonly Choice[] {
  const { name: named } = useLocale()
  const { data } = useAnswer(call, { of: 'site' })
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
    const wait = text ? debounceMs : 0
    const timer = setTimeout(() => setSettled(text?.trim() ?? null), wait)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
