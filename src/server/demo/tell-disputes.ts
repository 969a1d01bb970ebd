import { sql } from 'kysely'
import { addDays, dayIn, vendorZone } from '../../shared/kernel/days.ts'
import { askAboutDispute, settleDispute } from '../areas/disputes/house-side.ts'
import { mayRaise, standingOf } from '../areas/disputes/standing.ts'
import { openDispute } from '../areas/disputes/vendor-side.ts'
import { findQcBox } from '../areas/qc-boxes/box-rows.ts'
import { inChina } from '../areas/qc-boxes/sites.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { CallContext, Tx } from '../http/call.ts'
import { demoContext, vendorContext } from './by-commands.ts'

/** Looked through for boxes that may be disputed. */
const MOST_LOOKED_AT = 60

interface Story {
  reason: 'no_defect' | 'count_wrong' | 'transport'
  words: string
  /** What QC says. */
  ask?: string
  settle?: { outcome: 'upheld' | 'turned_down'; words: string; next: 'reinspect' | null }
}

const stories: readonly Story[] = [
  { reason: 'no_defect', words: '这是印花本身的纹路，不是疵点，请再看一次。' },
  {
    reason: 'transport',
    words: 'The box was wet when it came to you. The stains are water from the road.',
    settle: {
      ...{ outcome: 'upheld', next: 'reinspect' },
      words: 'The carton shows the water mark. The pieces are inspected again after cleaning.',
    },
  },
  {
    reason: 'count_wrong',
    words: 'Two people counted at sealing, and both counted all of them.',
    ask: 'Please send the sealing record of this box.',
  },
]

/** Disputes of the first vendor: one open, one decided, and one where QC asks. */
export async function tellDisputes(tx: Tx, today: number): Promise<void> {
  const vendor = await vendorContext(tx, 'GZ01')
  const lead = demoContext(tx, 'ops-team')
  const boxes = await disputable(tx, vendor, stories.length)
  const first = dayIn(vendorZone, new Date(today))
  for (const [place, { reason, words, ask, settle }] of stories.entries()) {
    const found = boxes[place]
    if (found === undefined) break
    const { data } = await openDispute(
      { box_id: found.sscc, country: 'china', answer: 'dispute', reason, words, lines: [found.line], image_ids: [] },
      vendor,
    )
    const at = { number: data.dispute.number, version: 1, image_ids: [] }
    if (ask !== undefined) await askAboutDispute({ ...at, words: ask }, lead)
    if (settle) await settleDispute({ ...at, ...settle, lines: [] }, lead)
    const due = addDays(first, 3 + place)
    await sql`UPDATE qc_dispute SET due_on = ${due}::date, overdue_told_for = ${due}::date WHERE number = ${at.number}`.execute(
      tx,
    )
  }
  await sql`DELETE FROM notice_outbox WHERE kind LIKE 'dispute%'`.execute(tx)
}

/** Boxes of this vendor's whose result may be disputed, the last ones first, each with a piece of it. */
async function disputable(tx: Tx, vendor: CallContext, most: number) {
  const { rows } = await rowsOf({ sscc: col.text })`
    SELECT b.sscc FROM qc_box q JOIN box b ON b.id = q.box_id
    WHERE q.vendor_id = ${vendor.caller.vendorId}::uuid AND q.site_kind = 'china_qc' AND q.failed + q.returned + q.missing + q.excess > 0
    ORDER BY q.counted_at DESC NULLS LAST, b.sscc LIMIT ${MOST_LOOKED_AT}`.execute(tx)
  const found = []
  for (const { sscc } of rows) {
    if (found.length === most) break
    const standing = await standingOf(tx, await findQcBox(tx, inChina(vendor.caller), sscc), 'china')
    const [line] = standing.lines
    if (line === undefined || !mayRaise(standing).includes('dispute')) continue
    const kind = line.refused > 0 ? ('refused' as const) : line.short > 0 ? ('short' as const) : ('over' as const)
    found.push({ sscc, line: { nm_sku: line.nm_sku, kind, pieces: line[kind] } })
  }
  return found
}
