import { type RawBuilder, sql } from 'kysely'
import type { TalkKind } from '../../shared/areas/talk/rules.ts'
import { say } from '../areas/talk/say.ts'
import { col, rowsOf } from '../database/rows.ts'
import { vendorToday } from '../database/today.ts'
import type { Tx } from '../http/call.ts'
import { demoAccounts, fixedId, userId } from './book.ts'
import { demoContext } from './by-commands.ts'

interface Words {
  /** The account's mailbox. */
  by: string
  text: string
  /** Mailboxes of those who are named. */
  to?: readonly string[]
  isHouse?: true
}

interface Thread {
  kind: TalkKind
  /** A query for the code of what is talked about. */
  about: RawBuilder<unknown>
  words: readonly Words[]
}

const codeOf = (query: string): RawBuilder<unknown> => sql`${sql.raw(query)}`

/** Of the vendor that people sign in as first. */
const own = `vendor_id = '${fixedId('vendor', demoAccounts.find(({ email }) => email.startsWith('vendor@'))?.vendor ?? '')}'`

const threads: readonly Thread[] = [
  {
    kind: 'order',
    about: sql`SELECT o.order_id AS code FROM vendor_order o WHERE o.${sql.raw(own)} AND o.decision = 'APPROVED'
      AND o.ship_by < ${vendorToday} AND o.shipped < o.ordered ORDER BY o.ship_by, o.order_id LIMIT 1`,
    words: [
      { by: 'ops', text: 'This order is late. When can the rest be shipped?', to: ['vendor'] },
      { by: 'vendor', text: '面料周四到厂，下周二可以全部出货。抱歉延误。' },
      { by: 'ops', text: 'The launch moved a week back: Tuesday is early enough.', isHouse: true },
      { by: 'ops', text: 'Thank you. Please put it on the platform as soon as it is packed.' },
    ],
  },
  {
    kind: 'order',
    about: sql`SELECT o.order_id AS code FROM vendor_order o WHERE o.${sql.raw(own)} AND o.decision = 'APPROVED'
      AND o.ship_by >= ${vendorToday} ORDER BY o.ship_by, o.order_id LIMIT 1`,
    words: [
      { by: 'vendor', text: '可以先发小码吗？大码纽扣缺货，要晚两天。' },
      { by: 'ops', text: 'Yes, ship S and M first.' },
    ],
  },
  {
    kind: 'shipment',
    about: codeOf(`SELECT h.shipment_id AS code FROM shipment h WHERE h.${own} ORDER BY h.shipment_id DESC LIMIT 1`),
    words: [{ by: 'vendor', text: '快递明天上午取件，运单号届时补上。' }],
  },
  {
    kind: 'box',
    about:
      codeOf(`SELECT b.sscc AS code FROM box b JOIN shipment h ON h.id = b.shipment_id JOIN qc_box q ON q.box_id = b.id
      JOIN site s ON s.id = q.site_id AND s.code = 'CNQC' WHERE h.${own} ORDER BY q.failed DESC, b.sscc LIMIT 1`),
    words: [
      { by: 'china-qc', text: '这箱外箱受潮，里面的吊牌起皱了，已拍照。', to: ['vendor'] },
      { by: 'vendor', text: '收到，下批改用防潮箱。吊牌可以重新寄给您。' },
    ],
  },
  {
    kind: 'facility_job',
    about:
      codeOf(`SELECT o.number || '@' || f.code AS code FROM facility_job j JOIN production_order o ON o.id = j.order_id
      JOIN production_facility f ON f.id = j.facility_id WHERE f.code = 'NOI1' AND j.rework > 0 ORDER BY o.number LIMIT 1`),
    words: [
      { by: 'facility', text: 'साइड सीम पर सुई के छेद आ रहे हैं। 4 पीस रीवर्क में हैं।' },
      { by: 'ops', text: 'Please change to a ball point needle, size 9, and send a photo of the next pieces.' },
    ],
  },
]

/** What people of the company and its first vendor have said to each other; nobody is told of it any more. */
export async function tellTalk(tx: Tx): Promise<void> {
  for (const { kind, about, words } of threads) {
    const { rows } = await rowsOf({ code: col.text })`${about}`.execute(tx)
    const [found] = rows
    if (!found) continue
    for (const { by, text, to = [], isHouse = false } of words) {
      const mentions = to.map(idOf)
      await say({ kind, code: found.code, text, mentions, house_only: isHouse, image_ids: [] }, speakingAs(tx, by))
    }
  }
  await sql`DELETE FROM notice_outbox WHERE kind LIKE 'talk%'`.execute(tx)
  await sql`DELETE FROM notice WHERE kind LIKE 'talk%'`.execute(tx)
}

function accountOf(mailbox: string) {
  const found = demoAccounts.find(({ email }) => email === `${mailbox}@demo.selvedge`)
  if (!found) throw new Error(`the demo has no account ${mailbox}`)
  return found
}

const idOf = (mailbox: string) => userId(accountOf(mailbox))

function speakingAs(tx: Tx, mailbox: string) {
  const context = demoContext(tx, mailbox)
  const { vendor, sites = [] } = accountOf(mailbox)
  const vendorId = vendor === null ? null : fixedId('vendor', vendor)
  const siteIds = sites.map((site) => fixedId('site', site))
  return { ...context, caller: { ...context.caller, vendorId, siteIds } }
}
