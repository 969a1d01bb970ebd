import { sql } from 'kysely'
import { dayIn, vendorZone } from '../../shared/kernel/days.ts'
import { giveVerdict, openReviews } from '../areas/buyer-reviews/reviews.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

/** Reviews of the styles that wait for their buyers, `today` in milliseconds: judged by both, by one, by nobody, and one overdue. */
export async function tellReviews(tx: Tx, today: number): Promise<void> {
  const ops = demoContext(tx, 'ops')
  const judges = [demoContext(tx, 'buyer'), demoContext(tx, 'buyer-admin')]
  const { rows } = await rowsOf({ code: col.text })`
    SELECT code FROM catalogue_style WHERE status = 'Buyer Review Pending' ORDER BY number`.execute(tx)
  const day = (days: number) => dayIn(vendorZone, new Date(today + days * 86_400_000))
  for (const [at, { code }] of rows.entries()) {
    const responsible = at % 2 === 0 ? 'ops@demo.selvedge' : 'buyer@demo.selvedge'
    // Of every third one a buyer alone is asked by name.
    const reviewers = at % 3 === 1 ? ['buyer@demo.selvedge'] : []
    const deadline = dayIn(vendorZone, new Date())
    await openReviews({ catalogue_ids: [code], responsible, reviewers, deadline }, ops)
    await sql`UPDATE buyer_review SET deadline = ${day(at === 0 ? -2 : 3 + at)}::date
      WHERE catalogue_id = (SELECT id FROM catalogue_style WHERE code = ${code})`.execute(tx)
    for (const [of, judge] of judges.slice(0, 2 - (at % 3)).entries())
      await giveVerdict(
        {
          ...{ catalogue_id: code, verdict: of === 0 ? 'pass' : 'fail', score: of === 0 ? 4 : 2 },
          remark: of === 0 ? 'The cloth falls well; the price is right' : 'We have three of these already',
        },
        judge,
      )
  }
}
