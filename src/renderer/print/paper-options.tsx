import { HTMLSelect } from '@blueprintjs/core'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { LabelSize, PrintKind } from '../../shared/areas/labels/rules.ts'
import { Callout } from '../kit/states.tsx'
import { printWords } from './kinds.ts'
import type { PaperOption } from './paper-options.ts'
import type { PrinterPlace } from './use-printers.ts'

interface PaperFieldProps {
  kind: PrintKind
  place: PrinterPlace
  onChange: (paper: LabelSize | undefined) => void
}

/** Which paper lies in that printer. What is too small is shown with its reason: nothing is ever scaled. */
export function PaperField({ kind, place: { papers, paper, printer }, onChange }: PaperFieldProps) {
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
            {wordsOf(option, kind, t)}
          </option>
        ))}
      </HTMLSelect>
      {printer && paper?.problem ? <Callout tone="warn">{problemWords(paper, kind, t)}</Callout> : null}
    </div>
  )
}

function wordsOf({ value, size, name, problem }: PaperOption, kind: PrintKind, t: TFunction): string {
  const millimetres = t('{{width}} × {{height}} mm', { width: size.widthMm, height: size.heightMm })
  const own = value === '' && problem === null ? t(printWords(kind).ownSize) : ''
  // Drivers without names of their own say the measures once more.
  const named = name === `${size.widthMm} × ${size.heightMm} mm` || name === own ? '' : name
  const why = problem === 'too-small' ? t('too small') : problem === 'gone' ? t('not in this printer') : ''
  return [millimetres, own, named, why].filter(Boolean).join(' · ')
}

function problemWords({ value, problem }: PaperOption, kind: PrintKind, t: TFunction): string {
  const words = printWords(kind)
  if (problem === 'too-small') return t(words.tooSmall)
  return value === '' ? t(words.noOwnSize) : t('This printer no longer has that paper. Choose another one.')
}
