import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { isAway } from '../database/database-errors.ts'
import type { Db, Tx } from '../http/call.ts'
import type { Mail, MailCarrier } from './carrier.ts'

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

/** Often enough for the shortest pause; a new mail is sent at once by `kick`. */
const EVERY_MS = 5_000

export interface MailSender {
  /** Mails leave the company here; otherwise they stay in the outbox. */
  readonly sendsMail: boolean
  start(): void
  /** After a command that wrote a mail: sends it now. Waits for nothing. */
  kick(): void
  /** Lets a mail that is under way be sent, and sends no other. */
  stop(): Promise<void>
}

export interface SenderParts {
  db: Db
  /** Null leaves every mail in the outbox. */
  carrier: MailCarrier | null
  log: FastifyBaseLogger
  everyMs?: number
}

/** Sends what lies in the outbox, one mail after the other. Any number of servers may do it at once. */
export function mailSender({ db, carrier, log, everyMs = EVERY_MS }: SenderParts): MailSender {
  let stopped = true
  let running: Promise<void> | null = null
  let again = false
  let timer: NodeJS.Timeout | undefined

  const sendAll = async (by: MailCarrier) => {
    const old = await giveUpOld(db)
    if (old > 0) log.warn({ mails: old }, 'mails could not be sent in time and were given up')
    for (let mail = await takeDueMail(db); mail !== null; mail = stopped ? null : await takeDueMail(db)) {
      await sendOne(mail, by)
    }
  }
  const sendOne = async (mail: DueMail, by: MailCarrier) => {
    try {
      await by.carry(mail)
    } catch (error) {
      log.warn({ mail_id: mail.id, tries: mail.tries, fault: codeOf(error) }, 'a mail was not taken')
      return putOff(db, mail)
    }
    await markSent(db, mail.id)
  }
  const run = async (by: MailCarrier) => {
    do {
      again = false
      await sendAll(by).catch((error: unknown) => {
        if (!isAway(error)) log.warn({ err: error }, 'the outbox could not be read')
      })
    } while (again && !stopped)
    running = null
  }
  const kick = () => {
    if (carrier === null || stopped) return
    if (running === null) running = run(carrier)
    else again = true
  }
  return {
    sendsMail: carrier !== null,
    kick,
    start() {
      if (carrier === null) return
      stopped = false
      timer = setInterval(kick, everyMs).unref()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
      carrier?.close()
    },
  }
}

/** Never the error itself: hosts repeat addresses and more of a mail in theirs. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
