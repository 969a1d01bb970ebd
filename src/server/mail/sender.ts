import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../http/call.ts'
import type { MailCarrier } from './carrier.ts'
import { type DueMail, giveUpOld, markSent, putOff, takeDueMail } from './outbox.ts'

/** Often enough for the shortest pause; a new mail is sent at once by `kick`. */
const EVERY_MS = 5_000

export interface MailSender {
  /** Mails leave the house here; otherwise they stay in the outbox. */
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
      await sendAll(by).catch((error: unknown) => log.warn({ err: error }, 'the outbox could not be read'))
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
