import { Button, Dialog } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/contract/index.ts'
import { usePrintDialog } from '../../actions/print/usePrintDialog.tsx'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { fileCall } from '../../api/client.ts'
import { useFormats } from '../../i18n/formats.ts'
import { FailedState, LoadingRows } from '../../kit/states.tsx'
import { SkuCopies } from './SkuCopies.tsx'

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
  const found = useAnswer('vendor.getViewSkuLabels', { shipment_id: shipmentId }, { enabled: isOpen })
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
    const call = fileCall(contract.vendor.getSkuLabels, { shipment_id: shipmentId, items })
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
