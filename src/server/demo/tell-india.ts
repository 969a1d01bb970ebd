import { judgeBox } from '../areas/inspection/judge-box.ts'
import type { Judgement } from '../areas/inspection/judgement.ts'
import { lockQcBox, type QcLineFacts, qcLineFacts } from '../areas/qc-boxes/box-rows.ts'
import { inIndia } from '../areas/qc-boxes/sites.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

/** Of what India received (`tellIndiaReceipts`) one box was inspected with two pieces rejected, one in part with a piece on hold. */
export async function tellIndia(tx: Tx): Promise<void> {
  const { rows } = await rowsOf({ sscc: col.text })`
    SELECT b.sscc FROM qc_box q JOIN box b ON b.id = q.box_id
    WHERE q.site_kind = 'india_qc' AND q.uncounted = 0 AND q.inspections = 0 ORDER BY b.sscc`.execute(tx)
  for (const [at, { sscc }] of rows.entries()) {
    const says = judgements[at]
    if (says) await judge(tx, sscc, says)
  }
}

type Says = (lines: readonly QcLineFacts[]) => Pick<Judgement, 'lines' | 'defects' | 'verdict' | 'remark'>

const all = { failed: 0, on_hold: 0, from: 'to_inspect' } as const

/** By the boxes in their order: every piece was looked at. */
const judgements: readonly Says[] = [
  (lines) => ({
    lines: lines.map(({ nm_sku, to_inspect }, at) => {
      const failed = at === 0 ? Math.min(2, to_inspect) : 0
      return { ...all, nm_sku, passed: to_inspect - failed, failed, sampled: to_inspect }
    }),
    defects: lines.slice(0, 1).map(({ nm_sku, to_inspect }) => ({
      ...({ nm_sku, reason: 'Stain', severity: 'minor', remark: 'Faint oil on the inside of the hem' } as const),
      ...{ units: Math.min(2, to_inspect), is_further: false, image_ids: [] },
    })),
    verdict: 'mixed',
    remark: undefined,
  }),
  (lines) => ({
    lines: lines.slice(0, 2).map(({ nm_sku, to_inspect }, at) => {
      const on_hold = at === 0 ? 1 : 0
      return { ...all, nm_sku, passed: to_inspect - on_hold, on_hold, sampled: to_inspect }
    }),
    defects: [],
    verdict: 'mixed',
    remark: 'One piece is a shade off: to be compared with the sealed sample',
  }),
]

async function judge(tx: Tx, sscc: string, says: Says): Promise<void> {
  const inspector = demoContext(tx, 'india-qc')
  const box = await lockQcBox(tx, inIndia(inspector.caller), sscc)
  const lines = await qcLineFacts(tx, [box])
  const waiting = lines.filter(({ to_inspect }) => to_inspect > 0)
  await judgeBox(tx, inspector, box, lines, { ...says(waiting), measurements: [], image_ids: [] })
}
