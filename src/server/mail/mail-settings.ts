import { isAddress } from '../../shared/domain/people.ts'

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
