import './labels.css'
import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { labelFaults, mostLabelsAPrint } from '../../../shared/areas/labels/rules.ts'
import { contract } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { fileCall } from '../../api/client.ts'
import { key, listed, useFormats } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { type PrintDialogHandle, usePrintDialog } from '../PrintDialog.tsx'
import { chosenBoxes, type LabelledBox, piecesIn } from './chosen-boxes.ts'

/** `const skuLabels = useSkuLabels(shipmentId); … skuLabels.open() … {skuLabels.dialog}`: first how many of each, then the print dialog. */
export function useSkuLabels(
  shipmentId: string,
  boxes: readonly LabelledBox[],
): { open: () => void; dialog: ReactNode } {
  const print = usePrintDialog()
  // The print dialog outlives the one that it follows.
  const { open, dialog } = useDialog(SkuLabelsDialog, { shipmentId, boxes, onPrint: print.open })
  return {
    open,
    dialog: (
      <>
        {dialog}
        {print.dialog}
      </>
    ),
  }
}

interface SkuLabelsDialogProps extends DialogTurn {
  shipmentId: string
  boxes: readonly LabelledBox[]
  onPrint: PrintDialogHandle['open']
}

/** How many labels of each SKU: one per piece, or as many as typed. */
function SkuLabelsDialog({ shipmentId, boxes, onPrint, ...turn }: SkuLabelsDialogProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const found = useAnswer('shipments.getViewSkuLabels', { shipment_id: shipmentId })
  const [typed, setTyped] = useState<Record<string, number | null>>({})
  const [named, setNamed] = useState('')
  const chosen = chosenBoxes(named, boxes)
  const inChosen = named.trim() === '' ? null : piecesIn(chosen.boxes)
  const labels = (found.data?.labels ?? []).flatMap((label) => {
    const copies = inChosen === null ? label.copies : (inChosen.get(label.nm_sku) ?? 0)
    return copies === 0 ? [] : [{ ...label, copies }]
  })
  const copiesOf = (nmSku: string, copies: number) => {
    const own = typed[nmSku]
    return own === undefined ? copies : (own ?? 0)
  }
  const items = labels
    .map(({ nm_sku, copies }) => ({ nm_sku, copies: copiesOf(nm_sku, copies) }))
    .filter(({ copies }) => copies > 0)
  const total = items.reduce((sum, { copies }) => sum + copies, 0)
  const open = () => {
    const call = fileCall(contract.shipments.getSkuLabels, { shipment_id: shipmentId, items })
    const title = t('{{shipment_id}}, SKU labels: {{n}}', { shipment_id: shipmentId, n: total })
    void onPrint({ kind: 'sku', call, title, count: total })
    turn.onClose()
  }
  return (
    <Modal {...turn} title={t('SKU labels')} className="sku-labels" width={720}>
      <DialogParts
        onCancel={turn.onClose}
        step={{
          ...{ text: t('Preview and print…'), icon: <Print />, run: open },
          isOff: total === 0 || total > mostLabelsAPrint || chosen.unknown.length > 0,
        }}
        foot={
          <div role="status">
            <p className="plat-make-sum">{t('Labels: {{n}}', { n: formats.number(total) })}</p>
            {total > mostLabelsAPrint ? (
              <Callout tone="warn">
                {t(labelFaults.tooMany, { count: total, most: formats.number(mostLabelsAPrint) })}
              </Callout>
            ) : null}
          </div>
        }
      >
        {boxes.length > 0 ? (
          <BoxChoice
            value={named}
            unknown={chosen.unknown}
            onChange={(text) => {
              setNamed(text)
              setTyped({})
            }}
          />
        ) : null}
        <Loaded answer={found} rows={6}>
          {() => (
            <SkuCopies
              labels={labels}
              copiesOf={copiesOf}
              onType={(nmSku, copies) => setTyped((now) => ({ ...now, [nmSku]: copies }))}
              onEach={(copies) => setTyped(Object.fromEntries(labels.map(({ nm_sku }) => [nm_sku, copies])))}
              onPerPiece={() => setTyped({})}
            />
          )}
        </Loaded>
      </DialogParts>
    </Modal>
  )
}

interface BoxChoiceProps {
  value: string
  unknown: readonly string[]
  onChange: (value: string) => void
}

function BoxChoice({ value, unknown, onChange }: BoxChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <FormGroup
      label={t('Labels of boxes')}
      labelFor={id}
      className="sku-labels-boxes"
      {...(unknown.length > 0 && {
        intent: 'danger' as const,
        helperText: t('Not in this shipment: {{boxes}}', { boxes: listed(unknown) }),
      })}
    >
      <InputGroup
        id={id}
        value={value}
        placeholder={t('All boxes, or for example BX-1, 3-5')}
        onChange={({ target }) => onChange(target.value)}
      />
    </FormGroup>
  )
}

interface SkuCopiesProps {
  labels: CallData<'shipments.getViewSkuLabels'>['labels']
  copiesOf: (nmSku: string, copies: number) => number
  onType: (nmSku: string, copies: number | null) => void
  onEach: (copies: number) => void
  onPerPiece: () => void
}

const mostCopies = 5_000

/** The SKUs with their copies, typed one by one or all at once. */
function SkuCopies({ labels, copiesOf, onType, onEach, onPerPiece }: SkuCopiesProps) {
  const { t } = useTranslation()
  const fields: readonly ShownField<SkuCopiesProps['labels'][number]>[] = [
    { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: (label) => label.nm_sku },
    {
      id: 'style',
      header: key('Style'),
      of: (label, { name }) => (
        <WithPicture of={label}>
          <span>
            {label.style_id} <span className="muted">{name(label.style_name, label.style_name_zh)}</span>
          </span>
        </WithPicture>
      ),
    },
    { id: 'color', header: key('Colour'), of: (label, { name }) => name(label.color, label.color_zh) },
    { id: 'size', header: key('Size'), of: (label) => label.size },
    {
      id: 'copies',
      header: key('Copies'),
      kind: 'end',
      of: (label) => (
        <QuantityInput
          value={copiesOf(label.nm_sku, label.copies) || null}
          max={mostCopies}
          placeholder="0"
          label={`${t('Copies')}, ${label.nm_sku}`}
          onChange={(copies) => onType(label.nm_sku, copies === null ? null : Math.min(copies, mostCopies))}
        />
      ),
    },
  ]
  return (
    <>
      <div className="sku-labels-tools">
        <Button size="small" text={t('One per piece')} onClick={onPerPiece} />
        <Button size="small" text={t('One of each')} onClick={() => onEach(1)} />
        <Button size="small" text={t('Print none')} onClick={() => onEach(0)} />
      </div>
      <FieldTable fields={fields} rows={labels} rowKey={(label) => label.nm_sku} />
    </>
  )
}
