import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { app } from 'electron'
import type { FileCall } from '../shared/bridge.ts'
import { Problem } from './problem.ts'
import { saveProblem } from './save-problem.ts'
import { saveStream } from './save-stream.ts'
import type { ServerCalls } from './server-calls.ts'
import type { Say } from './words.ts'

const patience = 120_000

function folder(): string {
  return join(app.getPath('userData'), 'printing')
}

/** Leftovers of a run that was ended by force. */
export async function clearPrintFiles(): Promise<void> {
  await rm(folder(), { recursive: true, force: true })
}

/** Fetches a call's PDF for as long as `use` needs it; afterwards the file is gone. Throws Problems. */
export async function withPdf<T>(
  call: FileCall,
  parts: { calls: ServerCalls; say: Say },
  use: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(folder(), `${randomUUID()}.pdf`)
  try {
    await fetchTo(path, call, parts)
    return await use(path)
  } finally {
    await rm(path, { force: true })
  }
}

async function fetchTo(path: string, call: FileCall, { calls, say }: { calls: ServerCalls; say: Say }): Promise<void> {
  const signal = AbortSignal.timeout(patience)
  try {
    await mkdir(folder(), { recursive: true, mode: 0o700 })
    const reply = await calls.send(call, { signal })
    const body = reply.body === null ? Readable.from([]) : Readable.fromWeb(reply.body as ReadableStream<Uint8Array>)
    await saveStream(body, path, { signal, expectedBytes: null, onBytes: () => undefined })
  } catch (error) {
    throw saveProblem(error, say)
  }
  if (!(await isPdf(path))) throw new Problem('server', say('What came is not a PDF.'))
}

async function isPdf(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(5), 0, 5, 0)
    return bytesRead === 5 && buffer.toString('latin1') === '%PDF-'
  } finally {
    await file.close()
  }
}
