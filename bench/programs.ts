import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openSessions } from '../src/server/http/sessions.ts'
import { withDatabase } from './database.ts'

/** Benches ask as often as they can, from one address, and as one user. */
const FREE = 'requestsPerSecond=0,connectionsPerSecond=0,callsAtOnce=0'

const root = join(import.meta.dirname, '..')

/** A server in a process of its own, so that it shares no event loop with whoever measures it. */
export interface Program {
  url: string
  pid: number
  /** Milliseconds from the start of the process to its line. */
  readyMs: number
  stop(): Promise<void>
}

/** Our server from its source, on a database that is there. Calls are not limited; as with `npm start` only warnings are logged. */
export function startOurs(databaseUrl: string): Promise<Program> {
  return startProgram([join(root, 'src/server/serve.ts'), '--port', '0'], { DATABASE_URL: databaseUrl })
}

/** Starts a Node program that says its address when it is ready. */
export async function startProgram(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  node: string = process.execPath,
): Promise<Program> {
  const started = performance.now()
  const settings = {
    NODE_ENV: 'production',
    SELVEDGE_LOG_LEVEL: 'warn',
    SELVEDGE_CALLS_PER_MINUTE: '0',
    SELVEDGE_LIMITS: FREE,
    ...env,
  }
  const child = spawn(node, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settings },
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = await addressOf(child)
  return {
    url,
    pid: child.pid ?? 0,
    readyMs: performance.now() - started,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the program has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/\S+/.exec(line)?.[0]
    if (url) return url
  }
  throw new Error('the program ended before it was ready')
}

/** A session of a user, made in the database: signing in is not what is measured. */
export function sessionOf(databaseUrl: string, userId: string): Promise<string> {
  return withDatabase({ databaseUrl }, async ({ db }) => {
    const { token } = await db.transaction().execute((tx) => openSessions(db).open(tx, userId))
    return token
  })
}
