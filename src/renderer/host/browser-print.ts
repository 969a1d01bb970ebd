import type { Bridge, PrintChoices, PrintJob, PrintRequest } from '../../shared/bridge.ts'
import { LABEL_SIZES } from '../../shared/domain/labels.ts'
import { newKey } from '../api/keys.ts'
import { askServer } from './ask-server.ts'
import { onlyDesktop } from './browser-app.ts'

const choicesKey = 'printChoices'

/** Prints through the browser's own print window; the choice per label kind is remembered in this browser. */
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

  async function run(id: string, request: PrintRequest): Promise<PrintJob> {
    const job = note(jobOf(id, request))
    try {
      await printBlob(await (await askServer(request.call)).blob())
      return note({ ...job, state: 'sent' })
    } catch (failure) {
      note({ ...job, state: 'failed', problem: failure instanceof Error ? failure.message : String(failure) })
      throw failure
    }
  }

  async function again(id: string): Promise<PrintJob> {
    const request = requests.get(id)
    if (!request) throw new Error('This print job is no longer known.')
    return run(id, request)
  }

  return {
    printers: async () => [],
    papers: async () => [],
    printTestPage: onlyDesktop,
    rawPrinters: async () => [],
    keepRawPrinters: onlyDesktop,
    async print(request) {
      const id = newKey()
      requests.set(id, request)
      return run(id, request)
    },
    async jobs() {
      return [...jobs]
    },
    retry: again,
    reprint: ({ id }) => again(id),
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

function jobOf(id: string, { kind, title, copies }: PrintRequest): PrintJob {
  const createdAt = new Date().toISOString()
  return { id, kind, title, copies, printer: '', paper: LABEL_SIZES[kind], state: 'queued', createdAt }
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
