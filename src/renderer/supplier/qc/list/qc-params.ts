import { type QcTab, qcStatuses, qcTabs } from '../../../../shared/domain/qc-status.ts'
import { flagParam, manyOfParam, oneOfParam, placeParam, type StateOf, textParam } from '../../../table/list-params.ts'

export const boxViews = ['overview', 'count', 'inspect', 'history'] as const
export type BoxView = (typeof boxViews)[number]

/** Whole days at the door, or on the way to it, that a filter asks for at least. */
export const ages = ['1', '3', '7', '14'] as const

export const qcParams = {
  tab: oneOfParam(['awaiting', ...qcTabs], 'inwarded'),
  q: textParam(),
  supplier: textParam(),
  style: textParam(),
  status: manyOfParam(qcStatuses),
  age: oneOfParam(['', ...ages], ''),
  site: textParam(),
  /** Only boxes with a difference that nobody has settled. */
  open: flagParam(),
  sort: oneOfParam(['inwarded_at', 'pieces'], 'inwarded_at'),
  /** Newest first is what a list of arrivals starts with. */
  up: flagParam(),
  /** The open box, by its SSCC. */
  box: placeParam(textParam()),
  view: placeParam(oneOfParam(boxViews, 'overview')),
}

export type QcState = StateOf<typeof qcParams>
export type PlatformTab = 'awaiting' | QcTab

export const qcFilterKeys = ['q', 'supplier', 'style', 'status', 'age', 'site', 'open'] as const

/** The filter without its tab, as the calls take it. */
export function qcFilter({ q, supplier, style, status, age, site, open }: QcState) {
  return {
    ...(q && { search: q }),
    ...(supplier && { supplier_id: supplier }),
    ...(style && { style_id: style }),
    ...(status.length > 0 && { status: [...status] }),
    ...(age && { min_age_days: Number(age) }),
    ...(site && { site }),
    ...(open && { open_case: true }),
  }
}

/** What of the filter a box on its way has: its days are those on the way. */
export const awaitingFilterKeys = ['q', 'supplier', 'style', 'age', 'site'] as const

export function awaitingFilter({ q, supplier, style, age, site }: QcState) {
  return {
    ...(q && { search: q }),
    ...(supplier && { supplier_id: supplier }),
    ...(style && { style_id: style }),
    ...(age && { min_days_on_way: Number(age) }),
    ...(site && { site }),
  }
}

export function qcSort({ sort, up }: QcState) {
  return { sort, descending: !up } as const
}
