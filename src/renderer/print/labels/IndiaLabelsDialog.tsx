import './labels.css'
import { Button } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { missingFacts, missingOfSku } from '../../../shared/areas/india-labels/rules.ts'
import { contract } from '../../../shared/areas.ts'
import type { CallData, CallInput } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { fileCall } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'
import { type PrintDialogHandle, usePrintDialog } from '../PrintDialog.tsx'

/** A box received in India, or SKUs by name; where, if not at the box's own site. */
export type IndiaLabelsOf = Pick<CallInput<'indiaLabels.checkIndiaSkuLabels'>, 'box' | 'items' | 'site'>

/** `const labels = useIndiaSkuLabels(); … labels.open({ box: sscc }) … {labels.dialog}`: what is missing first, then how many, then the print dialog. */
export function useIndiaSkuLabels(): { open: (of: IndiaLabelsOf) => void; dialog: ReactNode } {
  const print = usePrintDialog()
  // The print dialog outlives the one that it follows.
  const check = useDialog(IndiaLabelsDialog, { onPrint: print.open })
  return {
    open: (of) => check.open({ of }),
    dialog: (
      <>
        {check.dialog}
        {print.dialog}
      </>
    ),
  }
}

interface IndiaLabelsDialogProps extends DialogTurn {
  of: IndiaLabelsOf
  onPrint: PrintDialogHandle['open']
}

type Checked = CallData<'indiaLabels.checkIndiaSkuLabels'>
type Label = Checked['labels'][number]

function IndiaLabelsDialog({ of, onPrint, ...turn }: IndiaLabelsDialogProps) {
  const { t, number } = useLocale()
  const [month, setMonth] = useState('')
  const asked = { ...of, ...(month !== '' && { month }) }
  const found = useAnswer('indiaLabels.checkIndiaSkuLabels', asked)
  const [typed, setTyped] = useState<Record<string, number | null>>({})
  const copiesOf = ({ nm_sku, copies }: Label) => (Object.hasOwn(typed, nm_sku) ? (typed[nm_sku] ?? 0) : copies)
  const wanted = (found.data?.labels ?? []).filter((label) => copiesOf(label) > 0)
  const items = wanted.map((label) => ({ nm_sku: label.nm_sku, copies: copiesOf(label) }))
  const total = items.reduce((sum, { copies }) => sum + copies, 0)
  const lacks = found.data !== undefined && found.data.missing_of_site.length > 0
  const isReady = total > 0 && !lacks && wanted.every(({ missing }) => missing.length === 0)
  const open = () => {
    const call = fileCall(contract.indiaLabels.getIndiaQcSkuLabels, { ...asked, items })
    const title = t('Labels for sale in India: {{n}}', { n: total })
    void onPrint({ kind: 'india_qc_sku', call, title, count: total })
    turn.onClose()
  }
  return (
    <Modal {...turn} title={t('Labels for sale in India')} className="sku-labels" width={860}>
      <DialogParts
        onCancel={turn.onClose}
        step={{ text: t('Preview and print…'), icon: <Print />, run: open, isOff: !isReady }}
        foot={
          <p className="plat-make-sum" role="status">
            {t('Labels: {{n}}', { n: number(total) })}
          </p>
        }
      >
        <Loaded answer={found} rows={6}>
          {(checked) => (
            <>
              <Missing checked={checked} wanted={wanted} />
              <div className="sku-labels-tools">
                <Button size="small" text={t('One per piece')} onClick={() => setTyped({})} />
                <Button size="small" text={t('One of each')} onClick={() => setTyped(each(checked, () => 1))} />
                <Button
                  size="small"
                  text={t('Only what is complete')}
                  onClick={() => setTyped(each(checked, (label) => (label.missing.length === 0 ? copiesOf(label) : 0)))}
                />
                <label className="india-labels-month">
                  {t('Month of import or making')}{' '}
                  <input
                    type="month"
                    className="text-field"
                    min="2000-01"
                    max="2099-12"
                    value={month === '' ? checked.month : month}
                    onChange={({ target }) => setMonth(target.value)}
                  />
                </label>
              </div>
              <FieldTable
                fields={labelFields({
                  copiesOf,
                  onType: (nmSku, copies) => setTyped((now) => ({ ...now, [nmSku]: copies })),
                })}
                rows={checked.labels.toSorted((a, b) => b.missing.length - a.missing.length)}
                rowKey={({ nm_sku }) => nm_sku}
              />
            </>
          )}
        </Loaded>
      </DialogParts>
    </Modal>
  )
}

const each = ({ labels }: Checked, copies: (label: Label) => number) =>
  Object.fromEntries(labels.map((label) => [label.nm_sku, copies(label)]))

/** What has to be said before anything is printed. */
function Missing({ checked: { missing_of_site, site }, wanted }: { checked: Checked; wanted: readonly Label[] }) {
  const { t, name, plural } = useLocale()
  const lacking = wanted.filter(({ missing }) => missing.length > 0)
  if (missing_of_site.length === 0 && lacking.length === 0) return null
  return (
    <Callout tone="warn">
      {t('Nothing is printed while something is missing:')}
      <ul className="india-labels-missing">
        {missing_of_site.length > 0 ? (
          <li>
            {name(site.site_name, site.site_name_zh)}:{' '}
            {missing_of_site.map((fact) => t(missingFacts[fact])).join(' · ')}
          </li>
        ) : null}
        {lacking.length > 0 ? (
          <li>{plural(lacking.length, '1 SKU lacks what the table says.', '{{n}} SKUs lack what the table says.')}</li>
        ) : null}
      </ul>
    </Callout>
  )
}

interface Typing {
  copiesOf: (label: Label) => number
  onType: (nmSku: string, copies: number | null) => void
}

const mostCopies = 5_000

function labelFields({ copiesOf, onType }: Typing): readonly ShownField<Label>[] {
  return [
    {
      ...{ id: 'nm_sku', header: key('NM SKU') },
      of: (label) => (
        <WithPicture of={label}>
          <span className="code">{label.nm_sku}</span>
        </WithPicture>
      ),
    },
    { id: 'style', header: key('Style'), of: (label, { name }) => name(label.style_name, label.style_name_zh) },
    { id: 'color', header: key('Colour'), of: (label, { name }) => name(label.color, label.color_zh) },
    { id: 'size', header: key('Size'), of: (label) => label.size },
    { id: 'ean', header: key('EAN'), kind: 'code', of: (label) => label.ean },
    {
      id: 'mrp',
      header: key('MRP'),
      kind: 'end',
      of: (label, { money }) => (label.mrp_minor === null ? null : money({ minor: label.mrp_minor, currency: 'INR' })),
    },
    { id: 'origin', header: key('Origin'), kind: 'code', of: (label) => label.origin },
    {
      ...{
        id: 'missing',
        header: key('Missing'),
        mark: ({ missing }: Label) => (missing.length > 0 ? 'warn' : undefined),
      },
      ...{ kind: 'words' as const, of: ({ missing }: Label) => missing.map((fact) => missingOfSku[fact]) },
    },
    {
      ...{ id: 'copies', header: key('Copies'), kind: 'end' },
      of: (label, { t }) => (
        <QuantityInput
          value={copiesOf(label) || null}
          max={mostCopies}
          placeholder="0"
          label={`${t('Copies')}, ${label.nm_sku}`}
          onChange={(copies) => onType(label.nm_sku, copies === null ? null : Math.min(copies, mostCopies))}
        />
      ),
    },
  ]
}
