import { Button, HTMLSelect } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Printer } from '../../../shared/bridge.ts'
import type { PrintKind } from '../../../shared/domain/printing.ts'
import { Callout } from '../../kit/Callout.tsx'
import { useSay } from '../say.ts'
import { printWords } from './print-kinds.ts'
import type { PrinterPlace } from './use-printers.ts'

interface PrinterFieldProps {
  kind: PrintKind
  place: PrinterPlace
  /** The name that was chosen; undefined follows the computer's default. */
  chosen: string | undefined
  onChange: (name: string | undefined) => void
}

/** Which printer. One that was kept and is gone stays in view: another in its place would print on other paper. */
export function PrinterField({ kind, place, chosen, onChange }: PrinterFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const { printers, isLoading, isLooking, problem } = place
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('Printer')}
      </label>
      <div className="printer-line">
        <HTMLSelect
          id={id}
          fill
          value={chosen ?? ''}
          disabled={isLoading}
          aria-invalid={problem !== null && problem !== 'paper'}
          onChange={({ target }) => onChange(target.value || undefined)}
        >
          <option value="">{isLoading ? t('Looking for printers…') : defaultWords(printers, t)}</option>
          {problem === 'labels-only' && chosen ? <option value={chosen}>{place.refused?.title}</option> : null}
          {problem === 'gone' ? <option value={chosen}>{t('{{printer}} (gone)', { printer: chosen })}</option> : null}
          {printers.map((printer) => (
            <option key={printer.name} value={printer.name}>
              {titleOf(printer, t)}
            </option>
          ))}
        </HTMLSelect>
        <Button
          variant="minimal"
          icon={<Refresh size={14} />}
          aria-label={t('Look for printers again')}
          title={t('Look for printers again')}
          loading={isLooking}
          onClick={place.lookAgain}
        />
      </div>
      <PrinterNote kind={kind} place={place} chosen={chosen} />
    </div>
  )
}

/** What stands against this printer, and the way on. */
function PrinterNote({ kind, place, chosen }: Omit<PrinterFieldProps, 'onChange'>) {
  const { t } = useTranslation()
  const say = useSay()
  const { error, problem, printer } = place
  if (error) return <Callout tone="bad">{say.problem(error)}</Callout>
  if (problem === 'no-printer') return <Callout tone="warn">{t(printWords(kind).noPrinter)}</Callout>
  if (problem === 'labels-only')
    return (
      <Callout tone="warn">
        {t('{{printer}} prints labels only. Choose a printer with A4 paper.', { printer: place.refused?.title })}
      </Callout>
    )
  if (problem === 'gone')
    return (
      <Callout tone="warn">
        {t('{{printer}} is no longer on this computer. Choose another printer, or connect it and look again.', {
          printer: chosen,
        })}
      </Callout>
    )
  if (problem === 'no-default')
    return <Callout tone="warn">{t('This computer has no default printer. Choose one.')}</Callout>
  if (printer?.state === 'offline')
    return <Callout tone="warn">{t('This printer is offline. What is printed waits until it is back.')}</Callout>
  return null
}

function defaultWords(printers: readonly Printer[], t: TFunction): string {
  if (printers.length === 0) return t('No printer found')
  const byDefault = printers.find(({ isDefault }) => isDefault)
  return byDefault ? t('Default: {{printer}}', { printer: titleOf(byDefault, t) }) : t('Choose a printer')
}

function titleOf({ title, state }: Printer, t: TFunction): string {
  return state === 'offline' ? t('{{printer}} (offline)', { printer: title }) : title
}
