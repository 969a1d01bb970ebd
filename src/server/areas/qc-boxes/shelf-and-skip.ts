import { sql } from 'kysely'
import { checklistMessages, problemValues } from '../../../shared/areas/inspection/checklist.ts'
import { shelveProblem, unshelveProblem } from '../../../shared/areas/qc-boxes/moves.ts'
import { standingAfter } from '../../../shared/areas/qc-boxes/qc-standing.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed } from '../../http/errors.ts'
import { refusalsOf } from '../inspection/checklist.ts'
import { holdShipmentsLots, lotsOf, planWish } from '../inspection/lots.ts'
import { insertInspection, insertLines } from '../inspection/save-inspection.ts'
import { lockQcBox, type QcBoxFacts, type QcLineFacts, qcBoxesById, qcBoxWire, qcLineFacts } from './box-rows.ts'
import { afterCommand, applyQcMoves, assertFreshBox, guardQcAction } from './ledger.ts'
import { eventsAt, inChina, inPlaces, type QcDoor, type QcSites, statusAt } from './sites.ts'
import { boxesRefused, moveWholeBoxes, sortBoxes } from './whole-box-moves.ts'

/** Passed pieces of boxes go on a shelf, or off it; what cannot is left out with the reason. */
export const inwardBoxToShelf: Handlers<Contract['qcBoxes']>['inwardBoxToShelf'] = (input, context) => {
  const isPut = input.action === 'put'
  const shelf = input.shelf || null
  if (isPut && shelf === null) throw invalidInput('Please name the shelf.')
  return context.command(async (tx) => {
    const at = inChina(context.caller)
    const problemOf = isPut ? shelveProblem : unshelveProblem
    const { taken, left } = await sortBoxes(tx, at, input.box_ids, true, problemOf)
    if (taken.length === 0) throw boxesRefused(left, 'None of these boxes can be taken.')
    await (isPut ? put : takeOff)(tx, context, taken, shelf)
    const ids = taken.map((box) => box.box_id)
    const boxes = (await qcBoxesById(tx, at, ids)).map((box) => qcBoxWire(box, context.caller))
    return reply({ boxes, left_out: left }, isPut ? 'Put on the shelf.' : 'Taken off the shelf.')
  })
}

/** A box that lies there already stays as it is, so that scanning it twice does no harm. */
async function put(tx: Tx, context: CallContext, boxes: readonly QcBoxFacts[], shelf: string | null): Promise<void> {
  const changing = boxes.filter((box) => box.passed > 0 || box.shelf !== shelf)
  for (const [from, alike] of Map.groupBy(changing, (box) => box.shelf))
    await moveWholeBoxes(tx, context, alike, { kinds: ['shelve'], event: 'box.shelved', from, to: shelf })
  await keepShelf(tx, context, changing, shelf)
}

async function takeOff(tx: Tx, context: CallContext, boxes: readonly QcBoxFacts[]): Promise<void> {
  for (const [from, alike] of Map.groupBy(boxes, (box) => box.shelf))
    await moveWholeBoxes(tx, context, alike, { kinds: ['unshelve'], event: 'box.unshelved', from })
  await keepShelf(tx, context, boxes, null)
}

/** A box carried from shelf to shelf moves no piece, yet it is another for those who look at it. */
async function keepShelf(
  tx: Tx,
  context: CallContext,
  boxes: readonly QcBoxFacts[],
  shelf: string | null,
): Promise<void> {
  await sql`
    UPDATE qc_box q SET shelf = ${shelf}, version = version + 1, updated_at = now(), updated_by = ${context.caller.userId}
    WHERE ${inPlaces(boxes, 'q')}`.execute(tx)
}

type Skip = Taken<Contract['qcBoxes']['skipQcInspection']>

/** Waiting pieces pass uninspected: all of the box, or those of some SKUs. Held pieces stay on hold. */
export const skipInspectionAt =
  <S extends QcSites>(door: QcDoor<S>) =>
  (input: Skip, context: CallContext) =>
    context.command(async (tx) => {
      const at = door(context.caller)
      const box = await lockQcBox(tx, at, input.box_id)
      await assertFreshBox(tx, box, input.version)
      guardQcAction(box, 'skip')
      const { reason, remark } = input
      const all = await qcLineFacts(tx, [box])
      const lines = skippedLines(box, all, input.nm_skus)
      await assertNoneRefused(tx, box, all, lines)
      const inspection = await insertInspection(tx, context, box, {
        kind: 'skip',
        computed: 'none',
        verdict: 'passed',
        reason,
        remark,
      })
      await insertLines(
        tx,
        inspection.id,
        lines.map(({ sku_id, round, to_inspect: passed }) => ({
          sku_id,
          round,
          passed,
          failed: 0,
          on_hold: 0,
          sampled: 0,
        })),
      )
      const moves = lines.map(({ sku_id, to_inspect: quantity }) => ({
        boxId: box.box_id,
        siteId: box.site_id,
        skuId: sku_id,
        kind: 'skip' as const,
        quantity,
        reason,
        remark: remark || null,
        inspectionId: inspection.id,
      }))
      const auditId = await recordEvent(tx, context, {
        entity: eventsAt(box.site_kind),
        entityId: box.sscc,
        event: 'box.qc_skipped',
        from: statusAt(box.site_kind, box),
        to: statusAt(box.site_kind, standingAfter(box, moves, { inspections: box.inspections + 1 })),
        details: {
          inspection: inspection.number,
          pieces: moves.reduce((sum, { quantity }) => sum + quantity, 0),
          reason,
          remark: remark || null,
        },
      })
      await applyQcMoves(
        tx,
        context,
        moves.map((move) => ({ ...move, auditId })),
      )
      return reply(await afterCommand(tx, at, box), 'Passed without inspection.')
    })

export const skipQcInspection = skipInspectionAt(inChina)

/** Throws a refusal where a check of the pieces stands answered no: it is answered anew or overruled in an inspection, which says so. */
async function assertNoneRefused(
  tx: Tx,
  box: QcBoxFacts,
  lines: readonly QcLineFacts[],
  skipped: readonly QcLineFacts[],
): Promise<void> {
  const wish = await planWish(tx, box, lines, {})
  await holdShipmentsLots(tx, box, wish)
  const skus = new Set(skipped.map(({ sku_id }) => sku_id))
  const lots = (await lotsOf(tx, box, lines, { kind: 'inspection', wish, after: new Map() })).filter(({ cells }) =>
    cells.some(({ line }) => line.box_id === box.box_id && skus.has(line.sku_id)),
  )
  const [item] = [...(await refusalsOf(tx, box, lots)).values()].flat()
  if (item)
    throw moveNotAllowed(checklistMessages.refusedSkip, [], {
      values: problemValues({ item, message: checklistMessages.refusedSkip }),
    })
}

function skippedLines(
  box: QcBoxFacts,
  lines: readonly QcLineFacts[],
  wanted: readonly string[] | undefined,
): QcLineFacts[] {
  if (wanted === undefined) return lines.filter((line) => line.to_inspect > 0)
  const known = new Map(lines.map((line) => [line.nm_sku, line]))
  return [...new Set(wanted)].map((nm_sku) => {
    const line = known.get(nm_sku)
    if (line === undefined)
      throw invalidInput('{{nm_sku}} is not in box {{box_no}}.', { values: { nm_sku, box_no: box.box_no } })
    if (line.to_inspect === 0) throw invalidInput('{{nm_sku}}: no pieces wait for inspection.', { values: { nm_sku } })
    return line
  })
}
