import type { Page } from '@playwright/test'
import type {
  AppLink,
  BridgeWire,
  HostSettings,
  Mishap,
  Paper,
  PrintChoices,
  Printer,
  PrintJob,
  RawPrinter,
  SavedFile,
  ServerChoice,
  ServerTest,
  UpdateState,
} from '../../src/shared/bridge.ts'

/** What the host behind the bridge has and keeps. New jobs of it are handed over at once; one printed again waits for the spec. */
export interface HostState {
  printers: Printer[]
  papers: Record<string, Paper[]>
  jobs: PrintJob[]
  choices: PrintChoices
  files: SavedFile[]
  /** Paths of files that are no longer there. */
  gone: string[]
  rawPrinters: RawPrinter[]
  settings: HostSettings
  /** Why a reprint is refused; null where it is not. */
  reprintProblem: string | null
  savedSafely: boolean
  server: ServerChoice
  isServerFixed: boolean
  /** What an address answers that is tested; any other does not answer. */
  serverTests: Record<string, ServerTest>
  update: UpdateState
  mishap: Mishap | null
  link: AppLink | null
  licences: string
}

const newHost: HostState = {
  printers: [],
  papers: {},
  jobs: [],
  choices: {},
  files: [],
  gone: [],
  rawPrinters: [],
  settings: { language: null, theme: null, updateChannel: 'stable', isSetUp: true },
  reprintProblem: null,
  savedSafely: true,
  server: { kind: 'embedded' },
  isServerFixed: false,
  serverTests: {},
  update: { state: 'idle', checkedAt: null },
  mishap: null,
  link: null,
  licences: '',
}

/** What a spec reaches of that host from outside. */
export interface ShownHost {
  state: HostState
  /** Commands that were asked, in order, with their first argument. */
  asked: { command: string; given: unknown }[]
  tellJobs(jobs: PrintJob[]): void
  tellProgress(progress: { id: string; receivedBytes: number; totalBytes: number | null }): void
  /** The next download waits for this, then it is saved, or fails. */
  endDownload(failure?: { message: string; details: unknown }): void
}

type WithHost = Window & { shownHost: ShownHost; selvedge: BridgeWire }

/**
 * The desktop edition's screens in a browser: the page finds a host behind its bridge that holds what a spec gives it, while the
 * server is the real one. For what no printer and no main process can be made to do on command: 500 events at once, a printer that goes away.
 */
export async function showDesktopHost(page: Page, state: Partial<HostState> = {}): Promise<void> {
  await page.addInitScript(installHost, { ...newHost, ...state })
}

/** Runs in the page of that host. `work` sees nothing of the spec but what `given` brings. */
export function inHost<R, G = null>(
  page: Page,
  work: (host: ShownHost, given: G) => R,
  given: G = null as G,
): Promise<R> {
  return page.evaluate(`(${String(work)})(window.shownHost, ${JSON.stringify(given)})`) as Promise<R>
}

/** What a command was asked with, each time. */
export function askedOf(page: Page, command: string): Promise<unknown[]> {
  const given = (host: ShownHost, name: string) =>
    host.asked.filter((one) => one.command === name).map((one) => one.given)
  return inHost(page, given, command)
}

function installHost(state: HostState): void {
  const jobListeners = new Set<(job: PrintJob) => void>()
  const progressListeners = new Set<(progress: Parameters<ShownHost['tellProgress']>[0]) => void>()
  const asked: ShownHost['asked'] = []
  let endDownload: ShownHost['endDownload'] = () => undefined
  let count = 0
  const note = (command: string, given: unknown) => asked.push({ command, given })
  const tell = (job: PrintJob) => {
    const at = state.jobs.findIndex(({ id }) => id === job.id)
    if (at < 0) state.jobs.unshift(job)
    else state.jobs[at] = job
    for (const listener of jobListeners) listener(job)
    return job
  }
  const add = (job: Omit<PrintJob, 'id' | 'createdAt' | 'state'>) => {
    const made = tell({ ...job, id: `made-${++count}`, state: 'queued', createdAt: new Date().toISOString() })
    setTimeout(() => tell({ ...made, state: 'sent' }), 30)
    return made
  }
  const find = (id: string) => state.jobs.find((job) => job.id === id) as PrintJob
  const ok = <T>(value: T) => Promise.resolve({ ok: value })
  const refuse = (message: string) => Promise.resolve({ error: { code: 'disk' as const, message } })
  const choicesOf = () => structuredClone(state.choices)
  const printerOf = (name: string | undefined) => name ?? state.printers.find(({ isDefault }) => isDefault)?.name
  const info = {
    edition: 'desktop' as const,
    version: '0.1.0',
    serverUrl: location.origin,
    platform: 'linux',
    canPrintDirectly: true,
    isServerFixed: state.isServerFixed,
  }
  const wire: Record<string, Record<string, (...given: never[]) => unknown>> = {
    session: {
      state: () => ok({ signedIn: true, savedSafely: state.savedSafely }),
      signOut: () => ok(undefined),
    },
    files: {
      recentDownloads: () => ok(structuredClone(state.files)),
      showInFolder: (path: string) =>
        state.gone.includes(path) ? refuse('The file is no longer there.') : ok(note('files.showInFolder', path)),
      onProgress: (listener: (progress: Parameters<ShownHost['tellProgress']>[0]) => void) => {
        progressListeners.add(listener)
        return () => progressListeners.delete(listener)
      },
      cancelDownload: (id: string) => ok(note('files.cancelDownload', id)),
      download: (request: { id: string; defaultName: string }) => {
        note('files.download', request)
        return new Promise((resolve) => {
          endDownload = (failure) => {
            if (failure) return resolve({ error: { code: 'server', ...failure } })
            const { defaultName: name } = request
            const file = { name, path: `/home/li/${name}`, bytes: 48_213, savedAt: new Date().toISOString() }
            state.files.unshift(file)
            resolve({ ok: { outcome: 'saved', file } })
          }
        })
      },
    },
    print: {
      printers: () => ok(structuredClone(state.printers)),
      papers: (printer: string) => ok(structuredClone(state.papers[printer] ?? [])),
      jobs: () => {
        note('print.jobs', undefined)
        return ok(structuredClone(state.jobs))
      },
      choices: () => ok(choicesOf()),
      remember: ({ kind, choice }: { kind: keyof PrintChoices; choice: PrintChoices[keyof PrintChoices] }) => {
        note('print.remember', { kind, choice })
        if (choice) state.choices[kind] = choice
        return ok(undefined)
      },
      print: (request: PrintJob) => {
        note('print.print', request)
        const printer = printerOf(request.printer)
        if (!state.printers.some(({ name }) => name === printer)) {
          const message = `There is no printer named ${printer} on this computer.`
          return Promise.resolve({ error: { code: 'printer', message } })
        }
        const { kind, title, copies, paper = { widthMm: 100, heightMm: 150 } } = request
        return ok(add({ kind, title, copies, printer: printer ?? '', paper }))
      },
      printTestPage: (request: { printer: string; paper: PrintJob['paper'] }) => {
        note('print.printTestPage', request)
        return ok(add({ kind: 'test', title: 'Test page', copies: 1, ...request }))
      },
      retry: (id: string) => {
        note('print.retry', id)
        const { problem: _, ...rest } = find(id)
        return ok(tell({ ...rest, state: 'queued' }))
      },
      reprint: (request: { id: string; reason?: 'damaged'; remark: string }) => {
        note('print.reprint', request)
        if (state.reprintProblem) return refuse(state.reprintProblem)
        const { kind, title, copies, printer, paper } = find(request.id)
        const { id, reason, remark } = request
        const why = reason ? { reprint: { of: id, reason, remark } } : {}
        return ok(add({ kind, title, copies, printer, paper, ...why }))
      },
      cancel: (id: string) => {
        note('print.cancel', id)
        return ok(tell({ ...find(id), state: 'failed', problem: 'Taken back before it was printed.' }))
      },
      rawPrinters: () => ok(structuredClone(state.rawPrinters)),
      keepRawPrinters: (printers: RawPrinter[]) => {
        state.rawPrinters = printers
        return ok(note('print.keepRawPrinters', printers))
      },
      onJob: (listener: (job: PrintJob) => void) => {
        jobListeners.add(listener)
        return () => jobListeners.delete(listener)
      },
    },
    settings: {
      get: () => ok({ ...state.settings }),
      set: (change: Partial<HostSettings>) => {
        Object.assign(state.settings, change)
        return ok({ ...state.settings })
      },
      server: () => ok(state.server),
      testServer: (url: string) =>
        ok(state.serverTests[url] ?? { answers: false, problem: 'The server could not be reached.' }),
    },
    app: {
      info: () => ok(info),
      onServer: () => () => undefined,
      onCall: () => () => undefined,
      onLink: () => () => undefined,
      onUpdate: () => () => undefined,
      takeLink: () => ok(state.link),
      takeMishap: () => ok(state.mishap),
      updates: () => ok(state.update),
      licences: () => ok(state.licences),
    },
  }
  const shown: ShownHost = {
    state,
    asked,
    tellJobs: (jobs) => jobs.forEach(tell),
    tellProgress: (progress) => {
      for (const listener of progressListeners) listener(progress)
    },
    endDownload: (failure) => endDownload(failure),
  }
  const page = window as unknown as WithHost
  page.shownHost = shown
  page.selvedge = wire as unknown as BridgeWire
}
