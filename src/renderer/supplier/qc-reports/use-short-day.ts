import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../i18n/language.ts'

/** A calendar day without its year, for the foot of a chart. */
export function useShortDay(): (day: string) => string {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(localeOf(i18n.language), { month: 'short', day: 'numeric', timeZone: 'UTC' })
    return (day) => format.format(new Date(`${day}T00:00:00Z`))
  }, [i18n.language])
}
