import { HTMLSelect } from '@blueprintjs/core'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { LabelSize } from '../../../shared/domain/labels.ts'
import { Callout } from '../../kit/Callout.tsx'
import type { PaperOption } from './paper-options.ts'
import type { PrinterPlace } from './use-printers.ts'

interface PaperFieldProps {
  place: PrinterPlace
  onChange: (paper: LabelSize | undefined) => void
}

/** Which paper lies in that printer. What is too small is shown with its reason: a label is never scaled. */
export function PaperField({ place: { papers, paper, printer }, onChange }: PaperFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const change = (value: string) => {
    const option = papers.find((one) => one.value === value)
    onChange(value === '' ? undefined : option?.size)
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('Paper')}
      </label>
      <HTMLSelect
        id={id}
        fill
        value={paper?.value ?? ''}
        disabled={printer === undefined}
        aria-invalid={printer !== undefined && Boolean(paper?.problem)}
        onChange={({ target }) => change(target.value)}
      >
        {papers.map((option) => (
          <option
            key={option.value}
            value={option.value}
            disabled={option.problem !== null && option.value !== paper?.value}
          >
            {wordsOf(option, t)}
          </option>
        ))}
      </HTMLSelect>
      {printer && paper?.problem ? <Callout tone="warn">{problemWords(paper, t)}</Callout> : null}
    </div>
  )
}

function wordsOf({ value, size, name, problem }: PaperOption, t: TFunction): string {
  const millimetres = t('{{width}} × {{height}} mm', { width: size.widthMm, height: size.heightMm })
  const own = value === '' && problem === null ? t('the label’s size') : ''
  // Drivers without names of their own say the measures once more.
  const named = name === `${size.widthMm} × ${size.heightMm} mm` ? '' : name
  const why = problem === 'too-small' ? t('too small') : problem === 'gone' ? t('not in this printer') : ''
  return [millimetres, own, named, why].filter(Boolean).join(' · ')
}

function problemWords({ value, problem }: PaperOption, t: TFunction): string {
  if (problem === 'too-small') return t('The label does not fit on this paper. Choose a larger one.')
  return value === ''
    ? t('This printer has no paper of the label’s size. Choose a larger one; the label is not scaled.')
    : t('This printer no longer has that paper. Choose another one.')
}
