import type { ReactNode } from 'react'
import { documentProblems } from '../../../../shared/areas/invoices/rules.ts'
import { moveProblems } from '../../../../shared/areas/qc-boxes/moves.ts'
import { doorWords } from '../../../../shared/areas/receiving/rules.ts'
import type { CallData, CallInput } from '../../../actions/calls.ts'
import { api, type CallOptions } from '../../../api/client.ts'
import { useReason } from '../../../forms/fields.tsx'
import { useAskedAction } from '../../../forms/useAskedAction.tsx'
import { key } from '../../../i18n/formats.ts'
import { useDialog } from '../../../kit/dialogs.tsx'
import { draftOfAll } from '../../../kit/drafts.ts'
import { useConfirm } from '../../../kit/useConfirm.tsx'
import { useLocale } from '../../../table/words.ts'
import { useDesk } from '../desk.ts'
import type { PartReply, SendPart } from './in-parts.tsx'
import { allStaying, ShelfDialog, useOutcome } from './ShelfDialog.tsx'
import { isInParts, useParts } from './use-parts.tsx'
import { type BoxMove, type MovableBox, type MovePlan, MoveSummary, nameOf, planOf, useLoading } from './what-moves.tsx'

export interface BoxMoves {
  countAsDeclared: (boxes: Chosen) => void
  makeReady: (boxes: Chosen) => void
  unready: (boxes: Chosen) => void
  shelve: (boxes: Chosen) => void
  unshelve: (boxes: Chosen) => void
  revert: (boxes: Chosen) => void
  undoInward: (boxes: Chosen) => void
  isRunning: boolean
  dialogs: ReactNode
}

const asDeclared: SendPart = (box_ids, options) => api.counting.countAsDeclared({ box_ids }, options)
const notCounted: SendPart = (box_ids, options) => api.counting.countAsDeclared({ box_ids, action: 'undo' }, options)
const toReady: SendPart = (box_ids, options) => api.invoices.createReadyForInvoice({ box_ids }, options)
const toPassed: SendPart = (box_ids, options) =>
  api.invoices.createReadyForInvoice({ box_ids, action: 'undo' }, options)
const offShelf: SendPart = (box_ids, options) => api.qcBoxes.inwardBoxToShelf({ box_ids, action: 'take' }, options)

const outOfTheDoor: SendPart = async (ids, options) => {
  const boxes = ids.map((code) => ({ code }))
  return undoneBoxes((await api.receiving.inwardBoxes({ action: 'undo', boxes }, options)).data.results)
}

/** What several boxes, or one, can be moved to. Each says first how many will change and which not; `onDone` follows a success. */
export function useBoxMoves(onDone?: () => void): BoxMoves {
  const { t, plural } = useLocale()
  const confirm = useConfirm()
  const revert = useRevert(api.qcBoxes.revertBoxToQc, onDone)
  const parts = useParts(onDone)
  const plans = useLoading()

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
  const shelf = useDialog(ShelfDialog, {
    isRunning: parts.isRunning,
    onPut: async (plan: MovePlan, name: string) => {
      const send: SendPart = (box_ids, options) => api.qcBoxes.inwardBoxToShelf({ box_ids, shelf: name }, options)
      if (await begin(plan, 'shelve', t('Put on a shelf'), send)) shelf.close()
    },
  })

  return {
    countAsDeclared: plainly('count', t('Count as declared'), asDeclared, notCounted),
    makeReady: plainly('make_ready', t('Ready for invoice'), toReady),
    unready: plainly('unready', t('Not ready for invoice'), toPassed, toReady),
    undoInward: plainly('undo_inward', t('Undo inward'), outOfTheDoor),
    unshelve: plainly('unshelve', t('Take off the shelf'), offShelf),
    shelve: async (boxes) => {
      const plan = await agreed(boxes, 'shelve', t('Put on a shelf'), true)
      if (plan) shelf.open({ plan })
    },
    revert: revert.ask,
    isRunning: plans.isRunning || parts.isRunning || revert.isRunning,
    dialogs: (
      <>
        {confirm.dialog}
        {revert.dialogs}
        {shelf.dialog}
        {parts.dialogs}
      </>
    ),
  }
}

type RevertCall = (input: CallInput<'qcBoxes.revertBoxToQc'>, options: CallOptions) => Promise<PartReply>

/** Judged pieces of boxes wait for inspection again, by this country's call: says first which boxes change, and asks why. */
export function useRevert(send: RevertCall, onDone?: () => void) {
  const { t, plural } = useLocale()
  const confirm = useConfirm()
  const reason = useReason()
  const parts = useParts(onDone)
  const plans = useLoading()
  const title = t('Revert to QC')
  const run = (plan: MovePlan, why: string) => {
    const running = parts.run(plan, {
      title,
      send: (box_ids, options) => send({ box_ids, reason: why }, options),
      done: (boxes) => plural(boxes, ...doneWords.revert),
    })
    // Many boxes show their progress in place of the dialog that began it.
    return isInParts(plan) ? Promise.resolve(true) : running
  }
  const ask = async (boxes: Chosen) => {
    const plan = await plans.run(() => planFor(boxes, 'revert'))
    if (plan === undefined) return
    if (plan.boxIds.length === 0) {
      await confirm.ask({ title, text: <MoveSummary plan={plan} />, confirm: title, isVoid: true })
      return
    }
    reason.ask({
      draft: `revert.${draftOfAll(plan.boxIds)}`,
      title,
      text: (
        <>
          <p>{t('Judged pieces wait for inspection again; what was found stays in the history.')}</p>
          <MoveSummary plan={plan} />
        </>
      ),
      confirm: title,
      usual: usualReasons.revert,
      run: (why) => run(plan, why),
    })
  }
  return {
    ask: (boxes: Chosen) => void ask(boxes),
    isRunning: plans.isRunning || parts.isRunning,
    dialogs: (
      <>
        {confirm.dialog}
        {reason.dialog}
        {parts.dialogs}
      </>
    ),
  }
}

/** Pieces of one style of a box only. */
export function useStyleRevert() {
  const { t } = useLocale()
  const { revertStyles } = useDesk()
  const outcome = useOutcome()
  const revert = useAskedAction(({ reason, ...style }, options) => revertStyles({ styles: [style], reason }, options), {
    ask: ({ box_id, style_id }: { box_id: string; style_id: string }) => ({
      draft: `revert.${box_id}.${style_id}`,
      title: t('Revert style {{style}} to QC', { style: style_id }),
      text: t('Judged pieces of this style wait for inspection again; what was found stays in the history.'),
      confirm: t('Revert to QC'),
      usual: usualReasons.revert,
    }),
    after: ({ data }) =>
      outcome.show({ changed: data.boxes.length, notReached: 0, staying: allStaying(data.left_out) }),
  })
  const dialog = (
    <>
      {revert.dialog}
      {outcome.dialog}
    </>
  )
  return { ...revert, dialog }
}

/** What is said of one box and of several when a move is done: English, and the keys of their translations. */
export const doneWords: Record<BoxMove, readonly [one: string, many: string]> = {
  count: [key('1 box is counted as declared.'), key('{{n}} boxes are counted as declared.')],
  make_ready: [key('1 box is ready for an invoice.'), key('{{n}} boxes are ready for an invoice.')],
  unready: [key('1 box is no longer ready for an invoice.'), key('{{n}} boxes are no longer ready for an invoice.')],
  shelve: [key('1 box is on the shelf.'), key('{{n}} boxes are on the shelf.')],
  unshelve: [key('1 box is off the shelf.'), key('{{n}} boxes are off the shelf.')],
  undo_inward: [key('1 box is on its way again.'), key('{{n}} boxes are on their way again.')],
  revert: [key('1 box is back in QC.'), key('{{n}} boxes are back in QC.')],
}

/** What inspectors often remark of a count, and of pieces on hold: English, and the keys of their translations. */
export const usualRemarks = {
  count: [
    key('Carton damaged'),
    key('Carton was open'),
    key('Carton wet'),
    key('Counted twice'),
    key('Packing list is wrong'),
    key('Bags without labels'),
  ],
  inspection: [
    key('Waits for the vendor'),
    key('Waits for the sealed sample'),
    key('Shade is compared'),
    key('To be pressed again'),
    key('Metal check is repeated'),
    key('Hangtag is wrong'),
  ],
} as const

/** Usual reasons, English and the keys of their translations. */
export const usualReasons = {
  revert: [key('Judged by mistake'), key('Wrong box'), key('New defect found'), key('Vendor asks for a second look')],
  skip: [
    key('Proven vendor'),
    key('Reorder of a passed style'),
    key('Needed urgently'),
    key('Inspected at the vendor'),
  ],
  looser: [
    key('Proven vendor'),
    key('Reorder of a passed style'),
    key('Agreed with the buyer'),
    key('Needed urgently'),
  ],
  override: [
    key('Defects can be mended'),
    key('Agreed with the buyer'),
    key('Sample not representative'),
    key('Defects sorted out piece by piece'),
  ],
} as const

/** All boxes that match a list's filter, seen or not: whoever knows them says what a move would do. */
export interface AllThatMatch {
  plan: (move: BoxMove) => Promise<MovePlan>
}

/** Boxes for a move: rows of the screen, or all that match. */
export type Chosen = readonly MovableBox[] | AllThatMatch

export async function planFor(chosen: Chosen, move: BoxMove): Promise<MovePlan> {
  return 'plan' in chosen ? chosen.plan(move) : planOf(chosen, move)
}

type ListFilter = Omit<CallInput<'qcBoxes.planBoxMove'>, 'move' | 'most'>

/** All of a list at QC, judged by the server. */
export function allOfList(filter: ListFilter): AllThatMatch {
  return { plan: async (move) => readPlan((await api.qcBoxes.planBoxMove({ ...filter, move })).data) }
}

/** The first boxes (box.id) of a list, for a paper that takes so many at most, and how many there are beyond. */
export async function idsOfList(filter: ListFilter, most: number): Promise<{ ids: string[]; beyond: number }> {
  const { data } = await api.qcBoxes.planBoxMove({ ...filter, most })
  return { ids: data.box_ids, beyond: data.beyond }
}

function readPlan({ box_ids, pieces, beyond, staying }: CallData<'qcBoxes.planBoxMove'>): MovePlan {
  return {
    ...{ boxIds: box_ids, pieces, beyond },
    staying: staying.map(({ message, boxes, named }) => ({ why: message, boxes, named: named.map(nameOf) })),
  }
}

type DoorResult = Pick<CallData<'receiving.inwardBoxes'>['results'][number], 'code' | 'outcome' | 'message'> & {
  box: { sscc: string; box_no: string; shipment_id: string } | null
}

/** The door's answers to an undo of boxes by their ids, as an answer to a bulk move: reasons without names, under which several boxes stand. */
export function undoneBoxes(results: readonly DoorResult[]): PartReply {
  const [done, left] = [results.filter(isUndone), results.filter((result) => !isUndone(result))]
  return {
    data: {
      boxes: done.map(({ code }) => ({ box_id: code })),
      left_out: left.map(({ code, message, box }) => ({
        box_id: code,
        sscc: box?.sscc ?? null,
        box_no: box?.box_no ?? null,
        shipment_id: box?.shipment_id ?? null,
        message: message === doorWords.under_way ? moveProblems.underWay : documentProblems.notAtQc,
        values: {},
      })),
    },
  }
}

const isUndone = ({ outcome }: DoorResult) => outcome === 'undone'
