import type { Contract } from '../../shared/contract/index.ts'
import { standingAfter } from '../../shared/domain/qc-standing.ts'
import { qcStatus } from '../../shared/domain/qc-status.ts'
import { recordEvent } from '../audit.ts'
import { type Handlers, said } from '../http/call.ts'
import { invalidInput } from '../http/errors.ts'
import { afterCommand } from './after-command.ts'
import { applyQcMoves } from './apply-qc-moves.ts'
import { assertFreshBox, guardQcAction } from './guard.ts'
import { lockQcBox, type QcBoxFacts } from './qc-box-rows.ts'
import { type QcLineFacts, qcLineFacts } from './qc-lines.ts'
import { eventsAt, inChina } from './qc-sites.ts'
import { insertInspection, insertLines } from './save-inspection.ts'

/** Waiting pieces pass uninspected: all of the box, or those of some SKUs. Held pieces stay on hold. */
export const skipQcInspection: Handlers<Contract['chinaQc']>['skipQcInspection'] = async (input, work) =>
  work.command(async (tx) => {
    const box = await lockQcBox(tx, inChina(work.caller), input.box_id)
    await assertFreshBox(tx, box, input.version)
    guardQcAction(box, 'skip')
    const { reason, remark } = input
    const lines = skippedLines(box, await qcLineFacts(tx, [box]), input.nm_skus)
    const inspection = await insertInspection(tx, work, box, {
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
    const auditId = await recordEvent(tx, work, {
      entity: eventsAt(box.site_kind),
      entityId: box.sscc,
      event: 'box.qc_skipped',
      from: qcStatus(box),
      to: qcStatus(standingAfter(box, moves, { inspections: box.inspections + 1 })),
      details: {
        inspection: inspection.number,
        pieces: moves.reduce((sum, { quantity }) => sum + quantity, 0),
        reason,
        remark: remark || null,
      },
    })
    await applyQcMoves(
      tx,
      work,
      moves.map((move) => ({ ...move, auditId })),
    )
    return said(await afterCommand(tx, work, box), 'Passed without inspection.')
  })

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
