import { isAddress } from '../../shared/areas/people/rules.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** What takes a mail away. Another one than SMTP is another object of this form. */
export interface MailCarrier {
  /** Resolves when the next host has taken it; throws when it has not. */
  carry(mail: Mail): Promise<void>
  close(): void
}

const PATIENCE_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** By SMTP. The library is loaded with the first mail: a server that sends none never needs it. */
export function smtpCarrier({ smtpUrl, from }: MailSettings): MailCarrier {
  const opening = () =>
    // The text comes from our own outbox: nothing in it may name a file or an address to be read.
    import('nodemailer').then(({ createTransport }) =>
      createTransport({ url: smtpUrl, ...PATIENCE_MS, disableFileAccess: true, disableUrlAccess: true }),
    )
  let transport: ReturnType<typeof opening> | undefined
  return {
    async carry({ to, subject, text }) {
      transport ??= opening()
      const mail = { from, to: { name: '', address: to }, subject, text }
      // Out-of-office notes must not answer a code.
      await (await transport).sendMail({ ...mail, headers: { 'Auto-Submitted': 'auto-generated' } })
    },
    close() {
      transport?.then((open) => open.close()).catch(() => undefined) // it never opened: nothing to close
    },
  }
}

/** Where mails go out. Without it they stay in the outbox. */
export interface MailSettings {
  /** smtp:// or smtps://, with user and password where the host asks for them. Never written to the log. */
  smtpUrl: string
  /** The address that mails come from, alone or as `Name <address>`. */
  from: string
}

/** What was set for mails cannot be used. The message may be shown; it holds no password. */
export class BadMailSetting extends Error {}

/** Reads SELVEDGE_SMTP_URL and SELVEDGE_MAIL_FROM; null where no mail is to be sent. Throws `BadMailSetting`. */
export function mailSettings(env: Record<string, string | undefined>): MailSettings | null {
  const { SELVEDGE_SMTP_URL: smtpUrl, SELVEDGE_MAIL_FROM: from } = env
  if (!smtpUrl) return null
  if (!/^smtps?:\/\/[^/\s]+/.test(smtpUrl) || !URL.canParse(smtpUrl)) {
    throw new BadMailSetting('SELVEDGE_SMTP_URL takes an address such as smtps://user:password@mail.company.com.')
  }
  const address = from?.match(/^[^<>\r\n]*<([^<>]+)>$/)?.[1] ?? from
  if (!from || !address || !isAddress(address)) {
    throw new BadMailSetting('SELVEDGE_MAIL_FROM takes the address that mails come from, beside SELVEDGE_SMTP_URL.')
  }
  return { smtpUrl, from }
}
