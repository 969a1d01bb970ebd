import { Checkbox } from '@blueprintjs/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrintChoice } from '../../../shared/bridge.ts'
import type { LabelSize } from '../../../shared/domain/labels.ts'
import { PRINT_SIZES, type PrintKind } from '../../../shared/domain/printing.ts'
import { isDesktop } from '../../host/host.ts'
import { QuantityInput } from '../../kit/QuantityInput.tsx'
import { PaperField } from './PaperField.tsx'
import { PrinterField } from './PrinterField.tsx'
import { TestPageButton } from './TestPageButton.tsx'
import { usePrinterPlace } from './use-printers.ts'
import '../actions.css'

const mostCopies = 99

export interface KindPrinterFormProps {
  kind: PrintKind
  choice: PrintChoice
  /** `copies` is 0 while that field is empty: such a choice is not one to keep yet. */
  onChange: (choice: PrintChoice) => void
  /** In the print dialog "without asking" is for the next time. */
  isInDialog?: boolean
  /** False where nobody is signed in: the page comes from the server. */
  canTest?: boolean
}

/** Where and how labels of one kind, or papers, are printed on this workstation: printer, paper, copies, with or without asking. */
export function KindPrinterForm({ kind, choice, onChange, isInDialog = false, canTest = true }: KindPrinterFormProps) {
  const { t } = useTranslation()
  return (
    <div className="label-printer">
      {isDesktop ? <DesktopFields kind={kind} choice={choice} onChange={onChange} canTest={canTest} /> : null}
      <Checkbox
        checked={choice.withoutAsking}
        label={isInDialog ? t('Print without asking next time') : t('Print without asking')}
        onChange={({ currentTarget }) => onChange({ ...choice, withoutAsking: currentTarget.checked })}
      />
    </div>
  )
}

/** A browser asks for all of this in its own print window. */
function DesktopFields({ kind, choice, onChange, canTest }: Omit<KindPrinterFormProps, 'isInDialog'>) {
  const { t } = useTranslation()
  const place = usePrinterPlace(kind, choice)
  const copiesId = useId()
  return (
    <>
      <PrinterField
        kind={kind}
        place={place}
        chosen={choice.printer}
        onChange={(printer) => onChange(withPrinter(choice, printer))}
      />
      <PaperField kind={kind} place={place} onChange={(paper) => onChange(withPaper(choice, paper))} />
      <div className="copies-line">
        <div className="field">
          <span className="field-label" id={copiesId}>
            {t('Copies')}
          </span>
          <QuantityInput
            label={t('Copies')}
            value={choice.copies || null}
            isInvalid={choice.copies < 1}
            onChange={(copies) => onChange({ ...choice, copies: Math.min(copies ?? 0, mostCopies) })}
          />
        </div>
        {canTest ? (
          <TestPageButton
            printer={place.printer?.name ?? ''}
            paper={place.paper?.size ?? PRINT_SIZES[kind]}
            disabled={place.problem !== null || place.printer === undefined}
          />
        ) : null}
      </div>
    </>
  )
}

/** Another printer has other paper in it. */
function withPrinter({ printer: _, paper: __, ...rest }: PrintChoice, printer: string | undefined): PrintChoice {
  return printer === undefined ? rest : { ...rest, printer }
}

function withPaper({ paper: _, ...rest }: PrintChoice, paper: LabelSize | undefined): PrintChoice {
  return paper === undefined ? rest : { ...rest, paper }
}
