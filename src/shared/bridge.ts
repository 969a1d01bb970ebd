import type { LabelKind } from './domain/labels.ts'

/**
 * What a host (the desktop app or a browser) offers the renderer. Only desktop things are here: business data travels by
 * HTTP in both editions.
 */
export interface Bridge {
  session: {
    /** Signs in; the host keeps the token and the renderer never sees it. */
    signIn(credentials: Credentials): Promise<SignedIn>
    signOut(): Promise<void>
    /** `keptSafely` is false where the OS has no keyring: the session then ends with the app. */
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
    /** Queues one job; resolves as soon as the job is on the ledger, not when paper comes out. */
    print(request: PrintRequest): Promise<PrintJob>
    jobs(): Promise<PrintJob[]>
    retry(id: string): Promise<PrintJob>
    choices(): Promise<PrintChoices>
    remember(choice: RememberChoice): Promise<void>
    onJob(listener: (job: PrintJob) => void): () => void
  }
  settings: {
    get(): Promise<HostSettings>
    set(change: Partial<HostSettings>): Promise<HostSettings>
  }
  app: {
    info(): Promise<AppInfo>
    /** Opens a link outside: https only, allow-listed hosts, otherwise the user is asked. */
    openLink(url: string): Promise<void>
    /** How the server in the app fares: hears of a crash and of its return. A browser never hears anything. */
    onServer(listener: (state: ServerState) => void): () => void
  }
}

/** A password, or a one-time code from the mailbox. */
export type Credentials = { email: string; password: string } | { email: string; otp: string }

/** The reply of login without its token. */
export interface SignedIn {
  user: unknown
}

export interface SessionState {
  signedIn: boolean
  keptSafely: boolean
}

/** A call of the contract, ready to be sent: path words filled in. */
export interface FileCall {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}

export interface DownloadRequest {
  /** Chosen by the renderer, unique per download; names it in progress and cancel. */
  id: string
  call: FileCall
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
}

export interface PrintRequest {
  kind: LabelKind
  call: FileCall
  /** Shown in the job list, for example "SH-000012, 8 labels". */
  title: string
  /** This time's choice; otherwise the kind's remembered printer, then the default one. */
  printer?: string
  copies: number
}

export type PrintJobState = 'queued' | 'sent' | 'printed' | 'failed'

export interface PrintJob {
  id: string
  kind: LabelKind
  title: string
  printer: string
  copies: number
  state: PrintJobState
  /** Why it failed, in words for the user. */
  problem?: string
  createdAt: string
}

export interface PrintChoice {
  printer?: string
  copies: number
  /** Print straight away, without the dialog. */
  withoutAsking: boolean
}

export type PrintChoices = Partial<Record<LabelKind, PrintChoice>>

export interface RememberChoice {
  kind: LabelKind
  choice: PrintChoice
}

export interface HostSettings {
  language: string | null
  theme: string | null
}

export interface AppInfo {
  edition: 'desktop' | 'browser'
  version: string
  /** Where the API answers, without a trailing slash. */
  serverUrl: string
  platform: string
  canPrintDirectly: boolean
}

export interface ServerState {
  state: 'starting' | 'ready' | 'down'
  /** Why it is down, in words for the user. */
  problem?: string
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
  'print.print',
  'print.jobs',
  'print.retry',
  'print.choices',
  'print.remember',
  'settings.get',
  'settings.set',
  'app.info',
  'app.openLink',
] as const

/** Events that main sends to the renderer, by the subscription that hears them. */
export const bridgeEvents = {
  'files.onProgress': 'download-progress',
  'print.onJob': 'print-job',
  'app.onServer': 'server-state',
} as const
