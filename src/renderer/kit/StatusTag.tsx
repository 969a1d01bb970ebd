import { useTranslation } from 'react-i18next'
import { statusTones } from '../../shared/areas.ts'
import type { Tone } from '../../shared/kernel/area.ts'
import { useFormats } from '../i18n/formats.ts'

const tones: Readonly<Record<string, Tone>> = statusTones

/** The colour of a status by its English word; one that no area names has none. */
export function statusTone(status: string): Tone {
  return Object.hasOwn(tones, status) ? (tones[status] ?? 'neutral') : 'neutral'
}

interface StatusTagProps {
  status: string
  /** For words that the table does not know. */
  tone?: Tone
  /** Pieces that never come, though the status is the last: a mark of its own beside it. */
  short?: number
}

/** A status in the reader's language. */
export function StatusTag({ status, tone, short = 0 }: StatusTagProps) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const tag = (
    <span className="status-tag" data-tone={tone ?? statusTone(status)}>
      {t(status)}
    </span>
  )
  if (short === 0) return tag
  return (
    <span className="status-short">
      {tag}
      <span
        className="dt-tag"
        data-tone="warn"
        title={t('Pieces that were rejected or out of stock: they do not come.')}
      >
        {t('{{n}} short', { n: number(short) })}
      </span>
    </span>
  )
}
