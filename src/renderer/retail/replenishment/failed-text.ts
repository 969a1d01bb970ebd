import type { PoStyle } from '../../../shared/areas/allocation/shapes.ts'
import { testWords } from '../../../shared/areas/allocation/words.ts'
import type { Locale } from '../../table/words.ts'

/** Every test that a style fails at a store, with its numbers. */
export const failedText = ({ failed }: Pick<PoStyle, 'failed'>, { t, day }: Locale) =>
  failed
    .map(({ test, values }) =>
      t(testWords[test], { ...values, ...(test === 'snoozed' && { day: day(String(values.day)) }) }),
    )
    .join(' · ')
