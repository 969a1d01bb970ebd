import { join } from 'node:path'
import { z } from 'zod'
import { backupsFolder, keepingOptions } from './app/backups.ts'
import { ListenError, type RunningServer, type ServerOptions, startServer } from './app/start-server.ts'
import { offeredBackup } from './backup/advice.ts'
import { makeLog } from './http/request-log.ts'
import { mailSettings } from './mail/carrier.ts'

/** The port to the process that started this one, as Electron's utilityProcess gives it; the server knows no more of it. */
interface ParentPort {
  on(event: 'message', listener: (message: { data: unknown }) => void): void
  postMessage(
    message:
      | { type: 'ready'; url: string }
      /** `backup`: the newest, where the database itself does not open. */
      | { type: 'failed'; message: string; backup?: { path: string; madeAt: string } }
      | { type: 'restored' }
      | Pong,
  ): void
}

/** `isDegraded`: it turns, but its database does not answer. */
type Pong = { type: 'pong'; isDegraded?: true }

const heard = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    dataDir: z.string().min(1),
    demo: z.boolean(),
    allowedOrigins: z.array(z.string()),
    resources: z.string().optional(),
    /** Where it listened before it was started again. */
    port: z.number().int().min(1).max(65_535).optional(),
    /** Only requests that carry it are answered; long enough that nobody guesses it. */
    launchSecret: z.string().min(32),
  }),
  z.object({ type: z.literal('stop') }),
  /** Instead of a start: a backup is put in the place of a database that does not open, which is kept beside. */
  z.object({ type: z.literal('restore'), dataDir: z.string().min(1), from: z.string().min(1) }),
  /** Whether this process still turns: a server that hangs is alive but answers nobody. */
  z.object({ type: z.literal('ping') }),
])

type Start = Extract<z.infer<typeof heard>, { type: 'start' }>

const { parentPort } = process as typeof process & { parentPort?: ParentPort }
let server: Promise<RunningServer> | undefined
/** Why its database does not answer, once it runs. */
let problem: RunningServer['problem'] = () => undefined

parentPort?.on('message', ({ data }) => {
  const message = heard.parse(data)
  if (message.type === 'start') start(message)
  else if (message.type === 'restore') void restore(message)
  else if (message.type === 'ping') parentPort?.postMessage({ type: 'pong', ...(problem() && { isDegraded: true }) })
  else void stop()
})

function start({ resources = join(import.meta.dirname, '../../resources'), port = 0, ...options }: Start): void {
  server ??= startAt({ ...options, resources, port, log: makeLog({ level: 'warn' }) })
  server.then(
    (running) => {
      problem = running.problem
      parentPort?.postMessage({ type: 'ready', url: running.url })
    },
    async (error: unknown) => {
      const folder = backupsFolder({ dataDir: options.dataDir, backups: process.env.SELVEDGE_BACKUPS })
      const offered = await offeredBackup(error, folder)
      parentPort?.postMessage({
        ...{ type: 'failed', message: messageOf(error) },
        ...(offered && { backup: { path: offered.path, madeAt: offered.madeAt.toISOString() } }),
      })
    },
  )
}

async function restore({ dataDir, from }: { dataDir: string; from: string }): Promise<void> {
  try {
    const { restoreBackup } = await import('./backup/restore-backup.ts')
    await restoreBackup({ dataDir, from, moveAside: true, log: makeLog({ level: 'warn' }) })
    parentPort?.postMessage({ type: 'restored' })
  } catch (error) {
    parentPort?.postMessage({ type: 'failed', message: messageOf(error) })
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Its old address keeps the window's page as it is; where someone else took it meanwhile, any free one will do. */
async function startAt(wanted: ServerOptions): Promise<RunningServer> {
  const options = {
    ...wanted,
    mail: mailSettings(process.env),
    filesUrl: process.env.FILES_URL,
    ...keepingOptions(process.env),
  }
  try {
    return await startServer(options)
  } catch (error) {
    if (options.port === 0 || !(error instanceof ListenError)) throw error
    return startServer({ ...options, port: 0 })
  }
}

async function stop(): Promise<void> {
  try {
    await (await server)?.stop()
  } finally {
    process.exit(0)
  }
}
