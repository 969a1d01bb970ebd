import { type ReactNode, useState } from 'react'
import type { QcBoxRow } from '../../../../shared/contract/qc-shapes.ts'
import { useAction } from '../../../actions/useAction.ts'
import { api } from '../../../api/client.ts'
import { useConfirm } from '../../../kit/useConfirm.tsx'
import { useWords } from '../../../table/words.ts'
import { useReason } from '../../use-reason.tsx'
import { type Chosen, planFor } from './chosen.ts'
import type { SendPart } from './in-parts.ts'
import { MoveSummary } from './MoveSummary.tsx'
import { doneWords } from './move-words.ts'
import { usualReasons } from './reasons.ts'
import { ShelfDialog } from './ShelfDialog.tsx'
import { undoneBoxes } from './undone-boxes.ts'
import { useLoading } from './use-loading.ts'
import { allStaying, useOutcome } from './use-outcome.tsx'
import { isInParts, useParts } from './use-parts.tsx'
import type { BoxMove, MovePlan } from './what-moves.ts'

export interface BoxMoves {
  makeReady: (boxes: Chosen) => void
  unready: (boxes: Chosen) => void
  shelve: (boxes: Chosen) => void
  unshelve: (boxes: Chosen) => void
  revert: (boxes: Chosen) => void
  undoInward: (boxes: Chosen) => void
  /** Pieces of one style of a box only. */
  revertStyle: (box: QcBoxRow, styleId: string) => void
  isRunning: boolean
  dialogs: ReactNode
}

const toReady: SendPart = (box_ids, options) => api.chinaQc.createReadyForInvoice({ box_ids }, options)
const toPassed: SendPart = (box_ids, options) => api.chinaQc.createReadyForInvoice({ box_ids, action: 'undo' }, options)
const offShelf: SendPart = (box_ids, options) => api.chinaQc.inwardBoxToShelf({ box_ids, action: 'take' }, options)

const outOfTheDoor: SendPart = async (ids, options) => {
  const boxes = ids.map((code) => ({ code }))
  return undoneBoxes((await api.chinaQc.inwardBoxes({ action: 'undo', boxes }, options)).data.results)
}

/** What several boxes, or one, can be moved to. Each says first how many will change and which not; `onDone` follows a success. */
export function useBoxMoves(onDone?: () => void): BoxMoves {
  const { t, plural } = useWords()
  const confirm = useConfirm()
  const reason = useReason()
  const parts = useParts(onDone)
  const plans = useLoading()
  const styles = useStyleRevert(reason, onDone)
  const [shelving, setShelving] = useState<{ plan: MovePlan; isOpen: boolean; turn: number } | null>(null)

  const done = (move: BoxMove) => (boxes: number) => plural(boxes, ...doneWords[move])
  /** Asks with the plan on the table; gives it when the user agrees. A plan that moves nothing only says why. */
  const agreed = async (boxes: Chosen, move: BoxMove, title: string, needsMore = false) => {
    const plan = await plans.run(() => planFor(boxes, move))
    if (plan === undefined) return undefined
    const isVoid = plan.boxIds.length === 0
    if (needsMore && !isVoid) return plan
    return (await confirm.ask({ title, text: <MoveSummary plan={plan} />, confirm: title, isVoid })) ? plan : undefined
  }
  const plainly = (move: BoxMove, title: string, send: SendPart, undo?: SendPart) => async (boxes: Chosen) => {
    const plan = await agreed(boxes, move, title)
    if (plan) await parts.run(plan, { title, send, done: done(move), ...(undo && { undo }) })
  }
  /** Many boxes show their progress in place of the dialog that began it. */
  const begin = (plan: MovePlan, move: BoxMove, title: string, send: SendPart): Promise<boolean> => {
    const running = parts.run(plan, { title, send, done: done(move) })
    return isInParts(plan) ? Promise.resolve(true) : running
  }
  const putOn = async (name: string) => {
    if (shelving === null) return
    const send: SendPart = (box_ids, options) => api.chinaQc.inwardBoxToShelf({ box_ids, shelf: name }, options)
    if (await begin(shelving.plan, 'shelve', t('Put on a shelf'), send)) closeShelf()
  }
  const closeShelf = () => setShelving((now) => now && { ...now, isOpen: false })

  return {
    makeReady: plainly('make_ready', t('Ready for invoice'), toReady),
    unready: plainly('unready', t('Not ready for invoice'), toPassed, toReady),
    undoInward: plainly('undo_inward', t('Undo inward'), outOfTheDoor),
    unshelve: plainly('unshelve', t('Take off the shelf'), offShelf),
    shelve: async (boxes) => {
      const plan = await agreed(boxes, 'shelve', t('Put on a shelf'), true)
      if (plan) setShelving((now) => ({ plan, isOpen: true, turn: (now?.turn ?? 0) + 1 }))
    },
    revert: async (boxes) => {
      const title = t('Revert to QC')
      const plan = await agreed(boxes, 'revert', title, true)
      if (plan === undefined) return
      reason.ask({
        title,
        text: (
          <>
            <p>{t('Judged pieces wait for inspection again; what was found stays in the history.')}</p>
            <MoveSummary plan={plan} />
          </>
        ),
        confirm: title,
        usual: usualReasons.revert,
        run: (why) =>
          begin(plan, 'revert', title, (box_ids, options) =>
            api.chinaQc.revertBoxToQc({ box_ids, reason: why }, options),
          ),
      })
    },
    revertStyle: styles.revert,
    isRunning: plans.isRunning || parts.isRunning || styles.isRunning,
    dialogs: (
      <>
        {confirm.dialog}
        {reason.dialog}
        {styles.dialog}
        {shelving ? (
          <ShelfDialog
            key={`shelf ${shelving.turn}`}
            plan={shelving.plan}
            isOpen={shelving.isOpen}
            isRunning={parts.isRunning}
            onPut={(name) => void putOn(name)}
            onClose={closeShelf}
          />
        ) : null}
        {parts.dialogs}
      </>
    ),
  }
}

function useStyleRevert(reason: ReturnType<typeof useReason>, onDone: (() => void) | undefined) {
  const { t } = useWords()
  const outcome = useOutcome()
  const work = useAction(api.chinaQc.revertStylesToQualityInspection)
  const revert = (box: QcBoxRow, styleId: string) =>
    reason.ask({
      title: t('Revert style {{style}} to QC', { style: styleId }),
      text: t('Judged pieces of this style wait for inspection again; what was found stays in the history.'),
      confirm: t('Revert to QC'),
      usual: usualReasons.revert,
      run: async (why) => {
        const reply = await work.run({ styles: [{ box_id: box.box_id, style_id: styleId }], reason: why })
        if (reply === undefined) return false
        const { boxes, left_out } = reply.data
        outcome.show({ changed: boxes.length, notReached: 0, staying: allStaying(left_out) })
        onDone?.()
        return true
      },
    })
  return { revert, isRunning: work.isRunning, dialog: outcome.dialog }
}
