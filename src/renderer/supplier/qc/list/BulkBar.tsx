import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { QcBoxRow } from '../../../../shared/contract/qc-shapes.ts'
import { useReturnToVendor } from '../../qc-returns/use-return-to-vendor.tsx'
import { useBoxMoves } from '../moves/use-box-moves.tsx'

/** What can be done with the chosen boxes; each says first how many will change, and which not and why. */
export function BulkBar({ boxes, onDone }: { boxes: readonly QcBoxRow[]; onDone: () => void }) {
  const { t } = useTranslation()
  const moves = useBoxMoves(onDone)
  const back = useReturnToVendor(
    boxes.map((box) => box.box_id),
    onDone,
  )
  return (
    <>
      <Button
        size="small"
        intent="primary"
        text={t('Ready for invoice')}
        loading={moves.isRunning}
        onClick={() => moves.makeReady(boxes)}
      />
      <Button size="small" text={t('To shelf…')} onClick={() => moves.shelve(boxes)} />
      <Button size="small" text={t('Revert to QC…')} onClick={() => moves.revert(boxes)} />
      <Button size="small" text={t('Return to vendor…')} onClick={() => back.open()} />
      {moves.dialogs}
      {back.dialog}
    </>
  )
}
