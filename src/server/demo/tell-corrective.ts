import { sql } from 'kysely'
import type { AboutKind, Judgement } from '../../shared/areas/corrective-actions/rules.ts'
import { addDays, dayIn, vendorZone } from '../../shared/kernel/days.ts'
import {
  answerCorrectiveAction,
  judgeCorrectiveAction,
  openCorrectiveAction,
} from '../areas/corrective-actions/write.ts'
import { mayRewrite } from '../database/append-only.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'
import { demoContext, vendorContext } from './by-commands.ts'

const DAY_MS = 86_400_000
/** Between what is asked for and the day it is due. */
const ANSWER_DAYS = 7

interface Told {
  vendor: 'GZ01' | 'SZ02'
  title: string
  wrong: string
  /** From the demo's day. */
  dueIn: number
  about?: AboutKind | undefined
  answer?: readonly [rootCause: string, done: string]
  judged?: readonly (readonly [judgement: Judgement, remark: string])[]
}

/** One of every state, for both vendors that have accounts. */
const told: readonly Told[] = [
  {
    ...{ vendor: 'GZ01', title: 'Oil stains on cuffs', dueIn: 5, about: 'reason' },
    wrong:
      'Stains were found on the cuffs of three shipments in a row. Please find where they come from and how it is stopped.',
  },
  {
    ...{ vendor: 'GZ01', title: 'Pieces missing in boxes', dueIn: -2, about: 'discrepancy' },
    wrong: 'Boxes come with fewer pieces than their packing lists say. Please count at sealing, by two people.',
  },
  {
    ...{ vendor: 'GZ01', title: '跳针', dueIn: 3, about: 'box' },
    wrong: '袖口跳针，请检查机台并培训操作员。',
    answer: ['三号机台针杆磨损。', '已更换针杆，每班首件检验，并附照片。'],
  },
  {
    ...{ vendor: 'GZ01', title: 'Late answers to orders', dueIn: 6 },
    wrong: 'New orders wait for days before they are answered.',
    answer: ['Nobody looked at the desk on Saturdays.', 'We will look more often.'],
    judged: [['return', 'Who looks, and on which days? Please name them.']],
  },
  {
    ...{ vendor: 'SZ02', title: 'Colour differs from the sealed sample', dueIn: 2, about: 'shipment' },
    wrong: 'The navy is a shade lighter than the sealed sample.',
    answer: [
      'A new lot of dye was not compared with the sample.',
      'Each dye lot is now signed off against the sealed sample.',
    ],
    judged: [['accept', 'Good. We close it after the next two shipments.']],
  },
  {
    ...{ vendor: 'SZ02', title: 'Labels stuck over the seam of the box', dueIn: -12, about: 'box' },
    wrong: 'Boxes cannot be opened without tearing the label.',
    answer: ['The packers were not told.', 'A picture of the right place hangs at the packing table.'],
    judged: [
      ['accept', ''],
      ['close', 'Two shipments since were right.'],
    ],
  },
  {
    ...{ vendor: 'SZ02', title: 'Shipment announced late', dueIn: 8, about: 'order' },
    wrong: 'The shipment was announced after it had left.',
    judged: [['cancel', 'It was the carrier, not you.']],
  },
]

/** Corrective actions in every state; `today` is the start of the demo's day in milliseconds. */
export async function tellCorrective(tx: Tx, today: number): Promise<void> {
  const ops = demoContext(tx, 'ops')
  const later = addDays(dayIn(vendorZone, new Date()), 30)
  const first = dayIn(vendorZone, new Date(today))
  for (const { vendor, title, wrong, dueIn, about, answer, judged = [] } of told) {
    const code = about && (await codeOf(tx, vendor, about))
    const asked = { supplier_id: vendor, title, wrong, due_on: later }
    const { data } = await openCorrectiveAction(
      { ...asked, ...(about && code && { about: { kind: about, code } }) },
      ops,
    )
    const { number } = data.action
    if (answer) {
      const [root_cause, done] = answer
      const said = { number, version: 1, root_cause, done, image_ids: [] }
      await answerCorrectiveAction(said, await vendorContext(tx, vendor))
    }
    for (const [at, [judgement, remark]] of judged.entries())
      await judgeCorrectiveAction({ number, version: (answer ? 2 : 1) + at, judgement, remark }, ops)
    const due = addDays(first, dueIn)
    // Whoever looks at the demo is not reminded of what it tells.
    await sql`UPDATE corrective_action SET due_on = ${due}::date, reminded_for = ${due}::date, overdue_told_for = ${due}::date
      WHERE number = ${number}`.execute(tx)
    if (dueIn < 0) await tellEarlier(tx, number, new Date(today + (dueIn - ANSWER_DAYS) * DAY_MS))
  }
  await sql`DELETE FROM notice_outbox WHERE kind LIKE 'corrective%'`.execute(tx)
}

/** Puts what was said of an action at this moment: nothing is due before it was asked for. */
async function tellEarlier(tx: Tx, number: string, at: Date): Promise<void> {
  await sql.raw(mayRewrite).execute(tx)
  await sql`UPDATE audit_event SET at = ${at} WHERE entity = 'corrective_action' AND entity_id = ${number}`.execute(tx)
  await sql`UPDATE corrective_action SET opened_at = ${at}, answered_at = CASE WHEN answered_at IS NOT NULL THEN ${at}::timestamptz END,
    judged_at = CASE WHEN judged_at IS NOT NULL THEN ${at}::timestamptz END WHERE number = ${number}`.execute(tx)
}

/** Something of this vendor's that an action may be about; null where the demo has none. */
async function codeOf(tx: Tx, vendor: string, about: AboutKind): Promise<string | null> {
  if (about === 'reason') return 'Stain'
  const owner = sql`(SELECT id FROM vendor WHERE code = ${vendor})`
  const queries = {
    order: sql`SELECT order_id AS code FROM vendor_order WHERE vendor_id = ${owner} AND decision = 'APPROVED' ORDER BY order_id LIMIT 1`,
    shipment: sql`SELECT shipment_id AS code FROM shipment WHERE vendor_id = ${owner} AND state = 'PACKED_AND_SHIPPED'
      ORDER BY shipment_id LIMIT 1`,
    box: sql`SELECT b.sscc AS code FROM qc_box q JOIN box b ON b.id = q.box_id WHERE q.vendor_id = ${owner} ORDER BY b.sscc LIMIT 1`,
    lot: sql`SELECT NULL::text AS code WHERE false`,
    discrepancy: sql`SELECT c.id::text AS code FROM qc_case c JOIN qc_box q ON q.box_id = c.box_id AND q.site_id = c.site_id
      WHERE q.vendor_id = ${owner} ORDER BY c.id LIMIT 1`,
  } as const
  const { rows } = await rowsOf({ code: col.text })`${queries[about]}`.execute(tx)
  return rows[0]?.code ?? null
}
