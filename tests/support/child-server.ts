import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { lockDataFolder, pidRuns } from '../../src/server/database/data-folder.ts'
import { readPostmasterPid } from '../../src/server/database/running-postgres.ts'
import { removeTestFolder, TEST_FOLDER } from './leftovers.ts'

type Said = Record<string, unknown>

/** A server process of its own on `dataDir`. `lines` is all it said so far, `next` waits for a line with this key. */
export type ChildServer = {
  child: ChildProcess
  lines: Said[]
  next(key: string): Promise<Said>
  sql(statement: string): Promise<Said>
  kill(signal: NodeJS.Signals): Promise<void>
  ended: Promise<number | null>
}

/** A folder for one test; afterwards its PostgreSQL is stopped and it is removed, also when the test failed. */
export async function testFolder(): Promise<{ dataDir: string; migrationsDir: string }> {
  const root = await mkdtemp(join(tmpdir(), TEST_FOLDER))
  const lock = await lockDataFolder(root) // tells a later run whether this one still lives
  onTestFinished(async () => {
    await removeTestFolder(root)
    lock.release()
  })
  const migrationsDir = join(root, 'migrations')
  await mkdir(migrationsDir)
  await writeFile(
    join(migrationsDir, '0001_notes.sql'),
    'CREATE TABLE note (id serial PRIMARY KEY, text text NOT NULL);',
  )
  return { dataDir: join(root, 'data'), migrationsDir }
}

/** Runs tests/support/open-database-child.ts; `before` are words put before the program, such as a change of user. */
export function childServer(
  folders: { dataDir: string; migrationsDir: string },
  before: string[] = [],
  env: NodeJS.ProcessEnv = {},
): ChildServer {
  const script = join(import.meta.dirname, 'open-database-child.ts')
  const [file = '', ...args] = [...before, process.execPath, script, folders.dataDir, folders.migrationsDir]
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: Said[] = []
  const output = createInterface({ input: child.stdout })
  output.on('line', (line) => lines.push(JSON.parse(line) as Said))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let read = 0
  const next = async (key: string): Promise<Said> => {
    for (let waited = 0; waited < 60_000; waited += 10) {
      for (; read < lines.length; read++) if (lines[read]?.[key] !== undefined) return lines[read++] ?? {}
      if (child.exitCode !== null || child.signalCode !== null) await ended
      if (read === lines.length && (child.exitCode ?? child.signalCode) !== null) break
      await sleep(10)
    }
    throw new Error(`the child said no "${key}", but ${JSON.stringify(lines)}`)
  }
  const sql = async (statement: string): Promise<Said> => {
    const from = lines.length
    child.stdin.write(`sql ${statement}\n`)
    const answer = () => lines.slice(from).find((line) => 'rows' in line || 'failed' in line)
    for (let waited = 0; waited < 60_000 && !answer(); waited += 5) await sleep(5)
    return answer() ?? {}
  }
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await ended
  }
  return { child, lines, next, sql, kill, ended }
}

/** The pid of the PostgreSQL of a data folder; fails the test when there is none. */
export function postgresPid(dataDir: string): number {
  const pid = readPostmasterPid(join(dataDir, 'postgres'))
  if (pid === undefined) throw new Error(`no PostgreSQL in ${dataDir}`)
  return pid
}

export async function untilEnded(pid: number): Promise<boolean> {
  for (let waited = 0; waited < 10_000 && pidRuns(pid); waited += 20) await sleep(20)
  return !pidRuns(pid)
}
