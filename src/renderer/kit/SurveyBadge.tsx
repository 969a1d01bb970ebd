import type { SurveyPlace } from '../../shared/areas/catalogue/calls.ts'
import { useLocale } from '../table/words.ts'

/** A style's place in the last survey that scored it; nothing where nobody asked. The best third stands out. */
export function SurveyBadge({ of: place }: { of: SurveyPlace | null }) {
  const { t } = useLocale()
  if (place === null) return null
  const { survey, rank, of, mean } = place
  return (
    <span
      className="status-tag"
      data-tone={rank <= Math.ceil(of / 3) ? 'good' : 'neutral'}
      title={t('{{survey}}: mean {{mean}} of 5', { survey, mean: mean.toFixed(2) })}
    >
      {t('Survey: {{rank}} of {{ranked}}', { rank, ranked: of })}
    </span>
  )
}
