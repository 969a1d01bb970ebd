import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QcBoxRow } from '../../../../shared/contract/qc-shapes.ts'
import { useAction } from '../../../actions/useAction.ts'
import { api } from '../../../api/client.ts'
import { useConfirm } from '../../../kit/useConfirm.tsx'
import { useReason } from '../../use-reason.tsx'
import { MoveSummary } from './MoveSummary.tsx'
import { usualReasons } from './reasons.ts'
import { ShelfDialog } from './ShelfDialog.tsx'
import { useLeftOut } from './use-left-out.tsx'
import { type BoxMove, splitBoxes } from './what-moves.ts'

type Boxes = readonly QcBoxRow[]

export interface BoxMoves {
  makeReady: (boxes: Boxes) => void
  unready: (boxes: Boxes) => void
  shelve: (boxes: Boxes) => void
  unshelve: (boxes: Boxes) => void
  revert: (boxes: Boxes) => void
  /** Pieces of one style of a box only. */
  revertStyle: (box: QcBoxRow, styleId: string) => void
  isRunning: boolean
  dialogs: ReactNode
}

const ids = (boxes: Boxes) => boxes.map((box) => box.box_id)

/** What several boxes, or one, can be moved to. Each says first how many will change and which not; `onDone` follows a success. */
export function useBoxMoves(onDone?: () => void): BoxMoves {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const reason = useReason()
  const leftOut = useLeftOut()
  const [shelving, setShelving] = useState<{ boxes: Boxes; isOpen: boolean }>({ boxes: [], isOpen: false })
  const ready = useAction(api.chinaQc.createReadyForInvoice)
  const shelf = useAction(api.chinaQc.inwardBoxToShelf)
  const revert = useAction(api.chinaQc.revertBoxToQc)
  const revertStyles = useAction(api.chinaQc.revertStylesToQualityInspection)

  const after = (reply: Awaited<ReturnType<typeof ready.run>>) => {
    if (reply === undefined) return false
    leftOut.show(reply.data.left_out)
    onDone?.()
    return true
  }
  const asked = async (boxes: Boxes, move: BoxMove, title: string, verb: string) =>
    confirm.ask({
      title,
      text: <MoveSummary boxes={boxes} move={move} />,
      confirm: verb,
      isVoid: splitBoxes(boxes, move).going.length === 0,
    })

  return {
    makeReady: async (boxes) => {
      const title = t('Ready for invoice')
      if (await asked(boxes, 'make_ready', title, title)) after(await ready.run({ box_ids: ids(boxes) }))
    },
    unready: async (boxes) => {
      const title = t('Not ready for invoice')
      if (await asked(boxes, 'unready', title, title)) after(await ready.run({ box_ids: ids(boxes), action: 'undo' }))
    },
    shelve: (boxes) => setShelving({ boxes, isOpen: true }),
    unshelve: async (boxes) => {
      const title = t('Take off the shelf')
      if (await asked(boxes, 'unshelve', title, title)) after(await shelf.run({ box_ids: ids(boxes), action: 'take' }))
    },
    revert: (boxes) =>
      reason.ask({
        title: t('Revert to QC'),
        text: (
          <>
            <p>{t('Judged pieces wait for inspection again; what was found stays in the history.')}</p>
            <MoveSummary boxes={boxes} move="revert" />
          </>
        ),
        confirm: t('Revert to QC'),
        usual: usualReasons.revert,
        run: async (why) =>
          splitBoxes(boxes, 'revert').going.length > 0 && after(await revert.run({ box_ids: ids(boxes), reason: why })),
      }),
    revertStyle: (box, styleId) =>
      reason.ask({
        title: t('Revert style {{style}} to QC', { style: styleId }),
        text: t('Judged pieces of this style wait for inspection again; what was found stays in the history.'),
        confirm: t('Revert to QC'),
        usual: usualReasons.revert,
        run: async (why) =>
          after(await revertStyles.run({ styles: [{ box_id: box.box_id, style_id: styleId }], reason: why })),
      }),
    isRunning: ready.isRunning || shelf.isRunning || revert.isRunning || revertStyles.isRunning,
    dialogs: (
      <>
        {confirm.dialog}
        {reason.dialog}
        {leftOut.dialog}
        <ShelfDialog
          key={ids(shelving.boxes).join()}
          {...shelving}
          isRunning={shelf.isRunning}
          onPut={async (name) => {
            const input = { box_ids: ids(shelving.boxes), ...(name && { shelf: name }) }
            if (after(await shelf.run(input))) setShelving((now) => ({ ...now, isOpen: false }))
          }}
          onClose={() => setShelving((now) => ({ ...now, isOpen: false }))}
        />
      </>
    ),
  }
}
