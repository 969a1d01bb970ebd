import { useState } from 'react'
import type { DispositionRow } from '../../../shared/areas/rejected-skus/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { useLocale } from '../../table/words.ts'

interface ReworkDialogProps extends DialogTurn {
  one: DispositionRow
}

/** How many pieces came back from rework: all of them, or a part, while the others are reworked on. */
export function ReworkDialog({ one, ...turn }: ReworkDialogProps) {
  const { t, number } = useLocale()
  const [pieces, setPieces] = useState<number | null>(one.quantity)
  const back = useAction(
    (quantity: number, options) =>
      api.rejectedSkus.reconcileRejectedSkus(
        { action: 'back_from_rework', disposition_ids: [one.disposition_id], quantity },
        options,
      ),
    { what: t('Decisions') },
  )
  const isRight = pieces !== null && pieces > 0 && pieces <= one.quantity
  const send = async () => {
    if (!isRight || !(await back.run(pieces))) return
    showToast({ tone: 'success', text: t('Back from rework') })
    turn.onClose()
  }
  const step = { text: t('Back from rework'), run: send, isRunning: back.isRunning, isOff: !isRight }
  return (
    <Modal {...turn} title={`${t('Back from rework')}?`} width={460}>
      <DialogParts onCancel={turn.onClose} step={step}>
        <p>{t('They come to inspection again; the others are reworked on.')}</p>
        <div className="rework-pieces">
          <QuantityInput value={pieces} label={t('Pieces that came back')} isInvalid={!isRight} onChange={setPieces} />
          <span className="muted">{t('of {{n}} pcs', { n: number(one.quantity) })}</span>
        </div>
      </DialogParts>
    </Modal>
  )
}
