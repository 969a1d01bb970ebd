import { useTranslation } from 'react-i18next'
import { statusTones } from '../../shared/areas.ts'
import type { Tone } from '../../shared/kernel/area.ts'

const tones: Readonly<Record<string, Tone>> = statusTones

/** The colour of a status by its English word; one that no area names has none. */
export function statusTone(status: string): Tone {
  return Object.hasOwn(tones, status) ? (tones[status] ?? 'neutral') : 'neutral'
}

/** A status in the reader's language. `tone` for words that the table does not know. */
export function StatusTag({ status, tone }: { status: string; tone?: Tone }) {
  const { t } = useTranslation()
  return (
    <span className="status-tag" data-tone={tone ?? statusTone(status)}>
      {t(status)}
    </span>
  )
}
