import '../actions/actions.css'
import { Button, Checkbox, HTMLSelect } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type LabelSize, PRINT_SIZES, type PrintKind } from '../../shared/areas/labels/rules.ts'
import type { PrintChoice, Printer } from '../../shared/bridge.ts'
import { useSay } from '../actions/say.ts'
import { isDesktop } from '../host/host.ts'
import { QuantityInput } from '../kit/quantities.tsx'
import { Callout } from '../kit/states.tsx'
import { printWords } from './kinds.ts'
import { PaperField } from './paper-options.tsx'
import { type PrinterPlace, usePrinterPlace } from './use-printers.ts'
import { TestPageButton } from './usePrint.tsx'

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
