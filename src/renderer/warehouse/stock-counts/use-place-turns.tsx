import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { CountPlaceRow, StockCountRow } from '../../../shared/areas/stock-counts/shapes.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { useLocale } from '../../table/words.ts'
import { placeWords } from './place-words.ts'

type Turn = readonly [text: string, run: () => void]

export interface PlaceTurns {
  /** What may be done with a place now, the likeliest first. */
  of: (place: CountPlaceRow) => Turn[]
  isRunning: boolean
  dialog: ReactNode
}

/** Taking a place of a count over, ending it, opening it again; each asks where something could be lost. */
export function usePlaceTurns({ number, state, may_count }: StockCountRow): PlaceTurns {
  const { t, plural } = useLocale()
  const about = { what: t('Stock counts'), refresh: ['stockCounts'] as const, looksAgain: true }
  const reopen = useAction(
    ({ place }: CountPlaceRow, options) =>
      api.stockCounts.takeCountedPlace({ number, place, how: 'continue' }, options),
    { ...about, done: (_, place) => t('{{place}} is open again.', { place: placeWords(place, t) }) },
  )
  const leave = useAction(
    ({ place, counted_skus, counted, again_skus }: CountPlaceRow, options) =>
      api.stockCounts.closeCountedPlace({ number, place, is_full: false, counted_skus, counted, again_skus }, options),
    { ...about, done: (_, place) => t('{{place}} is ended.', { place: placeWords(place, t) }) },
  )
  const anew = useAskedAction(
    ({ place }: CountPlaceRow & { reason: string }, options) =>
      api.stockCounts.takeCountedPlace({ number, place, how: 'anew' }, options),
    { ...about, ask: (place: CountPlaceRow) => questionOfTaking(place, t) },
  )
  const close = useAskedAction(
    ({ place, counted_skus, counted, again_skus }: CountPlaceRow & { reason: string }, options) =>
      api.stockCounts.closeCountedPlace({ number, place, is_full: true, counted_skus, counted, again_skus }, options),
    {
      ...about,
      ask: (place: CountPlaceRow) => questionOfClosing(place, t),
      done: ({ data }) =>
        plural(
          data.emptied,
          '1 SKU that nobody counted there counts as none.',
          '{{n}} SKUs that nobody counted there count as none.',
        ),
    },
  )
  const of = (place: CountPlaceRow): Turn[] => {
    if (state !== 'OPEN' || !may_count || place.state === 'other_count') return []
    const full: Turn = [t('Counted in full…'), () => close.ask(place)]
    const again: Turn = [t('Count anew…'), () => anew.ask(place)]
    const open: Turn = [t('Open again'), () => void reopen.run(place)]
    if (place.state === 'untouched') return [full]
    if (!place.is_mine) return [[place.state === 'counting' ? t('Take over…') : t('Count anew…'), again[1]]]
    if (place.state === 'counting') return [full, [t('End without the rest'), () => void leave.run(place)], again]
    return place.state === 'full' ? [open, again] : [full, open, again]
  }
  return {
    of,
    isRunning: reopen.isRunning || leave.isRunning || anew.isRunning || close.isRunning,
    dialog: (
      <>
        {anew.dialog}
        {close.dialog}
      </>
    ),
  }
}

function questionOfTaking(place: CountPlaceRow, t: TFunction) {
  const values = { place: placeWords(place, t), name: place.counter ?? '', pieces: place.counted }
  return {
    title: t('Count {{place}} anew?', values),
    text: place.is_mine
      ? t('Each SKU begins again with its first piece; {{pieces}} pieces are counted there so far.', values)
      : t(
          '{{name}} has counted {{pieces}} pieces there. You count the place from now on, and each SKU begins again with its first piece; what {{name}} counted is seen beside it.',
          values,
        ),
    confirm: place.state === 'counting' && !place.is_mine ? t('Take over') : t('Count anew'),
  }
}

function questionOfClosing(place: CountPlaceRow, t: TFunction) {
  const { counted, counted_skus, again_skus, uncounted_skus } = place
  const values = { place: placeWords(place, t), pieces: counted, skus: counted_skus - again_skus, n: again_skus }
  const isEmpty = counted_skus === again_skus
  return {
    title: isEmpty ? t('Is {{place}} empty?', values) : t('Is all of {{place}} counted?', values),
    text: (
      <>
        <p>
          {isEmpty
            ? t('Nobody counted a piece in {{place}}. All that the books have there counts as none.', values)
            : t(
                '{{pieces}} pieces of {{skus}} SKUs are counted there. What else the books have there counts as none.',
                values,
              )}
        </p>
        {uncounted_skus ? <p>{t('That is {{n}} SKUs of the books.', { n: uncounted_skus })}</p> : null}
        {again_skus > 0 ? (
          <p>{t('{{n}} SKUs that were counted there before and not again count as none, too.', values)}</p>
        ) : null}
      </>
    ),
    confirm: isEmpty ? t('It is empty') : t('Counted in full'),
    isDangerous: isEmpty,
  }
}
