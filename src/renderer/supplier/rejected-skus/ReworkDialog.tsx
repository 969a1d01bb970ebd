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
  const { t, plural, number } = useLocale()
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
    showToast({
      tone: 'success',
      text: plural(pieces, '1 piece is back from rework.', '{{n}} pieces are back from rework.'),
    })
    turn.onClose()
  }
  const stays = isRight ? one.quantity - pieces : 0
  const step = { text: t('Back from rework'), run: send, isRunning: back.isRunning, isOff: !isRight }
  return (
    <Modal {...turn} title={`${t('Back from rework')}?`} width={460}>
      <DialogParts onCancel={turn.onClose} step={step}>
        <div className="rework-pieces">
          <span>{t('Pieces that came back')}</span>
          <QuantityInput value={pieces} label={t('Pieces that came back')} isInvalid={!isRight} onChange={setPieces} />
          <span className="muted">{t('of {{n}} pcs', { n: number(one.quantity) })}</span>
        </div>
        <p className="muted">
          {t('They are inspected again.')}{' '}
          {stays > 0 && plural(stays, '1 piece stays in rework.', '{{n}} pieces stay in rework.')}
        </p>
      </DialogParts>
    </Modal>
  )
}
