import { PRINT_SIZES, reprintNeedsReason } from '../../shared/areas/labels/rules.ts'
import type { Bridge, PrintChoices, PrintJob, PrintRequest, ReprintRequest } from '../../shared/bridge.ts'
import { newKey } from '../api/client.ts'
import { askServer, onlyDesktop } from './browser-app.ts'

const choicesKey = 'printChoices'

/** Prints through the browser's own print window; the choice per kind is remembered in this browser. */
export function browserPrint(): Bridge['print'] {
  const jobs: PrintJob[] = []
  const requests = new Map<string, PrintRequest>()
  const listeners = new Set<(job: PrintJob) => void>()

  function note(job: PrintJob): PrintJob {
    const place = jobs.findIndex((other) => other.id === job.id)
    if (place < 0) jobs.unshift(job)
    else jobs[place] = job
    for (const listener of listeners) listener(job)
    return job
  }

  async function run(job: PrintJob, request: PrintRequest): Promise<PrintJob> {
    note(job)
    try {
      await printBlob(await (await askServer(request.call)).blob())
      return note({ ...job, state: 'sent' })
    } catch (failure) {
      note({ ...job, state: 'failed', problem: failure instanceof Error ? failure.message : String(failure) })
      throw failure
    }
  }

  function known(id: string): { job: PrintJob; request: PrintRequest } {
    const request = requests.get(id)
    const job = jobs.find((one) => one.id === id)
    if (!request || !job) throw new Error('This print job is no longer known.')
    return { job, request }
  }

  /** A job of its own. Of labels the server has noted why before: what it refuses to note is not printed. */
  async function reprint({ id, reason, remark }: ReprintRequest): Promise<PrintJob> {
    const { call: asked, ...rest } = known(id).request
    const { key: _, ...call } = asked
    const request = { ...rest, call }
    let next = jobOf(newKey(), request)
    if (reprintNeedsReason(request.kind)) {
      if (reason === undefined) throw new Error('Please say why the labels are printed once more.')
      const reprint = { of: id, reason, remark }
      next = { ...next, reprint }
      await recordReprint({ ...next, reprint })
    }
    requests.set(next.id, request)
    return run(next, request)
  }

  return {
    printers: async () => [],
    papers: async () => [],
    printTestPage: onlyDesktop,
    rawPrinters: async () => [],
    keepRawPrinters: onlyDesktop,
    async print(request) {
      const job = jobOf(newKey(), request)
      requests.set(job.id, request)
      return run(job, request)
    },
    async jobs() {
      return [...jobs]
    },
    async retry(id) {
      const { job, request } = known(id)
      const { problem: _, ...rest } = job
      return run({ ...rest, state: 'queued' }, request)
    },
    reprint,
    cancel: onlyDesktop,
    async choices() {
      return readChoices()
    },
    async remember({ kind, choice }) {
      localStorage.setItem(choicesKey, JSON.stringify({ ...readChoices(), [kind]: choice }))
    },
    onJob(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Copies, like the printer, are chosen in the browser's own window. */
function jobOf(id: string, { kind, title }: PrintRequest): PrintJob {
  const createdAt = new Date().toISOString()
  return { id, kind, title, copies: 1, printer: '', paper: PRINT_SIZES[kind], state: 'queued', createdAt }
}

async function recordReprint({ kind, title, copies, reprint }: PrintJob & Pick<Required<PrintJob>, 'reprint'>) {
  const { of, reason, remark } = reprint
  // Which printer it will be only the browser knows.
  const body = { job_id: of, kind, title, printer: 'browser', copies, reason, remark }
  const reply = await askServer(
    { method: 'POST', path: '/selvedge/print/reprints', body },
    { 'idempotency-key': newKey() },
  )
  // Read to its end: an unread body keeps its connection.
  await reply.arrayBuffer()
}

function readChoices(): PrintChoices {
  try {
    return JSON.parse(localStorage.getItem(choicesKey) ?? '{}') as PrintChoices
  } catch {
    // Broken by hand: the next choice writes it anew.
    return {}
  }
}

let frame: HTMLIFrameElement | null = null

/** A hidden frame holds the PDF while the browser's print window is open; the one before is dropped only then. */
function printBlob(pdf: Blob): Promise<void> {
  frame?.remove()
  const url = URL.createObjectURL(new Blob([pdf], { type: 'application/pdf' }))
  const next = document.createElement('iframe')
  frame = next
  next.className = 'print-frame'
  next.title = 'PDF'
  return new Promise((resolve, reject) => {
    next.onload = () => {
      try {
        next.contentWindow?.focus()
        next.contentWindow?.print()
        resolve()
      } catch (failure) {
        reject(failure)
      }
    }
    next.src = url
    document.body.append(next)
  })
}
