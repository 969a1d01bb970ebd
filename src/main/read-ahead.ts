import { PassThrough, Readable } from 'node:stream'
import { patience } from './patience.ts'
import { Stalled } from './save-stream.ts'

/** While the user looks for a folder, this much of the file is read ahead so that the server need not wait. */
const readAheadBytes = 32 * 1024 * 1024

/** Reads a reply's body on in the background; an error waits in the stream until somebody reads it. */
export function readAhead(reply: Response): Readable {
  if (reply.body === null) return Readable.from([])
  const reader = reply.body.getReader()
  const source = Readable.from(inTime(reader))
  const ahead = new PassThrough({ highWaterMark: readAheadBytes })
  // Without a listener an error during the dialog would end the app; `saveStream` meets it again as a destroyed stream.
  ahead.on('error', () => undefined)
  source.on('error', (error) => ahead.destroy(error))
  ahead.on('close', () => {
    // First the connection: the source itself would wait for the bytes that it has asked for.
    void reader.cancel().catch(() => undefined)
    source.destroy()
  })
  source.pipe(ahead)
  return ahead
}

/** Each piece in time. A piece is asked for only when there is room, so a slow disk or user is never taken for a stall. */
async function* inTime(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  while (true) {
    const piece = await within(reader.read(), patience.stalledFile)
    if (piece.done) return
    yield piece.value
  }
}

async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Stalled()), milliseconds)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
