import { Button, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDown } from '@blueprintjs/icons'
import type { QcBoxRow } from '../../../../shared/areas/inspection/shapes.ts'
import type { QcBucket } from '../../../../shared/areas/qc-boxes/quantities.ts'
import type { QcTab } from '../../../../shared/areas/qc-boxes/status.ts'
import { useAnswer } from '../../../actions/useRows.ts'
import { KeyMenu } from '../../../kit/KeyMenu.tsx'
import { showToast } from '../../../kit/Toasts.tsx'
import { useLocale } from '../../../table/words.ts'
import type { ShipToIndia } from '../../invoices/ShipDialog.tsx'
import type { ReturnToVendor } from '../../returns/ReturnDialog.tsx'
import type { useAssignBoxes } from '../assign/AssignBoxes.tsx'
import { useIsLead } from '../desk.ts'
import { allOfList, type BoxMoves, idsOfList } from '../moves/box-moves.tsx'
import { useLoading } from '../moves/what-moves.tsx'

interface BulkBarProps {
  boxes: readonly QcBoxRow[]
  /** When all that match are chosen: the list that they are of. */
  all: { filter: Parameters<typeof allOfList>[0]; tab: QcTab } | null
  /** Of the list: their dialogs outlive the choice that this bar stands for. */
  moves: BoxMoves
  back: ReturnToVendor
  ship: ShipToIndia
  assigning: Pick<ReturnType<typeof useAssignBoxes>, 'open' | 'isRunning'>
  /** Opens the page of a shipment. */
  onShipment: (shipmentId: string) => void
}

/** Boxes that one return or one shipping is about at most. */
const mostOnPaper = 5_000

/** What can be done with the chosen boxes; each says first how many will change, and which not and why. */
export function BulkBar({ boxes, all, moves, back, ship, assigning, onShipment }: BulkBarProps) {
  const { t, number } = useLocale()
  const isLead = useIsLead()
  const gathering = useLoading()
  const chosen = all ? allOfList(all.filter) : boxes
  const isBlind = useAnswer('inspection.qcSettings', {}).data?.settings.blind_count ?? true
  const offers = (move: OfferedMove) => isOffered(move, boxes, all?.tab ?? null) && !(move === 'count' && isBlind)
  const withIds = async (open: (ids: readonly string[]) => void) => {
    if (all === null) return open(boxes.map((box) => box.box_id))
    const found = await gathering.run(() => idsOfList(all.filter, mostOnPaper))
    if (found === undefined) return
    if (found.beyond === 0) return open(found.ids)
    const text = t('{{n}} boxes at once at most: please narrow the list first.', { n: number(mostOnPaper) })
    showToast({ tone: 'error', text })
  }
  const isBusy = moves.isRunning || gathering.isRunning
  const takenBack = [
    ...(offers('unready') ? [{ text: t('Not ready for invoice'), run: () => moves.unready(chosen) }] : []),
    ...(offers('unshelve') ? [{ text: t('Take off the shelf'), run: () => moves.unshelve(chosen) }] : []),
    ...(offers('undo_inward') ? [{ text: t('Undo inward'), run: () => moves.undoInward(chosen) }] : []),
  ]
  return (
    <>
      {offers('count') ? (
        <Button
          size="small"
          intent="primary"
          text={t('Count as declared')}
          loading={isBusy}
          onClick={() => moves.countAsDeclared(chosen)}
        />
      ) : null}
      {offers('inspect') ? <InspectShipment boxes={boxes} onOpen={onShipment} /> : null}
      {offers('make_ready') ? (
        <Button
          size="small"
          intent="primary"
          text={t('Ready for invoice')}
          loading={isBusy}
          onClick={() => moves.makeReady(chosen)}
        />
      ) : null}
      {isLead ? (
        <Button
          size="small"
          text={t('Inspector…')}
          disabled={isBusy || assigning.isRunning}
          onClick={() => void withIds((ids) => assigning.open(ids))}
        />
      ) : null}
      <Button size="small" text={t('To shelf…')} disabled={isBusy} onClick={() => moves.shelve(chosen)} />
      <Button size="small" text={t('Revert to QC…')} disabled={isBusy} onClick={() => moves.revert(chosen)} />
      <Button
        size="small"
        text={t('Return to vendor…')}
        disabled={isBusy}
        onClick={() => void withIds((ids) => back.open(ids))}
      />
      {offers('ship') ? (
        <Button
          size="small"
          text={t('Ship to India…')}
          disabled={isBusy}
          onClick={() => void withIds((ids) => ship.openBoxes(ids))}
        />
      ) : null}
      <TakeBack back={takenBack} isBusy={isBusy} />
    </>
  )
}

/** Boxes of one shipment that wait for inspection are judged on its page, lot by lot. */
function InspectShipment({ boxes, onOpen }: { boxes: readonly QcBoxRow[]; onOpen: (shipmentId: string) => void }) {
  const { t } = useLocale()
  const [shipment, another] = new Set(boxes.map(({ shipment_id }) => shipment_id))
  if (shipment === undefined || another !== undefined) return null
  return <Button size="small" intent="primary" text={t('Inspect the shipment')} onClick={() => onOpen(shipment)} />
}

interface TakeBackProps {
  back: readonly { text: string; run: () => void }[]
  isBusy: boolean
}

/** What undoes a step: one beside the others, several in a menu, so that the bar stays one row. */
function TakeBack({ back, isBusy }: TakeBackProps) {
  const { t } = useLocale()
  if (back.length < 2)
    return back.map(({ text, run }) => <Button key={text} size="small" text={text} disabled={isBusy} onClick={run} />)
  const menu = (
    <KeyMenu>
      {back.map(({ text, run }) => (
        <MenuItem key={text} text={text} onClick={run} />
      ))}
    </KeyMenu>
  )
  return (
    <PopoverNext content={menu} placement="bottom-end" animation="minimal" arrow={false}>
      <Button size="small" text={t('More')} endIcon={<CaretDown />} disabled={isBusy} />
    </PopoverNext>
  )
}

/** Moves that a bulk bar offers only where boxes may be chosen that have what they take; the others are always there. */
const offered = {
  /** The step that the chosen boxes are at. */
  count: { of: 'uncounted', tab: 'inwarded' },
  inspect: { of: 'to_inspect', tab: 'in_qc' },
  make_ready: { of: 'passed', or: 'shelved', tab: 'passed' },
  undo_inward: { of: 'uncounted', tab: 'inwarded' },
  unshelve: { of: 'shelved', tab: 'passed' },
  unready: { of: 'ready', tab: 'ready_to_ship' },
  ship: { of: 'invoiced', tab: 'ready_to_ship' },
} as const satisfies Record<string, { of: QcBucket; or?: QcBucket; tab: QcTab }>

export type OfferedMove = keyof typeof offered

/** Of rows it is seen; of all that match, only their tab is known. */
export function isOffered(move: OfferedMove, boxes: readonly QcBoxRow[], tabOfAll: QcTab | null): boolean {
  const { of, tab, or = of }: { of: QcBucket; or?: QcBucket; tab: QcTab } = offered[move]
  if (tabOfAll !== null) return tabOfAll === tab || tabOfAll === 'all'
  return boxes.some(({ quantities }) => quantities[of] + quantities[or] > 0)
}
