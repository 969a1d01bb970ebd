import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeOld } from '../../src/server/app/housekeeping.ts'
import { codeMail } from '../../src/server/areas/people/codes.ts'
import { BadMailSetting, mailSettings, smtpCarrier } from '../../src/server/mail/carrier.ts'
import { type MailSender, mailSender, queueMail, takeDueMail } from '../../src/server/mail/outbox.ts'
import { contract } from '../../src/shared/areas.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { type SmtpListener, smtpListener } from '../support/smtp.ts'

const from = 'Selvedge <selvedge@company.test>'
let smtp: SmtpListener
let server: TestServer
beforeAll(async () => {
  smtp = await smtpListener()
  server = await testServer()
})
beforeEach(async () => {
  smtp.received.length = 0
  smtp.refuseNext = 0
  await server.db.deleteFrom('mail_outbox').execute()
})

const queue = (text = 'Hello', minutes?: number) =>
  server.db.transaction().execute((tx) => queueMail(tx, { to: 'a@company.test', subject: 'Test', text }, minutes))
const outbox = () => server.db.selectFrom('mail_outbox').selectAll().orderBy('id').execute()
const dueNow = () =>
  server.db
    .updateTable('mail_outbox')
    .set({ due_at: new Date(Date.now() - 1_000) })
    .execute()

async function sending<T>(context: (sender: MailSender, log: string[]) => Promise<T>, url = smtp.url): Promise<T> {
  const log: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line: string) => log.push(line) })
  const parts = { db: server.db, log: logger, everyMs: 60_000 }
  const sender = mailSender({ ...parts, carrier: smtpCarrier({ smtpUrl: url, from }) })
  sender.start()
  try {
    return await context(sender, log)
  } finally {
    await sender.stop()
  }
}

async function until(is: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await is()); tries += 1) {
    if (tries > 200) throw new Error('it did not come to that')
    await sleep(25)
  }
}

describe('a code that somebody asks for', () => {
  it('goes out at once in both languages, is blanked afterwards, and is in no log', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
    const mailing = await testServer({ db: server.db, mail: { smtpUrl: smtp.url, from }, log })
    const user = await mailing.makeUser()
    const reply = await mailing.anyone.call(contract.people.requestOtp, { email: user.email })
    const { code_request, ...times } = reply.body.data
    expect([reply.status, times]).toEqual([200, { expires_in_seconds: 300, retry_after_seconds: 60 }])
    const mail = await smtp.mail(1)
    expect([mail.from, mail.to]).toEqual(['selvedge@company.test', [user.email]])
    const codes = mail.text.match(/\b\d{8}\b/g) ?? []
    expect([codes.length, new Set(codes).size]).toEqual([2, 1])
    expect(mail.text).toContain('Your code to sign in to Selvedge')
    expect(mail.text).toContain('您登录 Selvedge 的验证码')
    expect(mail.raw.split('\r\n\r\n')[0]).not.toContain(codes[0])
    await until(async () => (await outbox())[0]?.sent_at !== null)
    expect((await outbox()).map(({ body, tries }) => [body, tries])).toEqual([[null, 1]])
    const tried = { email: user.email, otp: codes[0] ?? '', code_request }
    const signedIn = await mailing.anyone.call(contract.people.login, tried)
    expect(signedIn.status).toBe(200)
    expect(lines.join('')).not.toContain(codes[0])
    await mailing.stop()
  })
})

describe('the outbox', () => {
  it('keeps a mail that the host refused once, and sends it after a pause', async () => {
    smtp.refuseNext = 1
    await queue('A text that no log may hold')
    await sending(async (sender, log) => {
      sender.kick()
      await until(async () => (await outbox())[0]?.tries === 1 && smtp.refuseNext === 0)
      await until(async () => log.some((line) => line.includes('a mail was not taken')))
      await until(async () => Number((await outbox())[0]?.due_at) - Date.now() < 10_000)
      const [put] = await outbox()
      expect([put?.sent_at, put?.body]).toEqual([null, 'A text that no log may hold'])
      expect(Number(put?.due_at)).toBeGreaterThan(Date.now() + 2_000)
      await dueNow()
      sender.kick()
      expect((await smtp.mail(1)).text.trim()).toBe('A text that no log may hold')
      await until(async () => (await outbox())[0]?.sent_at !== null)
      expect(log.join('')).not.toMatch(/no log may hold|a@company/)
    })
  })

  it('waits longer after each failure', async () => {
    await queue()
    const pauses: number[] = []
    for (let tries = 1; tries <= 3; tries += 1) {
      smtp.refuseNext = 1
      await dueNow()
      await sending(async (sender) => {
        sender.kick()
        await until(async () => smtp.refuseNext === 0)
      })
      pauses.push(Math.round((Number((await outbox())[0]?.due_at) - Date.now()) / 1_000))
    }
    for (const [at, wanted] of [5, 15, 45].entries()) expect(Math.abs((pauses[at] ?? 0) - wanted)).toBeLessThan(3)
  })

  it('gives up, and blanks, what is of use no more, without sending it', async () => {
    await queue('too late', 5)
    await server.db
      .updateTable('mail_outbox')
      .set({ give_up_at: new Date(Date.now() - 1_000) })
      .execute()
    await sending(async (sender) => {
      sender.kick()
      await until(async () => (await outbox())[0]?.given_up_at !== null)
    })
    const [row] = await outbox()
    expect([row?.body, row?.sent_at, row?.tries, smtp.received.length]).toEqual([null, null, 0, 0])
  })

  it('is tried for a day at most, however long was asked for', async () => {
    await queue('x', 10 * 24 * 60)
    const hours = (Number((await outbox())[0]?.give_up_at) - Date.now()) / 3_600_000
    expect(hours).toBeCloseTo(24, 1)
  })

  it('gives each mail to one of several senders only', async () => {
    for (let at = 0; at < 6; at += 1) await queue(`mail ${at}`)
    const taken = await Promise.all(Array.from({ length: 10 }, () => takeDueMail(server.db)))
    const ids = taken.flatMap((mail) => (mail ? [mail.id] : []))
    // Two may look at the same row at once: the second then finds none, and comes again.
    expect(new Set(ids).size).toBe(ids.length)
    for (let mail = await takeDueMail(server.db); mail; mail = await takeDueMail(server.db)) ids.push(mail.id)
    expect([ids.length, new Set(ids).size]).toEqual([6, 6])
  })

  it('is written with its command or not at all', async () => {
    const failing = server.db.transaction().execute(async (tx) => {
      await queueMail(tx, codeMail('a@company.test', '123456', 'sign_in', 5))
      throw new Error('the command failed')
    })
    await expect(failing).rejects.toThrow('the command failed')
    expect(await outbox()).toEqual([])
  })

  it('lets go of a mail under way when the server stops, and of the host that is not there', async () => {
    await queue()
    await sending(async (sender) => {
      sender.kick()
      await until(async () => (await outbox())[0]?.tries === 1)
    }, 'smtp://127.0.0.1:9')
    const [row] = await outbox()
    expect([row?.sent_at, row?.body]).toEqual([null, 'Hello'])
  })

  it('is emptied by housekeeping of what is two days old', async () => {
    await queue('old')
    await queue('new')
    const [old] = await outbox()
    const before = new Date(Date.now() - 2.1 * 86_400_000)
    await server.db.updateTable('mail_outbox').set({ created_at: before }).where('id', '=', String(old?.id)).execute()
    await removeOld(server.db)
    expect((await outbox()).map(({ body }) => body)).toEqual(['new'])
  })
})

describe('the settings of mail', () => {
  it('are none without a host, and refused without a sender or with nonsense, never repeating the password', () => {
    expect(mailSettings({})).toBeNull()
    const url = 'smtps://me:hidden-word@mail.company.test'
    expect(mailSettings({ SELVEDGE_SMTP_URL: url, SELVEDGE_MAIL_FROM: from })).toEqual({ smtpUrl: url, from })
    for (const env of [
      { SELVEDGE_SMTP_URL: url },
      { SELVEDGE_SMTP_URL: url, SELVEDGE_MAIL_FROM: 'nobody' },
      { SELVEDGE_SMTP_URL: url, SELVEDGE_MAIL_FROM: 'x <a@b.test>\r\nBcc: all@b.test' },
      { SELVEDGE_SMTP_URL: 'mail.company.test hidden-word', SELVEDGE_MAIL_FROM: from },
    ]) {
      const read = () => mailSettings(env)
      expect(read).toThrow(BadMailSetting)
      expect(read).not.toThrow('hidden-word')
    }
  })
})
