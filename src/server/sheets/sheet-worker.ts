import { parentPort } from 'node:worker_threads'
import { SheetRefused } from './limits.ts'
import { readCsv } from './read-csv.ts'
import { readWorkbook } from './read-workbook.ts'
import type { JobReply, ReadJob, ReadResult, SheetJob } from './sheet-jobs.ts'

/** The thread in which strangers' files are opened: it may run out of memory or be killed without harm. */
parentPort?.on('message', async (job: SheetJob) => {
  parentPort?.postMessage(await reply(job))
})

async function reply(job: SheetJob): Promise<JobReply> {
  try {
    return { value: job.kind === 'read' ? await read(job) : await correct(job) }
  } catch (error) {
    if (error instanceof SheetRefused) return { refused: error.message, params: error.params }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

async function read(job: ReadJob): Promise<ReadResult> {
  const bytes = bufferOf(job.bytes)
  const { template, limits } = job
  const collected =
    job.format === 'csv' ? readCsv(bytes, job.name, template, limits) : await readWorkbook(bytes, template, limits)
  return { sheets: collected.map(({ packed }) => packed), faults: collected.flatMap(({ faults }) => faults) }
}

async function correct(job: Extract<SheetJob, { kind: 'correct' }>): Promise<Uint8Array> {
  // Loaded when first needed: exceljs is large and reading does without it.
  const { writeCorrected } = await import('./write-corrected.ts')
  return writeCorrected(bufferOf(job.bytes), job)
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
