import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { makeFirstAccount } from '../areas/people/first-account.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import type { Files } from '../files/files.ts'
import { openFiles, tryFiles } from '../files/open-files.ts'
import { defaultLimits, type Limits } from '../http/limits.ts'
import { keepingRoom, openRoom } from '../http/room.ts'
import type { MailSettings } from '../mail/carrier.ts'
import { copyBeforeUpdate, dailyBackups, type KeepingOptions } from './backups.ts'
import { buildApp } from './build-app.ts'
import { startHousekeeping } from './housekeeping.ts'

export interface ServerOptions extends KeepingOptions {
  /** The folder of the embedded PostgreSQL, where no `databaseUrl` is given, and of photographs and files, where no `filesUrl` is. */
  dataDir: string
  databaseUrl?: string
  /** DATABASE_OWNER_URL: the same database as the role that owns it. */
  ownerUrl?: string | undefined
  /** DATABASE_REPLICA_URL: a standby, from which lists, their files and reports are read. */
  replicaUrl?: string | undefined
  /** FILES_URL: S3-compatible storage for photographs and files. */
  filesUrl?: string | undefined
  /** 0 takes a free one. */
  port: number
  host?: string
  /** Fills an empty database with demo data. */
  demo: boolean
  /** E-mail of the first super admin, made where there is no account yet. */
  firstAdmin?: string
  allowedOrigins?: readonly string[]
  rendererDir?: string
  resources: string
  log: Logger
  trustedProxies?: string
  /** Names that this server is called by, beside its own address and this computer. */
  hosts?: readonly string[]
  limits?: Partial<Limits>
  /** Where mails go out; without it they stay in the outbox. */
  mail?: MailSettings | null
  /** Of the desktop app that started this server: only requests that carry it are answered. */
  launchSecret?: string
}

export interface RunningServer {
  /** Without a trailing slash. */
  url: string
  /** Of the first account, when it was made now: it is kept nowhere. */
  firstPassword: string | null
  /** Why the database does not answer, as far as is known without asking it. */
  problem(): Error | undefined
  /** Takes no new calls, lets running ones finish, then stops the database. May be called any number of times. */
  stop(): Promise<void>
}

/**
 * Opens the database, brings it up to date, and listens. Throws `DatabaseError`, `BadFilesSetting` and `ListenError`, whose
 * messages may be shown; nothing stays started then.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { port, host = '127.0.0.1', log } = options
  // Looked at before a data folder is made or a database started: the usual mistake should leave no trace.
  await insistOnPort(port, host)
  const room = openRoom({ folder: options.dataDir, reserveBytes: options.reserveBytes })
  const beforeMigrating = copyBeforeUpdate(options, room)
  const database = await openDatabase({ log, beforeMigrating, ...databasePlace(options) })
  try {
    const files = keepingRoom(await openFiles(database.db, options), room)
    if (options.demo) await seedOnce(database, files)
    const firstPassword = options.firstAdmin ? await makeFirstAccount(database.db, options.firstAdmin) : null
    const backups = dailyBackups(options, { db: database.db, url: database.ownerUrl, room }) ?? undefined
    const app = await buildApp({
      ...options,
      db: database.db,
      jobsDb: database.jobs,
      reports: database.reports,
      files,
      databaseProblem: database.problem,
      room,
      backups,
    })
    const url = await listen(app, port, host)
    database.announce(url)
    const housekeeping = startHousekeeping(database.db, files, log, options.resources)
    backups?.start()
    void tryFiles(files, log)
    const stop = async () => {
      await Promise.all([housekeeping.stop(), backups?.stop()])
      await closeWithin(app, options.limits?.stopMs ?? defaultLimits.stopMs)
      await database.stop()
    }
    return { url, firstPassword, problem: database.problem, stop: once(stop) }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** The address cannot be listened on. The message may be shown. */
export class ListenError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'ListenError'
  }
}

function databasePlace({ dataDir, databaseUrl, ownerUrl, replicaUrl }: ServerOptions) {
  return databaseUrl ? { databaseUrl, ownerUrl, replicaUrl } : { dataDir }
}

/** The demo data is loaded only where it is wanted: it changes nothing where people are already. */
async function seedOnce({ owner }: Database, files: Files): Promise<void> {
  const { seedDemo } = await import('../demo/seed-demo.ts')
  await seedDemo(owner, { files })
}

async function insistOnPort(port: number, host: string): Promise<void> {
  if (port === 0) return
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(explainListening(error, port, host)))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()))
  })
}

async function listen(app: FastifyInstance, port: number, host: string): Promise<string> {
  try {
    return await app.listen({ port, host, listenTextResolver: () => 'listening' })
  } catch (error) {
    await app.close()
    throw explainListening(error, port, host)
  }
}

function explainListening(error: unknown, port: number, host: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE')
    return new ListenError(`Port ${port} at ${host} is in use. Choose another with --port.`, error)
  if (code === 'EACCES') return new ListenError(`Port ${port} at ${host} may not be used by this user.`, error)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ListenError(`There is no address ${host} here.`, error)
  return error
}

async function closeWithin(app: FastifyInstance, timeout: number): Promise<void> {
  const waiting = new AbortController()
  const closed = app.close()
  const cut = sleep(timeout, true, { signal: waiting.signal }).then(
    () => app.server.closeAllConnections(),
    () => undefined, // all calls were through in time
  )
  await closed
  waiting.abort()
  await cut
}

function once(task: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= task()
    return done
  }
}
