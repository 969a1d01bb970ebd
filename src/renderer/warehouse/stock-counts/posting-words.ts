import type { CountPlaceRow, StockCountRow } from '../../../shared/areas/stock-counts/shapes.ts'
import type { Locale } from '../../table/words.ts'

/** Whether nobody counted anything at a place, nor said that it is empty. */
const isUncounted = ({ counted_skus, state }: CountPlaceRow): boolean => counted_skus === 0 && state !== 'full'

/** Says what posting a count will do, and what it leaves as it is. */
export function postingWords(
  { left }: Pick<StockCountRow, 'left'>,
  places: readonly CountPlaceRow[],
  sums: { over: number; short: number },
  { t, plural, number }: Locale,
): string {
  const uncounted = places.filter(isUncounted).length
  return [
    t('{{short}} pieces are written off and {{over}} taken in.', {
      short: number(sums.short),
      over: number(sums.over),
    }),
    uncounted > 0
      ? plural(
          uncounted,
          'Nobody counted 1 of the places: what the books have there stays as it is.',
          'Nobody counted {{n}} of the places: what the books have there stays as it is.',
        )
      : '',
    left
      ? t('{{n}} differences cannot be posted and are left behind: they are counted again in a new count.', {
          n: number(left),
        })
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}
