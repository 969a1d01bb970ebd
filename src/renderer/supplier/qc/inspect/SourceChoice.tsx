import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { key } from '../../../i18n/key.ts'
import { type Source, sources } from './inspection-draft.ts'

interface SourceChoiceProps {
  source: Source
  quantities: Record<Source, number>
  /** Failed pieces of a box on an invoice are not judged again. */
  canReinspect: boolean
  onChoose: (source: Source) => void
}

const words: Record<Source, string> = {
  to_inspect: key('To inspect'),
  on_hold: key('On hold'),
  failed: key('Failed: inspect again'),
}

/** Which pieces this inspection judges; nothing to choose is nothing to show. */
export function SourceChoice({ source, quantities, canReinspect, onChoose }: SourceChoiceProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const choices = sources.filter((one) => quantities[one] > 0 && (one !== 'failed' || canReinspect))
  if (choices.length < 2 && source === 'to_inspect') return null
  return (
    <fieldset className="qc-sources" aria-label={t('Pieces to judge')}>
      {choices.map((one) => (
        <label key={one}>
          <input type="radio" checked={one === source} onChange={() => onChoose(one)} />
          {t(words[one])} <b>{formats.number(quantities[one])}</b>
        </label>
      ))}
    </fieldset>
  )
}
