import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { QcBoxRow } from '../../../../shared/contract/qc-shapes.ts'
import type { ShipToIndia } from '../../qc-invoices/use-ship-to-india.tsx'
import type { ReturnToVendor } from '../../qc-returns/use-return-to-vendor.tsx'
import type { BoxMoves } from '../moves/use-box-moves.tsx'

interface BulkBarProps {
  boxes: readonly QcBoxRow[]
  /** Of the list: their dialogs outlive the choice that this bar stands for. */
  moves: BoxMoves
  back: ReturnToVendor
  ship: ShipToIndia
}

/** What can be done with the chosen boxes; each says first how many will change, and which not and why. */
export function BulkBar({ boxes, moves, back, ship }: BulkBarProps) {
  const { t } = useTranslation()
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
      <Button size="small" text={t('Return to vendor…')} onClick={() => back.open(boxes.map((box) => box.box_id))} />
      {boxes.some(({ quantities }) => quantities.invoiced > 0) ? (
        <Button size="small" text={t('Ship to India…')} onClick={() => ship.open(boxes.map((box) => box.box_id))} />
      ) : null}
    </>
  )
}
