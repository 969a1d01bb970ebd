import { useTranslation } from 'react-i18next'
import { localeOf } from '../../i18n/language.ts'

/** Shares with one decimal, as the reader writes them; a rate of nothing is a dash. Never rounded up to all: 99.96 % is not 100 %. */
export function usePercent(): (share: number | null) => string {
  const { i18n } = useTranslation()
  const format = new Intl.NumberFormat(localeOf(i18n.language), { style: 'percent', maximumFractionDigits: 1 })
  return (share) => {
    if (share === null) return '–'
    return format.format(share > 0.999 && share < 1 ? 0.999 : share > 0 && share < 0.001 ? 0.001 : share)
  }
}
