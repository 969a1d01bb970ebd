import { useTranslation } from 'react-i18next'
import type { PrintChoice } from '../../../shared/bridge.ts'
import { PRINT_SIZES, type PrintKind } from '../../../shared/domain/printing.ts'
import { isDesktop } from '../../host/host.ts'
import { useFormats } from '../../i18n/formats.ts'
import { KindPrinterForm } from './KindPrinterForm.tsx'
import { printKindNames, printWords } from './print-kinds.ts'

export interface PrintOptionsProps {
  choice: PrintChoice
  onChange: (choice: PrintChoice) => void
  kind: PrintKind
  count: number | null
}

/** What, how many, where; remembered for this kind on this workstation. */
export function PrintOptions({ choice, onChange, kind, count }: PrintOptionsProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { widthMm, heightMm } = PRINT_SIZES[kind]
  const words = printWords(kind)
  const copies = isDesktop ? Math.max(1, choice.copies) : 1
  return (
    <div className="print-options">
      <dl className="print-facts">
        <dt>{t(words.kind)}</dt>
        <dd>{t(printKindNames[kind])}</dd>
        <dt>{t(words.size)}</dt>
        <dd>{t('{{width}} × {{height}} mm', { width: widthMm, height: heightMm })}</dd>
        <dt>{t(words.count)}</dt>
        <dd>{count === null ? '–' : formats.number(count * copies)}</dd>
      </dl>
      <KindPrinterForm kind={kind} choice={choice} onChange={onChange} isInDialog />
      {choice.withoutAsking ? (
        <p className="muted print-hint">
          {isDesktop
            ? t(
                'This kind then prints at once. To change it: “Change…” in the message after printing, or the settings.',
              )
            : t(
                'The browser’s print window then opens at once. To change it: “Change…” in the message after printing.',
              )}
        </p>
      ) : null}
      {isDesktop ? null : (
        <p className="muted print-hint">
          {t('Printer and copies are chosen in the browser’s own print window. Choose “Actual size” there.')}
        </p>
      )}
    </div>
  )
}
