import { passTabs } from '../../../shared/areas/gate-passes/filters.ts'
import type { PassState } from '../../../shared/areas/gate-passes/moves.ts'
import { type PassStatus, type PassType, passTypes } from '../../../shared/areas/gate-passes/rules.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import {
  type Choice,
  filterBy,
  flagParam,
  manyOfParam,
  oneOfParam,
  placeParam,
  textParam,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'

export type PassConfig = CallData<'gatePasses.gatepassConfig'>
export type WholePass = CallData<'gatePasses.getGatePass'>

export const passTypeNames = Object.keys(passTypes) as [PassType, ...PassType[]]

export const passViews = ['items', 'not_sent', 'boxes', 'differences', 'papers', 'history'] as const
export type PassView = (typeof passViews)[number]

/** What lists of gate passes on both sides have in their address. */
export const passParams = {
  q: filterBy('search', textParam()),
  type: filterBy('type', manyOfParam(passTypeNames)),
  age: filterBy('min_age_days', oneOfParam(['', '2', '7', '30'], ''), Number),
  differs: filterBy('open_case', flagParam()),
  /** The open pass. */
  pass: placeParam(textParam()),
  view: placeParam(oneOfParam(passViews, 'items')),
}

export const sourceParams = {
  ...passParams,
  tab: oneOfParam(passTabs, 'draft'),
  site: filterBy('from_site', textParam()),
  /** Packing by scan, or planning by screen, in place of the list. */
  pack: placeParam(textParam()),
  plan: placeParam(textParam()),
  planscan: placeParam(textParam()),
}

export const arrivalTabs = ['on_way', 'received', 'completed'] as const

export const destinationParams = {
  ...passParams,
  tab: oneOfParam(arrivalTabs, 'on_way'),
  site: filterBy('receives_at', textParam()),
  /** Receiving by scan in place of the list: a pass, or `boxes` of any pass. */
  scan: placeParam(textParam()),
  /** What is on its way to stores or promised to them. */
  pending: placeParam(flagParam()),
}

const stateWords: Readonly<Record<PassState, PassStatus>> = {
  ...{ DRAFT: 'Draft', CONFIRMED: 'Confirmed', PACKING: 'Packing', SUBMITTED: 'In transit' },
  ...{ PARTLY_RECEIVED: 'Partly received', RECEIVED: 'Received', COMPLETED: 'Completed', CANCELLED: 'Cancelled' },
}
export const stateWord = (state: string | null) => state && (stateWords[state as PassState] ?? state)

export const passTabWords: Readonly<Record<(typeof passTabs)[number], string>> = {
  draft: key('To prepare'),
  packing: key('Packing'),
  on_way: key('On the road'),
  received: key('Received'),
  completed: key('Completed'),
  overdue: key('Overdue'),
  cancelled: key('Cancelled'),
  all: key('All'),
}

/** Sites and types to filter by; of one kind of site where only that is asked for. */
export function usePassChoices(kind?: PassConfig['sites'][number]['kind']): {
  sites: Choice[]
  types: Choice[]
  ages: Choice[]
} {
  const { t, name } = useLocale()
  const { data } = useAnswer('gatePasses.gatepassConfig', {})
  const sites = (data?.sites ?? []).filter((site) => kind === undefined || site.kind === kind)
  return {
    sites: sites.map((site) => ({
      value: site.site,
      label: name(site.site_name, site.site_name_zh),
      hint: site.site,
    })),
    types: passTypeNames.map((type) => ({ value: type, label: t(passTypes[type]) })),
    ages: [2, 7, 30].map((days) => ({ value: String(days), label: t('{{n}} days and more', { n: days }) })),
  }
}
