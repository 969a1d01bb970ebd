import type { MailSettings } from './mail-settings.ts'

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
