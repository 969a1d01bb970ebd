import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../i18n/language.ts'

/** The time of the day, in the reader's zone; with seconds where asked. */
export function useClock({ second }: { second?: '2-digit' } = {}): Intl.DateTimeFormat {
  const { i18n } = useTranslation()
  return useMemo(
    () =>
      new Intl.DateTimeFormat(localeOf(i18n.language), {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        ...(second && { second }),
      }),
    [i18n.language, second],
  )
}
