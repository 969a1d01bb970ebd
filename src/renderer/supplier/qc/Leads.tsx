import { listed } from '../../i18n/formats.ts'
import { useLocale } from '../../table/words.ts'

/** Who may overrule at this desk, for those who may not. */
export function Leads({ names }: { names: readonly string[] }) {
  const { t } = useLocale()
  if (names.length === 0) return null
  return <>{t('Leads: {{names}}', { names: listed(names) })}</>
}
