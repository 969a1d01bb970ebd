import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { version } from '../../shared/kernel/headers.ts'
import type { Backups } from '../backup/daily-backups.ts'
import type { Files } from '../files/files.ts'
import { openBodies } from '../http/bodies.ts'
import type { Db } from '../http/call.ts'
import { closeUnusedConnections } from '../http/connections.ts'
import type { ServerContext } from '../http/context.ts'
import { answerErrors, explainError, Refusal, sendRefusal } from '../http/errors.ts'
import { connectionLimits, guardDoor, openRates } from '../http/front-door.ts'
import { defaultLimits, type Limits } from '../http/limits.ts'
import { readBodies } from '../http/read-input.ts'
import { declareRequestState, logRequests, nameRequests, requestIdOf } from '../http/request-log.ts'
import type { Room } from '../http/room.ts'
import { addSecurityHeaders, allowOrigins, guardLaunch, launchWall, notThisLaunch } from '../http/security.ts'
import { serveDocuments, serveRenderer } from '../http/serve-pages.ts'
import { openSessions } from '../http/sessions.ts'
import { openStreams } from '../http/streams.ts'
import type { AnyJobKind } from '../jobs/define-job.ts'
import { type JobTimes, openJobs, type ServerJobs } from '../jobs/server-jobs.ts'
import { serveLocales } from '../languages/serve-locales.ts'
import { type MailSettings, smtpCarrier } from '../mail/carrier.ts'
import { type MailSender, mailSender } from '../mail/outbox.ts'
import { type NoticeFeed, openNoticeFeed } from '../notices/feed.ts'
import { jobKinds, mountAreas } from './areas.ts'

export interface AppOptions {
  db: Db
  /** For long work, where it has connections of its own. */
  jobsDb?: Db
  /** Where what takes long to read is read; `db` where nothing else is said. */
  reports?: () => Promise<Db>
  /** Why the database does not answer, as far as is known without asking it. */
  databaseProblem?: () => Error | undefined
  /** Where photographs and files are kept. */
  files: Files
  /** How much the disk takes, and this server's backups. */
  room?: Room
  backups?: Backups | undefined
  /** The folder of fonts, templates and locales. */
  resources: string
  log: FastifyBaseLogger
  /** Other origins whose pages may call, such as the desktop app's own scheme. */
  allowedOrigins?: readonly string[]
  /** The built renderer; without it the server answers calls only. */
  rendererDir?: string
  /** Addresses or networks of proxies whose X-Forwarded headers are believed, by commas; none by default. */
  trustedProxies?: string
  /** Names that this server is called by, beside its own address and this computer. */
  hosts?: readonly string[]
  limits?: Partial<Limits>
  /** Where mails go out; without it they stay in the outbox. */
  mail?: MailSettings | null
  /** Of the desktop app that started this server: only requests that carry it are answered. */
  launchSecret?: string
  /** Long work that this copy can do, and how often it looks for it: tests bring their own. */
  jobs?: { kinds?: readonly AnyJobKind[]; times?: Partial<JobTimes> }
  /** Mounts areas beside the server's own: tests bring theirs. */
  mountMore?: (app: FastifyInstance, server: ServerContext) => void
}

/** Builds the server apart from listening, so that tests can call it without a port. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const limits = { ...defaultLimits, ...options.limits }
  const wall = launchWall(options.launchSecret, options.allowedOrigins ?? [])
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    exposeHeadRoutes: false,
    ...connectionLimits(limits),
    keepAliveTimeout: 72_000,
    trustProxy: options.trustedProxies ?? false,
    frameworkErrors: (error, request, reply) => {
      const refusal = wall.lets(request.raw) ? explainError(error) : notThisLaunch()
      void sendRefusal(reply.header('x-request-id', request.id), refusal)
    },
    routerOptions: { maxParamLength: 200 },
  })
  closeUnusedConnections(app)
  declareRequestState(app)
  guardLaunch(app, wall)
  guardDoor(app, limits, options)
  nameRequests(app)
  logRequests(app)
  answerErrors(app)
  app.decorate('bodies', openBodies(app, limits))
  readBodies(app, limits)
  addSecurityHeaders(app)
  allowOrigins(app, options.allowedOrigins ?? [])
  const notices = openNoticeFeed(options.db, options.log)
  app.addHook('onReady', async () => notices.start())
  app.addHook('onClose', () => notices.stop())
  const streams = openStreams(app, options.db, limits)
  const sessions = openSessions(options.db, streams.recheck)
  const mail = openMail(app, options)
  const jobs = startJobs(app, options, notices)
  const rates = openRates(app, options, limits)
  const reports = options.reports ?? (async () => options.db)
  const context = { ...options, reports, limits, sessions, rates, notices, streams, mail, jobs }
  mountAreas(app, context)
  options.mountMore?.(app, context)
  addProbes(app, options.db, { problem: options.databaseProblem, details: keptState(options) })
  serveDocuments(app)
  serveLocales(app, options.resources, options.db, rates)
  await serveRenderer(app, options.rendererDir)
  return app
}

/** Mails go out from when the server is ready until it is closed. */
function openMail(app: FastifyInstance, { db, log, mail }: AppOptions): MailSender {
  const sender = mailSender({ db, log, carrier: mail ? smtpCarrier(mail) : null })
  app.addHook('onReady', async () => sender.start())
  app.addHook('onClose', () => sender.stop())
  return sender
}

/** Jobs are done from when the server is ready; when it stops it takes no more before anything else is closed. */
function startJobs(app: FastifyInstance, options: AppOptions, notices: NoticeFeed): ServerJobs {
  const { jobsDb: db = options.db, reports = async () => db, files, resources, log, jobs } = options
  const opened = openJobs({ db, reports, files, resources, log, kinds: jobKinds, onChange: notices.kick, ...jobs })
  let stopped: Promise<void> | null = null
  const stop = () => {
    stopped ??= opened.stop()
    return stopped
  }
  app.addHook('onReady', async () => opened.start())
  app.addHook('preClose', async () => void stop())
  app.addHook('onClose', stop)
  return opened
}

interface Probed {
  problem?: (() => Error | undefined) | undefined
  /** What `/ready` says beside. */
  details?: () => Promise<object>
}

/**
 * `/health`: the process answers, and says who it is, for an app that looks for its server; 200 also while its database is away, since a
 * new process would have none either, with `degraded` and why in the body. `/ready`: so does the database, with our tables in it.
 */
export function addProbes(
  app: FastifyInstance,
  db: Db,
  { problem = () => undefined, details = async () => ({}) }: Probed = {},
): void {
  let wasReady = true
  app.get('/health', async () => {
    const isAway = problem() !== undefined
    return { status: isAway ? 'degraded' : 'ok', name: 'selvedge', version, ...(isAway && { problem: AWAY }) }
  })
  app.get('/ready', async (request, reply) => {
    try {
      await db.selectFrom('setting').select('name').limit(1).execute()
      const more = await details()
      wasReady = true
      return { status: 'ready', ...more }
    } catch (error) {
      // Asked every second or two by a load balancer, for as long as it lasts.
      if (wasReady) request.log.warn({ err: error }, 'not ready')
      wasReady = false
      return sendRefusal(reply, new Refusal('unavailable', AWAY))
    }
  })
}

/** For whoever watches the server: when the last backup was, and whether there is room. No path and no words of errors: anybody may ask. */
function keptState({ backups, room }: AppOptions): () => Promise<object> {
  return async () => {
    const [kept, space] = [await backups?.now(), await room?.now()]
    const last = kept?.kept[0]
    return {
      ...(kept && {
        backup: {
          last_at: last?.madeAt.toISOString() ?? null,
          last_bytes: last?.bytes ?? null,
          is_verified: last !== undefined,
          failed_at: kept.problem?.at.toISOString() ?? null,
        },
      }),
      ...(space && {
        disk: { free_bytes: space.free, reserve_bytes: space.reserve, is_low: space.free < space.reserve },
      }),
    }
  }
}

/** Why it is away is in the log: anybody may ask. */
const AWAY = 'The database does not answer now.'
