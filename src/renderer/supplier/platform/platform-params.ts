import { oneOfParam, type StateOf, textParam } from '../../table/list-params.ts'

export const platformParams = {
  tab: oneOfParam(['awaiting', 'on_platform', 'all'], 'awaiting'),
  q: textParam(),
  supplier: textParam(),
}

export type PlatformState = StateOf<typeof platformParams>

/** The same filter for the list, its counts and the sheet to download. */
export function platformFilter({ q, supplier }: PlatformState) {
  return { ...(q && { search: q }), ...(supplier && { supplier_id: supplier }) }
}
