import { Checkbox, HTMLSelect } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrintChoice, Printer } from '../../../shared/bridge.ts'
import { LABEL_SIZES, type LabelKind } from '../../../shared/domain/labels.ts'
import { host, isDesktop } from '../../host/host.ts'
import { useFormats } from '../../i18n/formats.ts'
import { key } from '../../i18n/key.ts'
import { QuantityInput } from '../../kit/QuantityInput.tsx'

const kindNames: Record<LabelKind, string> = {
  shipping: key('Shipping label'),
  sku: key('SKU label'),
  box: key('Box label'),
  fabric: key('Fabric label'),
  india_qc_sku: key('India QC SKU label'),
  barcode: key('Barcode label'),
}

export interface PrintOptionsProps {
  choice: PrintChoice
  onChange: (choice: PrintChoice) => void
  kind: LabelKind
  count: number | null
}

/** What, how many, where; remembered for this kind of label on this workstation. */
export function PrintOptions({ choice, onChange, kind, count }: PrintOptionsProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { widthMm, heightMm } = LABEL_SIZES[kind]
  return (
    <div className="print-options">
      <dl className="print-facts">
        <dt>{t('Label kind')}</dt>
        <dd>{t(kindNames[kind])}</dd>
        <dt>{t('Label size')}</dt>
        <dd>{t('{{width}} × {{height}} mm', { width: widthMm, height: heightMm })}</dd>
        <dt>{t('Labels')}</dt>
        <dd>{count === null ? '–' : formats.number(count * Math.max(1, choice.copies))}</dd>
      </dl>
      {isDesktop ? <PrinterSelect choice={choice} onChange={onChange} /> : null}
      <div className="field">
        <span className="field-label">{t('Copies')}</span>
        <QuantityInput
          label={t('Copies')}
          value={choice.copies || null}
          onChange={(copies) => onChange({ ...choice, copies: Math.min(copies ?? 0, 99) })}
        />
      </div>
      <Checkbox
        checked={choice.withoutAsking}
        label={t('Print without asking next time')}
        onChange={({ currentTarget }) => onChange({ ...choice, withoutAsking: currentTarget.checked })}
      />
      {isDesktop ? null : (
        <p className="muted">
          {t('The printer is chosen in the browser’s own print window. Choose “Actual size” there.')}
        </p>
      )}
    </div>
  )
}

function PrinterSelect({ choice, onChange }: Pick<PrintOptionsProps, 'choice' | 'onChange'>) {
  const { t } = useTranslation()
  const id = useId()
  const { data: printers = [], isPending } = useQuery({
    queryKey: ['printers'],
    queryFn: () => host.print.printers(),
    gcTime: 0,
  })
  const chosen = choice.printer ?? printers.find((printer) => printer.isDefault)?.name ?? ''
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('Printer')}
      </label>
      <HTMLSelect
        id={id}
        fill
        value={chosen}
        disabled={isPending}
        onChange={({ target }) => onChange({ ...choice, printer: target.value })}
      >
        {printers.length === 0 ? (
          <option value="">{isPending ? t('Looking for printers…') : t('No printer found')}</option>
        ) : null}
        {printers.map((printer) => (
          <option key={printer.name} value={printer.name}>
            {titleOf(printer, t('offline'))}
          </option>
        ))}
      </HTMLSelect>
    </div>
  )
}

function titleOf({ title, state }: Printer, offline: string): string {
  return state === 'offline' ? `${title} (${offline})` : title
}
