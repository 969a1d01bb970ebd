import type { TFunction } from 'i18next'
import type { CountPlaceRow } from '../../../shared/areas/stock-counts/shapes.ts'
import { key } from '../../i18n/formats.ts'

/** A shelf by its code; what is none by its word. */
export function placeWords(
  { place, place_kind }: Pick<CountPlaceRow, 'place' | 'place_kind'>,
  t: (key: string) => string,
): string {
  if (place_kind === 'shelf') return place
  return place_kind === 'floor' ? t('Floor') : t('Quarantine')
}

const standings: Readonly<Record<CountPlaceRow['state'], string>> = {
  untouched: key('Nobody yet'),
  counting: key('{{name}} is counting'),
  counted: key('Counted by {{name}}'),
  full: key('Counted in full by {{name}}'),
  other_count: key('In another count'),
}

/** Who counts a place, or has counted it. */
export function standingOf(
  { state, counter, counted_skus }: Pick<CountPlaceRow, 'state' | 'counter' | 'counted_skus'>,
  t: TFunction,
): string {
  if (state === 'untouched' && counted_skus > 0) return t('Typed or by sheet')
  return t(standings[state], { name: counter ?? '' })
}

/** Whether this person may scan there now. */
export const isOpenTo = ({ state, is_mine }: Pick<CountPlaceRow, 'state' | 'is_mine'>): boolean =>
  state === 'untouched' || (is_mine && (state === 'counting' || state === 'counted'))
