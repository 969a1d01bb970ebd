import { Button, Dialog } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { fileCall } from '../../api/client.ts'
import { useFormats, useNamed } from '../../i18n/formats.ts'
import { QuantityInput } from '../../kit/quantities.tsx'
import { FailedState, LoadingRows } from '../../kit/states.tsx'
import { usePrintDialog } from '../PrintDialog.tsx'

interface SkuLabelsDialogProps {
  shipmentId: string
  isOpen: boolean
  onClose: () => void
}

/** How many labels of each SKU: one per piece, or as many as typed; then the print dialog shows them. */
export function SkuLabelsDialog({ shipmentId, isOpen, onClose }: SkuLabelsDialogProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const say = useSay()
  const print = usePrintDialog()
  const found = useAnswer('shipments.getViewSkuLabels', { shipment_id: shipmentId }, { enabled: isOpen })
  const [typed, setTyped] = useState<Record<string, number | null>>({})
  const labels = found.data?.labels ?? []
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
    void print.open({ kind: 'sku', call, title, count: total })
    onClose()
  }
  return (
    <>
      <Dialog isOpen={isOpen} onClose={onClose} title={t('SKU labels')} className="sku-labels" transitionDuration={100}>
        <div className="bp6-dialog-body">
          {found.isError ? (
            <FailedState text={say.problem(found.error)} onRetry={() => void found.reload()} />
          ) : found.isLoading ? (
            <LoadingRows rows={6} />
          ) : (
            <SkuCopies
              labels={labels}
              copiesOf={copiesOf}
              onType={(nmSku, copies) => setTyped((now) => ({ ...now, [nmSku]: copies }))}
              onEach={(copies) => setTyped(Object.fromEntries(labels.map(({ nm_sku }) => [nm_sku, copies])))}
              onPerPiece={() => setTyped({})}
            />
          )}
        </div>
        <div className="bp6-dialog-footer">
          <p className="plat-make-sum" role="status">
            {t('Labels: {{n}}', { n: formats.number(total) })}
          </p>
          <div className="bp6-dialog-footer-actions">
            <Button text={t('Cancel')} onClick={onClose} />
            <Button
              intent="primary"
              icon={<Print />}
              text={t('Preview and print…')}
              disabled={total === 0}
              onClick={open}
            />
          </div>
        </div>
      </Dialog>
      {print.dialog}
    </>
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
export function SkuCopies({ labels, copiesOf, onType, onEach, onPerPiece }: SkuCopiesProps) {
  const { t } = useTranslation()
  const named = useNamed()
  return (
    <>
      <div className="sku-labels-tools">
        <Button size="small" text={t('One per piece')} onClick={onPerPiece} />
        <Button size="small" text={t('One of each')} onClick={() => onEach(1)} />
        <Button size="small" text={t('None')} onClick={() => onEach(0)} />
      </div>
      <div className="plain-scroll">
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('NM SKU')}</th>
              <th>{t('Style')}</th>
              <th>{t('Colour')}</th>
              <th>{t('Size')}</th>
              <th className="end">{t('Copies')}</th>
            </tr>
          </thead>
          <tbody>
            {labels.map((label) => (
              <tr key={label.nm_sku}>
                <td className="code">{label.nm_sku}</td>
                <td>
                  {label.style_id} <span className="muted">{named(label.style_name, label.style_name_zh)}</span>
                </td>
                <td>{named(label.color, label.color_zh)}</td>
                <td>{label.size}</td>
                <td className="end">
                  <QuantityInput
                    value={copiesOf(label.nm_sku, label.copies) || null}
                    max={mostCopies}
                    placeholder="0"
                    label={`${t('Copies')}, ${label.nm_sku}`}
                    onChange={(copies) => onType(label.nm_sku, copies === null ? null : Math.min(copies, mostCopies))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
