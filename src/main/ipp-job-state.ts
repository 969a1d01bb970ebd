import { request } from 'node:http'

/**
 * A job's state as CUPS knows it, asked by IPP's Get-Job-Attributes (RFC 8011 4.3.4): `lpstat` tells finished from
 * unfinished, but not printed from cancelled. `server` is as `lpstat -H` names it: a socket's path or host:port.
 * Answers RFC 8011's job-state (3 to 9), or null when CUPS no longer knows the job.
 */
export async function ippJobState(server: string, jobNumber: number): Promise<number | null> {
  const reply = await post(server, getJobAttributes(jobNumber))
  return enumOf(reply, 'job-state')
}

const tag = {
  operation: 0x01,
  end: 0x03,
  enum: 0x23,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  name: 0x42,
}

function getJobAttributes(jobNumber: number): Buffer {
  // Version 2.0, operation 0x0009, request 1.
  const head = Buffer.from([2, 0, 0, 9, 0, 0, 0, 1, tag.operation])
  return Buffer.concat([
    head,
    attribute(tag.charset, 'attributes-charset', 'utf-8'),
    attribute(tag.language, 'attributes-natural-language', 'en'),
    attribute(tag.uri, 'job-uri', `ipp://localhost/jobs/${jobNumber}`),
    attribute(tag.name, 'requesting-user-name', 'selvedge'),
    attribute(tag.keyword, 'requested-attributes', 'job-state'),
    Buffer.from([tag.end]),
  ])
}

function attribute(kind: number, name: string, value: string): Buffer {
  return Buffer.concat([Buffer.from([kind]), counted(name), counted(value)])
}

function counted(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** An enum's attribute is its tag, its counted name, the length 4, and four bytes. */
function enumOf(reply: Buffer, name: string): number | null {
  const start = Buffer.concat([Buffer.from([tag.enum]), counted(name), Buffer.from([0, 4])])
  const at = reply.indexOf(start)
  return at < 0 || at + start.length + 4 > reply.length ? null : reply.readInt32BE(at + start.length)
}

function post(server: string, body: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/ipp', 'content-length': body.length }
    const sent = request({ ...placeOf(server), method: 'POST', path: '/jobs/', headers, timeout: 10_000 }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () => resolve(Buffer.concat(chunks)))
      reply.on('error', reject)
    })
    sent.on('timeout', () => sent.destroy(new Error('CUPS does not answer')))
    sent.on('error', reject)
    sent.end(body)
  })
}

function placeOf(server: string): { socketPath: string } | { host: string; port: number } {
  if (server.startsWith('/')) return { socketPath: server }
  const url = new URL(`http://${server}`)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 631) }
}
