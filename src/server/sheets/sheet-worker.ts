import { parentPort } from 'node:worker_threads'
import { mostFaults, SheetRefused } from './limits.ts'
import { readCsv, streamCsv } from './read-csv.ts'
import { streamPictures } from './read-pictures.ts'
import { readWorkbook, streamWorkbook } from './read-workbook.ts'
import type { JobReply, ReadJob, ReadResult, SheetJob, StreamedRows, StreamedSheet, StreamJob } from './sheet-jobs.ts'

/** The thread in which strangers' files are opened: it may run out of memory or be killed without harm. */
parentPort?.on('message', async (job: SheetJob) => {
  const answer = await reply(job)
  // A workbook goes over as it is; it is not held twice.
  const given = 'value' in answer && answer.value instanceof Uint8Array ? [answer.value.buffer as ArrayBuffer] : []
  parentPort?.postMessage(answer, given)
})

async function reply(job: SheetJob): Promise<JobReply> {
  try {
    if (job.kind === 'stream') return { value: await stream(job) }
    return { value: job.kind === 'read' ? await read(job) : await correct(job) }
  } catch (error) {
    if (error instanceof SheetRefused) return { refused: error.message, params: error.params, unknown: error.unknown }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

async function read(job: ReadJob): Promise<ReadResult> {
  const bytes = bufferOf(job.bytes)
  const { template, limits } = job
  const collected =
    job.format === 'csv' ? readCsv(bytes, job.name, template, limits) : await readWorkbook(bytes, template, limits)
  return {
    sheets: collected.map(({ packed }) => packed),
    faults: collected.flatMap(({ faults }) => faults).slice(0, mostFaults),
    faultCount: collected.reduce((sum, { faults, more = 0 }) => sum + faults.length + more, 0),
  }
}

/** Sends rows as they are read, and stands still while whoever takes them has enough: the file is never held as rows. */
async function stream(job: StreamJob): Promise<readonly StreamedSheet[]> {
  const credit = new Int32Array(job.credit)
  const give = (piece: StreamedRows) => {
    while (Atomics.load(credit, 0) <= 0) Atomics.wait(credit, 0, 0)
    Atomics.sub(credit, 0, 1)
    parentPort?.postMessage({ piece } satisfies JobReply)
  }
  const bytes = bufferOf(job.bytes)
  if (job.wants === 'pictures') return streamPictures(bytes, job, give)
  return job.format === 'csv' ? streamCsv(bytes, job, give) : streamWorkbook(bytes, job, give)
}

async function correct(job: Extract<SheetJob, { kind: 'correct' }>): Promise<Uint8Array> {
  // Loaded when first needed: exceljs is large and reading does without it.
  if (job.isLarge) {
    const { writeLarge } = await import('./write-large.ts')
    return writeLarge(bufferOf(job.bytes), job)
  }
  const { writeCorrected } = await import('./write-corrected.ts')
  return writeCorrected(bufferOf(job.bytes), job)
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
