import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { app } from 'electron'
import type { FileCall } from '../../shared/bridge.ts'
import type { PrintForm } from '../../shared/kernel/printing.ts'
import { saveProblem, saveStream } from '../files/save.ts'
import { Problem } from '../problem.ts'
import type { ServerCalls } from '../server/calls.ts'
import type { Say } from '../words.ts'
import { NotYet } from './port.ts'

const timeout = 120_000

/** What a server says that is there but cannot serve just now. */
const passing = [408, 429, 502, 503, 504]

/** Labels as the server makes them for one printer. */
export interface LabelsAsked {
  /** The job that they are for. */
  id: string
  call: FileCall
  form: PrintForm
  signal: AbortSignal
}

/**
 * The files of jobs on their way. One that waits for its printer keeps its file: the server counts every fetching of labels as
 * a print.
 */
export interface LabelFiles {
  /** Throws Problems. */
  fetch(asked: LabelsAsked): Promise<string>
  forget(id: string): Promise<void>
}

function folder(): string {
  return join(app.getPath('userData'), 'printing')
}

/** Leftovers of a run that was ended by force; what another program still holds open is no reason not to start. */
export async function clearPrintFiles(): Promise<void> {
  await rm(folder(), { recursive: true, force: true }).catch(() => undefined)
}

export function labelFiles(parts: { calls: ServerCalls; say: Say }): LabelFiles {
  const fetched = new Map<string, { form: PrintForm; path: string }>()
  const forget = async (id: string) => {
    const file = fetched.get(id)
    fetched.delete(id)
    // Windows takes no file away that another program still reads: it goes at the next start.
    if (file) await rm(file.path, { force: true }).catch(() => undefined)
  }
  return {
    async fetch(asked) {
      const { id, form } = asked
      const before = fetched.get(id)
      if (before?.form === form) return before.path
      await forget(id)
      const path = join(folder(), `${randomUUID()}.${form === 'pdf' ? 'pdf' : 'zpl'}`)
      fetched.set(id, { form, path })
      try {
        await fetchTo(path, asked, parts)
        return path
      } catch (error) {
        await forget(id)
        throw error
      }
    },
    forget,
  }
}

async function fetchTo(path: string, asked: LabelsAsked, { calls, say }: { calls: ServerCalls; say: Say }) {
  const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(timeout)])
  try {
    await mkdir(folder(), { recursive: true, mode: 0o700 })
    const reply = await calls.send(printedAs(asked), { signal })
    const body = reply.body === null ? Readable.from([]) : Readable.fromWeb(reply.body as ReadableStream<Uint8Array>)
    await saveStream(body, path, { signal, expectedBytes: null, onBytes: () => undefined })
  } catch (error) {
    throw waitsOrFails(saveProblem(error, say))
  }
  const start = await firstBytes(path)
  if (asked.form === 'pdf' && !start.startsWith('%PDF-')) throw new Problem('server', say('What came is not a PDF.'))
  if (asked.form !== 'pdf' && !/^\s*[\^~]/.test(start)) throw new Problem('server', say('What came is not ZPL.'))
}

/** Pages are what a label call gives when nothing else is asked for. */
function printedAs({ call, form }: LabelsAsked): FileCall {
  if (form === 'pdf') return call
  if (call.method === 'POST') return { ...call, body: { ...Object(call.body), print_as: form } }
  return { ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}print_as=${form}` }
}

/** A server that is away, and a session that has yet to begin, are waited for; a refusal is an answer. */
function waitsOrFails(problem: Problem): Problem {
  const { code, message, details } = problem
  const status = Object(details).status as unknown
  const waits = code === 'unreachable' || passing.includes(Number(status)) || (code === 'unauthorised' && !details)
  return waits ? new NotYet(code, message, details) : problem
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}
