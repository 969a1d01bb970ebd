import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

export interface ReceivedMail {
  from: string
  to: string[]
  /** As it came over the wire. */
  raw: string
  /** Its body, decoded. */
  text: string
}

export interface SmtpListener {
  url: string
  received: ReceivedMail[]
  /** How many of the next mails it turns away. */
  refuseNext: number
  /** Resolves with the mail of this number (from 1), once it is there. */
  mail(number: number): Promise<ReceivedMail>
}

/** A real SMTP listener on loopback, closed after the file. */
export async function smtpListener(): Promise<SmtpListener> {
  const waiting = new Set<() => void>()
  const listener: SmtpListener = {
    url: '',
    received: [],
    refuseNext: 0,
    async mail(number) {
      while (listener.received.length < number) await new Promise<void>((resolve) => waiting.add(resolve))
      return listener.received[number - 1] as ReceivedMail
    },
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (listener.refuseNext > 0) {
          listener.refuseNext -= 1
          return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
        }
        const { mailFrom, rcptTo } = session.envelope
        const raw = Buffer.concat(chunks).toString('utf8')
        const from = mailFrom === false ? '' : (mailFrom?.address ?? '')
        listener.received.push({ from, to: rcptTo.map(({ address }) => address), raw, text: bodyOf(raw) })
        done()
        for (const tell of waiting) tell()
        waiting.clear()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the listener has no port')
  listener.url = `smtp://127.0.0.1:${address.port}`
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return listener
}

function bodyOf(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const encoding = /^content-transfer-encoding: (.+)$/im.exec(head)?.[1]?.trim()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding === 'quoted-printable') return unquoted(body)
  return body
}

function unquoted(body: string): string {
  const joined = body.replace(/=\r\n/g, '')
  const bytes = joined.replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
