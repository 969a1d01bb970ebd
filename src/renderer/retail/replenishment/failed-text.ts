import type { PoStyle } from '../../../shared/areas/allocation/shapes.ts'
import { testWords } from '../../../shared/areas/allocation/words.ts'
import type { Locale } from '../../table/words.ts'

/** Every test that a style fails at a store, with the day until which it is put off. */
export const failedText = ({ failed, snoozed_until }: PoStyle, { t, day }: Locale) =>
  failed
    .map((test) =>
      test === 'snoozed' && snoozed_until
        ? t('Put off until {{day}}', { day: day(snoozed_until) })
        : t(testWords[test]),
    )
    .join(' · ')
