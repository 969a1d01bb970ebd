import { useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { BenchCommand } from '../../../../shared/areas/inspection/bench.ts'
import { failedOf } from '../../../../shared/areas/qc-boxes/quantities.ts'
import { callByName } from '../../../actions/calls.ts'
import { useSay } from '../../../actions/say.ts'
import { useAction } from '../../../actions/useAction.ts'
import type { CallOptions } from '../../../api/client.ts'
import { key } from '../../../i18n/formats.ts'
import { showToast } from '../../../kit/Toasts.tsx'
import { playSound, readSoundSettings } from '../../../scan/sounds.ts'
import { type AfterCommand, askedOfBox, type BoxDetails } from '../box/box-data.ts'
import { allGood } from '../checklist/checklist-draft.ts'
import { fillAsDeclared, useCountDraft, wireCount } from '../count/count-draft.ts'
import { useDesk } from '../desk.ts'
import { type InspectionDraft, isWorkedOn } from '../inspect/draft.ts'
import { useInspection } from '../inspect/use-inspection.ts'
import { wireInspection } from '../inspect/wire-inspection.ts'
import { asCounted, failRejected, holdAll, isAllJudged, isSameSample, passAll, prepared } from './bench-work.ts'

/** How far a box came: English, and the key of its translation. */
const stepWords = {
  counted: key('Counted'),
  judged: key('Inspected'),
  ready: key('Ready for invoice'),
} as const

interface Finished {
  step: keyof typeof stepWords
  /** Why it did not come as far as it was to: English with the values of its blanks. */
  why?: { message: string; values?: Record<string, string | number> }
}

/** A box that was worked on at this bench since it was opened. */
export interface DoneBox {
  sscc: string
  box_no: string
  shipment_id: string
  /** Already translated. */
  words: string
  isHeldUp: boolean
}

interface Work {
  details: BoxDetails
  take: (after: AfterCommand) => void
  onDone: (done: DoneBox) => void
}

/**
 * One box on the bench: its count and its sample are drafts of this workstation, as they are in its drawer, until a key saves them one
 * after the other. What the connection lost is sent again under the same key.
 */
export function useBenchBox({ details, take, onDone }: Work) {
  const { t } = useTranslation()
  const say = useSay()
  const desk = useDesk()
  const client = useQueryClient()
  const counting = useCountDraft(details, take)
  const expected = asCounted(details, counting.draft)
  const inspecting = useInspection(expected, take)
  const { box } = details
  const isUncounted = box.allowed_actions.includes('count')
  const canJudge = isUncounted || box.allowed_actions.includes('inspect')
  const what = t('Box {{box_no}} of {{shipment_id}}', { box_no: box.box_no, shipment_id: box.shipment_id })

  const reread = async (): Promise<BoxDetails> => {
    const { data } = await callByName(desk.details)({ box_id: box.sscc }, {})
    client.setQueryData([desk.details, askedOfBox(box.sscc, true)], data)
    return data
  }
  const count = async (options: CallOptions): Promise<BoxDetails> => {
    const { draft, isBlind } = counting
    const { ownerId, remark } = draft
    await desk.verifyQuantity(
      {
        ...{ box_id: box.box_id, version: box.version, action: 'count' as const, is_blind: isBlind },
        lines: wireCount(details.lines, draft),
        ...(ownerId && { owner_id: ownerId }),
        ...(remark.trim() && { remark: remark.trim() }),
      },
      options,
    )
    counting.discard()
    return reread()
  }
  /** Saves what waits to be saved, as far as `draft` goes; without one the count alone. */
  const finish = async (draft: InspectionDraft | null, { key: id }: CallOptions): Promise<Finished> => {
    const step = (name: string): CallOptions => ({ key: `${id}-${name}` })
    let now = details
    if (isUncounted) {
      now = await count(step('count'))
      const why = { message: key('The count changed the sample: look at it once more.') }
      if (draft !== null && !isSameSample(details, now)) return { step: 'counted', why }
    }
    if (draft === null || !now.box.allowed_actions.includes('inspect')) return { step: 'counted' }
    const { waiting, standing, faults } = prepared(now, draft, inspecting.isLead)
    const [fault] = faults
    if (fault) {
      const { message, nm_sku, values } = fault
      return { step: 'counted', why: { message, values: { ...values, ...(nm_sku && { nm_sku }) } } }
    }
    const { data } = await desk.verifyInspection(
      // By what was seen at the bench: the box was read anew after its count.
      wireInspection(
        {
          ...now,
          lines: waiting,
          settings: details.settings,
          checklist: { ...now.checklist, version: details.checklist.version },
        },
        draft,
        standing,
      ),
      step('judge'),
    )
    inspecting.photos.drop()
    inspecting.discard()
    take(data)
    const isGood = data.box.allowed_actions.includes('make_ready') && failedOf(data.box.quantities) === 0
    if (!desk.ready || !isGood) return { step: 'judged' }
    const { data: moved } = await desk.ready([box.box_id], step('ready'))
    const [left] = moved.left_out
    return left ? { step: 'judged', why: { message: left.message, values: left.values } } : { step: 'ready' }
  }
  const stop = (message: string, values?: Record<string, string | number>): false => {
    playSound('unknown', readSoundSettings())
    showToast({ id: 'bench', tone: 'error', text: say.message(message, values), more: what })
    return false
  }
  const saving = useAction(({ draft }: { draft: InspectionDraft | null }, options) => finish(draft, options), {
    what,
    looksAgain: true,
    // Also of what was sent again, after the connection came back.
    done: ({ step, why }) => {
      const { box_no, shipment_id, sscc } = box
      onDone({ ...{ sscc, box_no, shipment_id }, words: t(stepWords[step]), isHeldUp: why !== undefined })
      if (why) stop(why.message, why.values)
      else playSound('good', readSoundSettings())
      return null
    },
  })
  const { items, bench_all_yes } = details.checklist
  /** True when it came through to its end. */
  const save = async (draft: InspectionDraft | null): Promise<boolean> => {
    if (isUncounted && counting.sums.left.skus > 0) return stop(key('Count the box first: F2 is as declared.'))
    if (inspecting.photos.problem) return stop(inspecting.photos.problem.message, inspecting.photos.problem.values)
    // Before the count: neither is saved without what is required, and what is refused is not judged as passed.
    const refused =
      draft && prepared(expected, draft, inspecting.isLead).faults.find(({ part }) => part === 'checklist')
    if (refused) {
      // Who may overrule it, and the field for why, lie below the checks.
      document.querySelector('.qc-checklist .callout')?.scrollIntoView({ block: 'nearest' })
      return stop(refused.message, refused.values)
    }
    if (draft !== null) inspecting.change(() => draft)
    const done = await saving.run({ draft })
    return done !== undefined && done.why === undefined
  }
  const judge: Record<Exclude<BenchCommand, 'next' | 'declared'>, () => Promise<boolean>> = {
    pass: async () => {
      const { draft, rejected } = passAll(expected, inspecting.draft)
      if (rejected.length > 0)
        return stop(
          key(
            'Its sample rejects a lot: F8 fails it. To pass its good pieces, look at all of them under “All of this box”.',
          ),
        )
      return save(bench_all_yes ? allGood(draft, items) : draft)
    },
    fail: async () => {
      const { draft, lots } = failRejected(expected, inspecting.draft)
      if (lots === 0) return stop(key('No sample rejects its lot: say first what is wrong.'))
      const { waiting, standing } = prepared(expected, draft, inspecting.isLead)
      if (isAllJudged(waiting, standing.lots, draft)) return save(draft)
      inspecting.change(() => draft)
      showToast({ id: 'bench', tone: 'info', text: t('The rejected lots fail. F9 passes the others.') })
      return true
    },
    hold: () => save(holdAll(expected, inspecting.draft)),
  }
  return {
    counting,
    inspecting,
    expected,
    isUncounted,
    canJudge,
    isSaving: saving.isRunning,
    /** A command by key, by button or by its code; gives whether it was carried out. */
    run: async (command: Exclude<BenchCommand, 'next'>): Promise<boolean> => {
      if (!canJudge) return stop(key('Nothing of this box is to be done here.'))
      if (command !== 'declared') return judge[command]()
      if (!isUncounted) return stop(key('This box is counted'))
      if (counting.isBlind) return stop(key('Blind count: type what lies in the box.'))
      // Drawn at once: the next key may be on its way.
      flushSync(() => counting.change((now) => fillAsDeclared(now, details.lines)))
      return true
    },
    /** Saves what was typed before another box comes; false where it cannot be, which was said. */
    settle: async (): Promise<boolean> => {
      const hasVerdict = inspecting.standing.verdict !== null
      if (hasVerdict) return save(inspecting.draft)
      if (isWorkedOn(inspecting.draft)) return stop(key('This box has no verdict yet.'))
      return counting.isTyped ? save(null) : true
    },
  }
}

export type BenchWork = ReturnType<typeof useBenchBox>
