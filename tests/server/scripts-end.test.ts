import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { pidRuns } from '../../src/server/database/data-folder.ts'
import { postgresPid, testFolder, untilEnded } from '../support/child-server.ts'

const root = join(import.meta.dirname, '../..')

/** Without a display `npm start` serves the browser edition. */
const env = { ...process.env, SELVEDGE_LOG_LEVEL: 'silent', DISPLAY: '', WAYLAND_DISPLAY: '' }

/** `npm` with these words, in a group of processes of its own, which is gone after the test. */
function npm(words: readonly string[], before: readonly string[] = []): ChildProcess {
  const [program = '', ...args] = [...before, 'npm', ...words]
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  onTestFinished(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      // It has ended, as it should.
    }
  })
  return child
}

/** What the pattern catches of the first line that it fits, once npm says it. */
async function lineOf({ stdout }: ChildProcess, pattern: RegExp): Promise<string> {
  for await (const line of createInterface({ input: stdout as NonNullable<typeof stdout> })) {
    const caught = pattern.exec(line)?.[1]
    if (caught) return caught
  }
  throw new Error(`npm ended before it said ${pattern}`)
}

const addressOf = (child: ChildProcess) => lineOf(child, /Selvedge is serving (http:\S+)/)

const answers = (url: string) =>
  fetch(`${url}/health`).then(
    () => true,
    () => false,
  )

// Catches a server, with its PostgreSQL, that lives on when npm alone is told to end: npm hands SIGTERM to its shell, and SIGHUP to nobody.
test.each([
  { words: ['run', 'serve', '--'], signal: 'SIGTERM' },
  { words: ['start', '--'], signal: 'SIGTERM' },
  { words: ['run', 'serve', '--'], signal: 'SIGHUP' },
] as const)(
  'npm $words.0 leaves nothing running when npm gets $signal',
  { timeout: 90_000 },
  async ({ words, signal }) => {
    const { dataDir } = await testFolder()
    const child = npm([...words, '--data', dataDir, '--port', '0'])
    const url = await addressOf(child)
    const postgres = postgresPid(dataDir)
    expect(await answers(url)).toBe(true)
    child.kill(signal)
    expect(await untilEnded(postgres)).toBe(true)
    expect(await answers(url)).toBe(false)
    // Only a stop in order gives the folder free.
    for (let waited = 0; waited < 5_000 && existsSync(join(dataDir, 'server.lock')); waited += 50) await sleep(50)
    expect(existsSync(join(dataDir, 'server.lock'))).toBe(false)
  },
)

// Catches a server that takes the shell which started npm in the background for its own, and ends when that shell is left.
test('a server started in the background stays when the shell is left', { timeout: 90_000 }, async () => {
  const { dataDir } = await testFolder()
  const child = npm(['run', 'serve', '--', '--data', dataDir, '--port', '0'], ['sh', '-c', '"$@" &', 'sh'])
  const left = new Promise((resolve) => child.once('exit', resolve))
  const url = await addressOf(child)
  await left
  await sleep(1_500)
  expect(await answers(url)).toBe(true)
  const postgres = postgresPid(dataDir)
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  expect(await untilEnded(postgres)).toBe(true)
})

// Catches a seed that is cut off and leaves its PostgreSQL on the folder.
test('npm run seed takes its PostgreSQL along when npm gets SIGTERM', { timeout: 90_000 }, async () => {
  const { dataDir } = await testFolder()
  const child = npm(['run', 'seed', '--', '--data', dataDir, '--lines', '1000000'])
  // A new folder is made ready by a PostgreSQL of its own, which ends before the one that is written to starts.
  await lineOf(child, /^(Demo data written)/)
  const postgres = postgresPid(dataDir)
  expect(pidRuns(postgres)).toBe(true)
  child.kill('SIGTERM')
  expect(await untilEnded(postgres)).toBe(true)
})
