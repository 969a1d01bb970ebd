import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type Call, type FileType, type GivesFile, givesFile } from '../../shared/contract/grammar.ts'
import type { FileReply } from './call.ts'
import { contentDisposition } from './file-names.ts'

/**
 * Streams a file. Its first bytes are awaited before the reply starts, so an error until then is an ordinary error reply;
 * later the connection is cut, and no half file looks whole. A caller who goes away ends the making of the file.
 */
export async function sendFile(
  reply: FastifyReply,
  call: Call,
  input: unknown,
  file: FileReply,
): Promise<FastifyReply> {
  if (!givesFile(call)) throw new TypeError(`${call.path} gives no file`)
  const making = file.body[Symbol.asyncIterator]()
  const first = await making.next()
  const type = file.type ?? typeOf(call.gives, input)
  reply.header('content-type', type === 'text/csv' ? 'text/csv; charset=utf-8' : type)
  // A link to a PDF is opened in a window of its own (the specification's label_url); all other files are saved.
  const kind = call.method === 'GET' && type === 'application/pdf' ? 'inline' : 'attachment'
  if (file.isImmutable)
    reply.header('cache-control', 'private, max-age=86400, immutable').header('vary', 'authorization, cookie')
  reply.header('content-disposition', contentDisposition(file.name ?? nameOf(call.gives, input), kind))
  return reply.send(Readable.from(rest(first, making), { objectMode: false, highWaterMark: 64 * 1024 }))
}

function typeOf(gives: GivesFile<never>, input: unknown): FileType {
  return typeof gives.type === 'string' ? gives.type : gives.type(input as never)
}

function nameOf(gives: GivesFile<never>, input: unknown): string {
  return typeof gives.name === 'string' ? gives.name : gives.name(input as never)
}

async function* rest(
  first: IteratorResult<Uint8Array | string>,
  making: AsyncIterator<Uint8Array | string>,
): AsyncGenerator<Uint8Array | string> {
  let finished = first.done ?? false
  try {
    if (!first.done && first.value.length > 0) yield first.value
    while (!finished) {
      const next = await making.next()
      finished = next.done ?? false
      if (!next.done && next.value.length > 0) yield next.value
    }
  } finally {
    if (!finished) await making.return?.()
  }
}
