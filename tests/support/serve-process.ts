import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../../src/server/database/open-database.ts'
import type { Db } from '../../src/server/http/call.ts'
import { testLog } from './test-databases.ts'

/** The server as a process of its own, as `npm run serve` starts it, on a data folder. */
export interface ServeProcess {
  url: string
  child: ChildProcess
  ended: Promise<void>
  stop(): Promise<void>
}

export async function startServer(dataDir: string): Promise<ServeProcess> {
  const script = join(import.meta.dirname, '../../src/server/serve.ts')
  const child = spawn(process.execPath, [script, '--data', dataDir, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SELVEDGE_LOG_LEVEL: 'silent' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = await addressOf(child)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { url, child, ended, stop }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/\S+/.exec(line)?.[0]
    if (url) return url
  }
  throw new Error('the server ended before it was ready')
}

/** Opens the folder while no server does. */
export async function inBooks<T>(dataDir: string, context: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir, log: testLog })
  try {
    return await context(database.db)
  } finally {
    await database.stop()
  }
}
