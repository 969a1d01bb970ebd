import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { Problem, systemCode } from '../problem.ts'
import type { Say } from '../words.ts'
import { type JobPort, NotYet, type PrintSheet, type RawPortOf } from './port.ts'

/** Label files are a few kilobytes a label: what is larger is no label, and would keep a printer busy for hours. */
const mostBytes = 64 * 1024 * 1024

/** Where a printer listens. */
interface Place {
  host: string
  port: number
}

export interface Timeouts {
  connectMs: number
  /** A printer that takes nothing for this long has no paper or an open head. */
  stalledMs: number
  /** However busily it takes them. */
  totalMs: number
  /** Most printers never close the connection: after this pause everything counts as taken. */
  closingMs: number
}

const timeout: Timeouts = { connectMs: 10_000, stalledMs: 120_000, totalMs: 30 * 60_000, closingMs: 2_000 }

/** Printers that are spoken to in ZPL: by a socket of their own, or by the system's queue, which passes the bytes on unchanged. */
export function rawPort({ queue, say }: { queue: JobPort; say: Say }): RawPortOf {
  return ({ way }) => {
    if (way.kind === 'queue') return queue
    return { way: 'one-shot', hand: (sheet) => sendRaw(sheet, way, say) }
  }
}

type RawSheet = Pick<PrintSheet, 'path' | 'printer' | 'copies'>

/**
 * Sends a file to a printer's socket. A printer that cannot be reached got nothing, so it may be tried again. A connection that
 * breaks later leaves open what came out: it fails in words that send the user to the printer, and is never repeated here.
 * The whole file is sent `copies` times in one go: its labels may differ, and the printer's own count would bunch them.
 */
export async function sendRaw(sheet: RawSheet, place: Place, say: Say, limits: Timeouts = timeout): Promise<void> {
  const { path, printer, copies } = sheet
  const { size } = await stat(path)
  if (size * copies > mostBytes) throw new Problem('refused', say('This is too much for one print job.'))
  const socket = await reached(place, printer, say, limits.connectMs)
  try {
    await handedOver(socket, sheet, limits)
  } catch {
    // What still waits on our side must not come out after the job was called failed.
    socket.resetAndDestroy()
    const words = 'The connection to {{printer}} broke while it was printing. Look at the printer, then print again.'
    throw new Problem('printer', say(words, { printer }))
  }
  socket.destroy()
}

function reached({ host, port }: Place, printer: string, say: Say, connectMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, allowHalfOpen: true })
    const late = setTimeout(() => socket.destroy(new Error('timeout')), connectMs)
    const refused = (error: Error) => {
      clearTimeout(late)
      const values = { printer, place: `${host}:${port}`, reason: systemCode(error) ?? error.message }
      const words = '{{printer}} does not answer at {{place}} ({{reason}}). Nothing was sent.'
      reject(new NotYet('printer', say(words, values)))
    }
    socket.once('error', refused)
    socket.once('connect', () => {
      clearTimeout(late)
      socket.off('error', refused)
      resolve(socket)
    })
  })
}

/** Writes everything, closes our side, and waits until the printer closes its own or keeps still. */
async function handedOver(socket: Socket, { path, copies }: RawSheet, limits: Timeouts): Promise<void> {
  const broken = new Promise<never>((_, reject) => {
    socket.on('error', reject)
    socket.setTimeout(limits.stalledMs, () => socket.destroy(new Error('the printer takes nothing')))
  })
  // What a printer says back (its status) is read and dropped: unread, it would turn our close into a reset.
  const closed = new Promise<void>((resolve) => socket.resume().once('end', resolve))
  const written = pipeline(repeated(path, copies), socket, { signal: AbortSignal.timeout(limits.totalMs) })
  await Promise.race([broken, written])
  socket.setTimeout(0)
  await Promise.race([broken, closed, pause(limits.closingMs)])
}

async function* repeated(path: string, copies: number): AsyncGenerator<Buffer> {
  for (let copy = 0; copy < copies; copy++) yield* createReadStream(path)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
