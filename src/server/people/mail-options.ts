import type { Gives } from '../../shared/contract/grammar.ts'
import type { housePeople } from '../../shared/contract/house-people.ts'
import { type Db, type Said, said } from '../http/call.ts'
import { notFound } from '../http/errors.ts'
import type { MailSender } from '../mail/sender.ts'
import { isDemo } from '../settings.ts'

const MOST_SHOWN = 20

/** What the sign-in pages may offer: codes are sent, or, in the demo, shown. */
export async function signInOptions(db: Db, mail: MailSender): Promise<Said<Gives<typeof housePeople.signInOptions>>> {
  return said({ sends_mail: mail.sendsMail, is_demo: await isDemo(db) })
}

/** The last mails that the demo would have sent. Throws 404 anywhere else, as if there were no such call. */
export async function getDemoOutbox(db: Db, mail: MailSender): Promise<Said<Gives<typeof housePeople.getDemoOutbox>>> {
  if (mail.sendsMail || !(await isDemo(db))) throw notFound('There is no such address.')
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['to_address', 'subject', 'body', 'created_at'])
    .where('body', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  const mails = rows.map((row) => ({
    to: row.to_address,
    subject: row.subject,
    text: row.body ?? '',
    at: row.created_at.toISOString(),
  }))
  return said({ mails })
}
