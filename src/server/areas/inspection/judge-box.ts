import { refusedNow } from '../../../shared/areas/inspection/checklist.ts'
import { standingAfter } from '../../../shared/areas/qc-boxes/qc-standing.ts'
import type { QcMoveKind } from '../../../shared/areas/qc-boxes/quantities.ts'
import { recordEvent } from '../../audit/audit.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import type { QcBoxFacts, QcLineFacts } from '../qc-boxes/box-rows.ts'
import { applyQcMoves, guardQcAction, type PlainQcMove } from '../qc-boxes/ledger.ts'
import { eventsAt, statusAt } from '../qc-boxes/sites.ts'
import { answersOf, insertAnswers, refusalsOf } from './checklist.ts'
import {
  assertCovered,
  computedOf,
  failureReasons,
  type JudgedLot,
  judgeLots,
  keepHeld,
  keepHeldAfterFailing,
  overruling,
} from './judged-lots.ts'
import { checkedJudgement, type JudgedIn, type JudgedSku, type Judgement } from './judgement.ts'
import { looserPlanOf, looserText } from './looser-plans.ts'
import { holdShipmentsLots, lotsOf, planWish } from './lots.ts'
import {
  insertDefects,
  insertInspection,
  insertLines,
  insertLots,
  insertMeasurements,
  lastFailings,
  tellFailed,
} from './save-inspection.ts'
import { assertSettingsSeen } from './settings.ts'

/**
 * Judges pieces of a locked box: freezes and tallies their lots, writes the inspection and moves the pieces. Throws in
 * plain words what does not hold; 403 for who overrules a sample, or loosens the plan of the settings, without being a lead. Gives the inspection's id.
 */
export async function judgeBox(
  tx: Tx,
  context: CallContext,
  box: QcBoxFacts,
  lines: readonly QcLineFacts[],
  said: Judgement,
): Promise<string> {
  const again = said.lines.some((part) => part.from === 'failed')
  guardQcAction(box, again ? 'reinspect' : 'inspect')
  const judged = checkedJudgement(box, lines, said)
  const styles = lines.map(({ style_uuid }) => style_uuid)
  const answers = await answersOf(tx, { sites: box.site_kind, styles }, said)
  const failings = again ? await lastFailings(tx, box) : noFailings
  const wish = await planWish(tx, box, lines, said)
  await holdShipmentsLots(tx, box, wish)
  const kind = again ? 'reinspection' : 'inspection'
  const after = new Map([...failings].map(([nm_sku, { number }]) => [nm_sku, number]))
  const planned = await lotsOf(tx, box, lines, { kind, wish, after })
  // A lot that was begun keeps its plan, whatever the settings say by now.
  if (planned.some(({ id }) => id === null)) await assertSettingsSeen(tx, box.site_kind, said.settings_version)
  const skus = judged.map(({ line }) => line.nm_sku)
  const looser = await looserPlanOf(
    tx,
    context,
    { box, lines, said, judged: skus },
    { kind, wish, after, lots: planned },
  )
  const lots = await judgeLots(tx, box.box_id, planned, judged)
  assertCovered(lots, Boolean(said.override_reason))
  // Of what was answered before this inspection: its own answers are not written yet.
  const standing = await refusalsOf(tx, box, planned)
  const refused = refusedNow(
    answers.map(({ item }) => item),
    said.checklist ?? [],
    lots.filter(isPassing).flatMap(({ lot }) => standing.get(lot.key) ?? []),
  )
  const overrideReason = overruling(context, box, lots, {
    reason: said.override_reason,
    refused: lots.some(isPassing) ? refused : [],
  })
  const computed = computedOf(lots)
  const inspection = await insertInspection(tx, context, box, {
    kind,
    previousId: lastOf(failings, judged),
    computed,
    verdict: said.verdict,
    ...{ overrideReason, looser },
    remark: said.remark,
    cartonsOpened: said.cartons_opened,
  })
  await insertLines(
    tx,
    inspection.id,
    judged.map(({ line, passed, failed, on_hold, sampled }) => ({
      sku_id: line.sku_id,
      passed,
      failed,
      on_hold,
      sampled,
      round: line.round,
    })),
  )
  await insertLots(tx, inspection.id, lots)
  await keepHeld(tx, box.box_id, lots)
  if (again && sumOf(judged, 'on_hold') > 0) {
    const failedWith = await lotsOf(tx, box, lines, { kind: 'inspection', wish, after })
    await keepHeldAfterFailing(tx, box.box_id, failedWith, judged)
  }
  await insertDefects(tx, context, box, { inspectionId: inspection.id, skus: judged, imageIds: said.image_ids })
  await insertMeasurements(tx, inspection.id, judged)
  await insertAnswers(tx, inspection.id, answers)
  const { verdict, remark } = said
  const answeredNo = lots.some(isPassing) ? refused.map(({ words }) => words) : []
  await moveJudged(tx, context, box, {
    ...{ judged, lots, inspection, verdict, computed, remark, looser },
    overruled: overrideReason === null ? null : { reason: overrideReason, answeredNo },
  })
  await tellFailed(tx, context, box, sumOf(judged, 'failed'))
  return inspection.id
}

const noFailings: Awaited<ReturnType<typeof lastFailings>> = new Map()

const isPassing = ({ skus }: JudgedLot) => skus.some(({ passed }) => passed > 0)

/** The last inspection that failed some of the pieces which are judged again. */
function lastOf(failings: typeof noFailings, judged: readonly JudgedSku[]): string | null {
  const own = judged.flatMap(({ line }) => failings.get(line.nm_sku) ?? [])
  return own.toSorted((a, b) => b.number - a.number)[0]?.id ?? null
}

interface Done {
  judged: readonly JudgedSku[]
  lots: readonly JudgedLot[]
  inspection: { id: string; number: number }
  verdict: string
  computed: string
  remark: string | undefined
  looser: Awaited<ReturnType<typeof looserPlanOf>>
  /** Why a lead let pass what the sample or these checks forbid. */
  overruled: { reason: string; answeredNo: readonly string[] } | null
}

async function moveJudged(tx: Tx, context: CallContext, box: QcBoxFacts, done: Done): Promise<void> {
  const reasons = await failureReasons(tx, done.lots)
  const moves = done.judged.flatMap(({ line, parts }) =>
    parts.flatMap(movesOf).map(
      (move): PlainQcMove => ({
        ...move,
        boxId: box.box_id,
        siteId: box.site_id,
        skuId: line.sku_id,
        inspectionId: done.inspection.id,
        ...(move.kind === 'fail' ? reasons.get(line.sku_id) : { remark: done.remark || null }),
      }),
    ),
  )
  const auditId = await recordEvent(tx, context, {
    entity: eventsAt(box.site_kind),
    entityId: box.sscc,
    event: 'box.inspected',
    from: statusAt(box.site_kind, box),
    to: statusAt(box.site_kind, standingAfter(box, moves, { inspections: box.inspections + 1 })),
    details: {
      inspection: done.inspection.number,
      verdict: done.verdict,
      computed: done.computed,
      passed: sumOf(done.judged, 'passed'),
      failed: sumOf(done.judged, 'failed'),
      on_hold: sumOf(done.judged, 'on_hold'),
      ...(done.looser && { looser_plan: looserText(done.looser.plan), looser_reason: done.looser.reason }),
      ...(done.overruled && { override_reason: done.overruled.reason }),
      ...(done.overruled?.answeredNo.length && { answered_no: done.overruled.answeredNo.join(' · ') }),
    },
  })
  await applyQcMoves(
    tx,
    context,
    moves.map((move) => ({ ...move, auditId })),
  )
}

/** Held and failed pieces first wait again, then all are judged. */
function movesOf({ from, passed, failed, on_hold }: JudgedIn): { kind: QcMoveKind; quantity: number }[] {
  const back = { to_inspect: null, on_hold: 'release', failed: 'revert_failed' } as const
  const kind = back[from]
  return [
    ...(kind ? [{ kind, quantity: passed + failed + on_hold }] : []),
    { kind: 'pass' as const, quantity: passed },
    { kind: 'fail' as const, quantity: failed },
    { kind: 'hold' as const, quantity: on_hold },
  ].filter(({ quantity }) => quantity > 0)
}

function sumOf(judged: readonly JudgedSku[], key: 'passed' | 'failed' | 'on_hold'): number {
  return judged.reduce((sum, sku) => sum + sku[key], 0)
}
