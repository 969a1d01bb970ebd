import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { demoPassword } from '../shared/areas/people/rules.ts'
import { BadKeepingSetting, backupsFolder, keepingOptions } from './app/backups.ts'
import { BadArgument, serveOptions } from './app/serve-options.ts'
import { ListenError, type RunningServer, startServer } from './app/start-server.ts'
import { BadFirstAccount } from './areas/people/first-account.ts'
import { restoreAdvice } from './backup/advice.ts'
import { BackupError } from './backup/format.ts'
import { DatabaseError } from './database/database-errors.ts'
import { FilesUnavailable } from './files/files.ts'
import { BadFilesSetting } from './files/s3-address.ts'
import { BadHosts, hostsFrom } from './http/hosts.ts'
import { BadLimit, limitsFrom } from './http/limits.ts'
import { makeLog, terminalLog } from './http/request-log.ts'
import { BadMailSetting, mailSettings } from './mail/carrier.ts'

const OLDEST_NODE = 22

/** The server on its own. It says one line when it is ready, and one when it cannot be. */
async function serve(): Promise<void> {
  const { env, versions } = process
  // On an older one it would start, and answer some calls with an error.
  if (Number.parseInt(versions.node, 10) < OLDEST_NODE)
    throw new BadArgument(
      `Selvedge needs Node ${OLDEST_NODE} or newer, not ${versions.node}: start it by "npm run serve".`,
    )
  const options = serveOptions(process.argv.slice(2))
  const starting = startServer({
    ...options,
    ...(env.DATABASE_URL && {
      databaseUrl: env.DATABASE_URL,
      ownerUrl: env.DATABASE_OWNER_URL || undefined,
      replicaUrl: env.DATABASE_REPLICA_URL || undefined,
    }),
    filesUrl: env.FILES_URL,
    ...keepingOptions(env),
    ...(env.SELVEDGE_TRUSTED_PROXIES && { trustedProxies: env.SELVEDGE_TRUSTED_PROXIES }),
    limits: { ...limitsFrom(env.SELVEDGE_LIMITS), ...callLimit(env.SELVEDGE_CALLS_PER_MINUTE) },
    hosts: hostsFrom(env.SELVEDGE_HOSTS),
    allowedOrigins: (env.SELVEDGE_ALLOWED_ORIGINS ?? '').split(',').filter(Boolean),
    resources: join(import.meta.dirname, '../../resources'),
    ...rendererFolder(),
    mail: mailSettings(env),
    log: makeLog({
      level: env.SELVEDGE_LOG_LEVEL ?? 'info',
      ...(process.stderr.isTTY && { destination: terminalLog }),
    }),
  })
  // From now on: a start that is interrupted must not leave a PostgreSQL behind.
  stopOnSignal(starting)
  const { url, firstPassword } = await starting
  if (firstPassword !== null) {
    console.log(`First account: ${options.firstAdmin}, temporary password: ${firstPassword} (shown only now)`)
  }
  console.log(`Selvedge is serving ${url}`)
  if (options.demo)
    console.log(`Demo accounts, such as ops@demo.selvedge: the sign-in page lists them; password ${demoPassword}`)
}

/** Calls a minute of one session; 0 takes the limit away, for measurements. */
function callLimit(wanted: string | undefined): { callsPerMinute?: number } {
  if (!wanted) return {}
  if (!/^\d+$/.test(wanted)) throw new BadArgument(`SELVEDGE_CALLS_PER_MINUTE takes a whole number, not "${wanted}".`)
  return { callsPerMinute: Number(wanted) }
}

/** Where the build puts it, for the built server and for its source alike. */
function rendererFolder(): { rendererDir?: string } {
  const rendererDir = join(import.meta.dirname, '../../out/renderer')
  return existsSync(join(rendererDir, 'index.html')) ? { rendererDir } : {}
}

function stopOnSignal(starting: Promise<RunningServer>): void {
  const stop = () => {
    starting.then((server) => server.stop()).then(() => process.exit(0), fail)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
}

async function fail(error: unknown): Promise<never> {
  const settings = [
    BadArgument,
    BadFilesSetting,
    BadFirstAccount,
    BadHosts,
    BadKeepingSetting,
    BadLimit,
    BadMailSetting,
  ]
  const known = [...settings, BackupError, DatabaseError, FilesUnavailable, ListenError].some(
    (kind) => error instanceof kind,
  )
  console.error(
    known && error instanceof Error ? `Selvedge could not start: ${error.message}${await advice(error)}` : error,
  )
  process.exit(1)
}

/** Where the database itself does not open, and there is a backup: how to put it back. */
async function advice(error: unknown): Promise<string> {
  const { DATABASE_URL, SELVEDGE_BACKUPS: backups } = process.env
  try {
    const { dataDir } = serveOptions(process.argv.slice(2))
    return await restoreAdvice(error, dataDir, backupsFolder({ dataDir, databaseUrl: DATABASE_URL, backups }))
  } catch {
    return '' // the command line was what could not be understood
  }
}

serve().catch(fail)
