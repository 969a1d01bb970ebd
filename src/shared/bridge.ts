import type { LabelSize, PrintKind, ReprintReason } from './areas/labels/rules.ts'

/**
 * What a host (the desktop app or a browser) offers the renderer. Only desktop things are here: business data travels by
 * HTTP in both editions.
 */
export interface Bridge {
  session: {
    /** Signs in; the host keeps the token and the renderer never sees it. */
    signIn(credentials: Credentials): Promise<SignedIn>
    signOut(): Promise<void>
    /** `savedSafely` is false where the OS has no keyring: the session then ends with the app. */
    state(): Promise<SessionState>
  }
  files: {
    /** Fetches a call that gives a file and streams it to where the user says. */
    download(request: DownloadRequest): Promise<DownloadOutcome>
    cancelDownload(id: string): Promise<void>
    showInFolder(path: string): Promise<void>
    recentDownloads(): Promise<SavedFile[]>
    onProgress(listener: (progress: DownloadProgress) => void): () => void
  }
  print: {
    printers(): Promise<Printer[]>
    /** Papers that a printer has by name; empty where it takes any size. */
    papers(printer: string): Promise<Paper[]>
    /** Queues one job; resolves as soon as the job is on the ledger, not when paper comes out. */
    print(request: PrintRequest): Promise<PrintJob>
    /** A page with rulers and sample codes, to see whether the printer keeps to true size. */
    printTestPage(request: TestPageRequest): Promise<PrintJob>
    jobs(): Promise<PrintJob[]>
    /** Prints a failed job. */
    retry(id: string): Promise<PrintJob>
    /** Prints a job that came out, or was sent, once more: a job of its own. Of labels the server keeps the reason. */
    reprint(request: ReprintRequest): Promise<PrintJob>
    /** Takes back a job that is not printed yet; it becomes `failed` with that as its reason. */
    cancel(id: string): Promise<PrintJob>
    choices(): Promise<PrintChoices>
    remember(choice: RememberChoice): Promise<void>
    /** Label printers that are spoken to in their own language, ZPL. */
    rawPrinters(): Promise<RawPrinter[]>
    keepRawPrinters(printers: RawPrinter[]): Promise<void>
    onJob(listener: (job: PrintJob) => void): () => void
  }
  settings: {
    get(): Promise<HostSettings>
    set(change: Partial<HostSettings>): Promise<HostSettings>
    /** Where the app finds its server now. */
    server(): Promise<ServerChoice>
    /** Asks an address whether a Selvedge server answers there; nothing is saved. */
    testServer(url: string): Promise<ServerTest>
    /**
     * Asks the user, in a window of the system; then saves the choice, tested again, and starts the app anew. A session of
     * another server ends. False where the user does not want it.
     */
    useServer(choice: ServerChoice): Promise<boolean>
  }
  app: {
    info(): Promise<AppInfo>
    /** Opens a link outside: https only, allow-listed hosts, otherwise the user is asked. */
    openLink(url: string): Promise<void>
    /** How the server in the app fares: hears of a crash and of its return. A browser never hears anything. */
    onServer(listener: (state: ServerState) => void): () => void
    /** Calls that the host makes itself (the sign-in, downloads, prints), for the request log. A browser's go through the page. */
    onCall(listener: (call: HostCall) => void): () => void
    /** Logs, settings and versions in one zip file for support, without secrets, saved where the user says. */
    supportBundle(): Promise<DownloadOutcome>
    /** The licences of everything inside, as text. */
    licences(): Promise<string>
    /** A deep link (`selvedge://trace/CODE`) that brought the app here and was not taken yet; taking it forgets it. */
    takeLink(): Promise<AppLink | null>
    /** Says that a deep link waits to be taken. */
    onLink(listener: (link: AppLink) => void): () => void
    /** What went wrong since the last time it was asked (the page crashed, hung): told once. */
    takeMishap(): Promise<Mishap | null>
    updates(): Promise<UpdateState>
    checkForUpdates(): Promise<UpdateState>
    /** Closes the app, installs and starts it again. Refused while a print job or a download is under way. */
    installUpdate(): Promise<void>
    onUpdate(listener: (state: UpdateState) => void): () => void
  }
}

/** A password, or a one-time code from the mailbox with the `code_request` that it was asked by. */
export type Credentials = { email: string; password: string } | { email: string; otp: string; code_request: string }

/** The reply of login without its token. */
export interface SignedIn {
  user: unknown
}

export interface SessionState {
  signedIn: boolean
  savedSafely: boolean
}

/** A call of the contract, ready to be sent: path words filled in. */
export interface FileCall {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  /** Names one taking of a file: fetched again under it, the file is recorded as downloaded once. */
  key?: string
}

/** What is sent to a call that takes a file and answers with one. */
export interface UploadedForm {
  /** Of the form, before the file. */
  fields: Readonly<Record<string, string>>
  fileName: string
  bytes: Uint8Array
}

export interface DownloadRequest {
  /** Chosen by the renderer, unique per download; names it in progress and cancel. */
  id: string
  call: FileCall
  /** Sent as a form in place of the call's body. */
  upload?: UploadedForm
  /** Used when the reply names no file. */
  defaultName: string
}

export type DownloadOutcome =
  | { outcome: 'saved'; file: SavedFile }
  | { outcome: 'cancelled' }
  /** A browser was handed the file; where it went is the browser's business. */
  | { outcome: 'handed-over'; name: string }

export interface SavedFile {
  name: string
  path: string
  bytes: number
  /** ISO 8601, UTC. */
  savedAt: string
}

export interface DownloadProgress {
  id: string
  receivedBytes: number
  /** null when the server does not know it in advance. */
  totalBytes: number | null
}

export interface Printer {
  name: string
  title: string
  isDefault: boolean
  state: 'ready' | 'offline' | 'unknown'
  /** What it is sent: pages, or ZPL at its resolution in dots per inch. */
  speaks: 'pages' | ZplDialect
}

/** ZPL at 203 or 300 dots per inch. */
export type ZplDialect = 'zpl-203' | 'zpl-300'

/** A paper as a printer's driver names it. */
export interface Paper extends LabelSize {
  name: string
}

/** A ZPL printer: reached by a socket (port 9100 by custom), or a system queue that passes bytes on unchanged. */
export interface RawPrinter {
  /** As the user calls it; of a queue, the queue's own name. */
  name: string
  dialect: ZplDialect
  way: { kind: 'socket'; host: string; port: number } | { kind: 'queue' }
}

export interface PrintRequest {
  kind: PrintKind
  call: FileCall
  /** Shown in the job list, for example "SH-000012, 8 labels". */
  title: string
  /** This time's choice; otherwise the kind's remembered printer, then the default one. */
  printer?: string
  /** This time's paper; otherwise the kind's remembered one, then the kind's own size. */
  paper?: LabelSize
  copies: number
}

export interface TestPageRequest {
  printer: string
  paper: LabelSize
}

export interface ReprintRequest {
  id: string
  /** Needed for labels; papers are printed again without one. */
  reason?: ReprintReason
  /** In the user's words; needed where the reason is `other`. */
  remark: string
}

export type PrintJobState = 'queued' | 'sent' | 'printed' | 'failed'

export interface PrintJob {
  id: string
  kind: PrintKind | 'test'
  title: string
  printer: string
  paper: LabelSize
  copies: number
  state: PrintJobState
  /** Why it failed or what it waits for, in words for the user. */
  problem?: string
  /** Why it was printed once more. */
  reprint?: { of: string; reason: ReprintReason; remark: string }
  createdAt: string
}

export interface PrintChoice {
  printer?: string
  /** The paper that lies in that printer; left out: the kind's own size. */
  paper?: LabelSize
  copies: number
  /** Print straight away, without the dialog. */
  withoutAsking: boolean
}

export type PrintChoices = Partial<Record<PrintKind, PrintChoice>>

export interface RememberChoice {
  kind: PrintKind
  choice: PrintChoice
}

export interface HostSettings {
  language: string | null
  theme: string | null
  updateChannel: UpdateChannel
  /** The first-start wizard was gone through on this computer. */
  isSetUp: boolean
}

export type UpdateChannel = 'stable' | 'beta'

/** The server in the app, or a company's one. */
export type ServerChoice = { kind: 'embedded' } | { kind: 'company'; url: string }

export type ServerTest =
  /** `url` as it would be saved: cleaned of what is no part of it. */
  { answers: true; url: string; version: string } | { answers: false; problem: string }

/** A screen that a link from outside leads to. */
export interface AppLink {
  kind: 'trace'
  code: string
}

export interface Mishap {
  kind: 'page-crashed' | 'page-hung'
  /** ISO 8601, UTC. */
  at: string
}

export type UpdateState =
  /** `off` where updates come otherwise (from source, a package manager, the browser); `reason` says so. */
  | { state: 'off'; reason: string }
  | { state: 'idle'; checkedAt: string | null }
  | { state: 'checking' }
  | { state: 'downloading'; version: string; percent: number }
  /** Downloaded and its signature checked: installed on quitting, or at once by command. */
  | { state: 'ready'; version: string; notes: string }
  | { state: 'failed'; problem: string }

export interface AppInfo {
  edition: 'desktop' | 'browser'
  version: string
  /** Where the API answers, without a trailing slash. */
  serverUrl: string
  platform: string
  canPrintDirectly: boolean
  /** `SELVEDGE_SERVER_URL` names the server: the settings cannot change it. */
  isServerFixed: boolean
}

export interface ServerState {
  state: 'starting' | 'ready' | 'down'
  /** Why it is down, or, while it is ready, that its database is not; in words for the user. */
  problem?: string
  /** While it starts, what takes longer than usual; in words for the user. */
  doing?: string
}

/** A call of the host, when it was sent and when its answer began: then with a status, 0 where none came. */
export interface HostCall {
  path: string
  request_id: string
  status?: number
  trace_id?: string | null
}

/** What crosses the process border: a rejected IPC call loses its code, so errors travel as values. */
export type Reply<T> = { ok: T } | { error: BridgeProblem }

export interface BridgeProblem {
  code: BridgeErrorCode
  message: string
  details?: unknown
}

export type BridgeErrorCode =
  | 'unauthorised'
  | 'server'
  | 'unreachable'
  | 'bad-argument'
  | 'disk'
  | 'printer'
  | 'refused'
  | 'unknown'

type Subscription = (listener: never) => () => void

/** The same bridge as the preload offers it: commands answer replies, subscriptions stay as they are. */
export type BridgeWire = {
  [G in keyof Bridge]: {
    [C in keyof Bridge[G]]: Bridge[G][C] extends Subscription
      ? ReturnType<Bridge[G][C]> extends () => void
        ? Bridge[G][C]
        : WireCommand<Bridge[G][C]>
      : WireCommand<Bridge[G][C]>
  }
}

type WireCommand<F> = F extends (...args: infer A) => Promise<infer R> ? (...args: A) => Promise<Reply<R>> : never

/** Every command of the bridge, as the preload forwards it and main handles it: `group.command`. */
export const bridgeCommands = [
  'session.signIn',
  'session.signOut',
  'session.state',
  'files.download',
  'files.cancelDownload',
  'files.showInFolder',
  'files.recentDownloads',
  'print.printers',
  'print.papers',
  'print.print',
  'print.printTestPage',
  'print.jobs',
  'print.retry',
  'print.reprint',
  'print.cancel',
  'print.choices',
  'print.remember',
  'print.rawPrinters',
  'print.keepRawPrinters',
  'settings.get',
  'settings.set',
  'settings.server',
  'settings.testServer',
  'settings.useServer',
  'app.info',
  'app.openLink',
  'app.supportBundle',
  'app.licences',
  'app.takeLink',
  'app.takeMishap',
  'app.updates',
  'app.checkForUpdates',
  'app.installUpdate',
] as const

/** Events that main sends to the renderer, by the subscription that hears them. */
export const bridgeEvents = {
  'files.onProgress': 'download-progress',
  'print.onJob': 'print-job',
  'app.onServer': 'server-state',
  'app.onCall': 'server-call',
  'app.onLink': 'link',
  'app.onUpdate': 'update',
} as const

/** The two IPC channels of the bridge: one door in, and one channel out per event. */
export const bridgeChannel = 'selvedge:bridge'

export function eventChannel(event: string): string {
  return `selvedge:event:${event}`
}
