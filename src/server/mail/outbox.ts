import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Db, Tx } from '../http/call.ts'
import type { Mail } from './carrier.ts'

const DAY_MINUTES = 24 * 60
/** A mail that is being sent is left to its sender for so long; one that died meanwhile is followed by another. */
const LEASE_SECONDS = 120
/** Before another try: 5 s, 15 s, 45 s … an hour at most. */
const FIRST_PAUSE_SECONDS = 5
const LONGEST_PAUSE_SECONDS = 3_600

/** Puts a mail in the outbox, in the transaction of what it tells. It is given up when it is of use no more (at most a day). */
export async function queueMail(tx: Tx, mail: Mail, goodForMinutes = DAY_MINUTES): Promise<void> {
  const until = sql<Date>`now() + ${Math.min(goodForMinutes, DAY_MINUTES)} * interval '1 minute'`
  const row = { id: v7(), to_address: mail.to, subject: mail.subject, body: mail.text, give_up_at: until }
  await tx.insertInto('mail_outbox').values(row).execute()
}

export interface DueMail extends Mail {
  id: string
  tries: number
}

const isWaiting = sql<boolean>`sent_at is null and given_up_at is null`

/** Takes the mail that has been due longest, for this sender alone, also among several servers. Null when none is due. */
export async function takeDueMail(db: Db): Promise<DueMail | null> {
  const row = await db
    .updateTable('mail_outbox')
    .set({ tries: sql<number>`tries + 1`, due_at: sql<Date>`now() + ${LEASE_SECONDS} * interval '1 second'` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('mail_outbox')
        .select('id')
        .where(isWaiting)
        .where('due_at', '<=', sql<Date>`now()`)
        .where('give_up_at', '>', sql<Date>`now()`)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'tries', 'to_address', 'subject', 'body'])
    .executeTakeFirst()
  return row ? { id: row.id, tries: row.tries, to: row.to_address, subject: row.subject, text: row.body ?? '' } : null
}

/** What it said is kept no longer than needed: a code must not lie about. */
export async function markSent(db: Db, id: string): Promise<void> {
  await db.updateTable('mail_outbox').set({ sent_at: sql`now()`, body: null }).where('id', '=', id).execute()
}

/** Tries again later, each time after a longer pause. */
export async function putOff(db: Db, { id, tries }: DueMail): Promise<void> {
  const seconds = Math.min(FIRST_PAUSE_SECONDS * 3 ** (tries - 1), LONGEST_PAUSE_SECONDS)
  const due = sql<Date>`now() + ${seconds} * interval '1 second'`
  await db.updateTable('mail_outbox').set({ due_at: due }).where('id', '=', id).where(isWaiting).execute()
}

/** Gives up what is of use no more. Gives how many mails that were. */
export async function giveUpOld(db: Db): Promise<number> {
  const done = await db
    .updateTable('mail_outbox')
    .set({ given_up_at: sql`now()`, body: null })
    .where(isWaiting)
    .where('give_up_at', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}
