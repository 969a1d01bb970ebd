import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { pidRuns } from '../../src/server/database/data-folder.ts'
import { childServer, postgresPid, testFolder, untilEnded } from '../support/child-server.ts'

// Real starts and syncs: several seconds each where the disk is slow or busy.
vi.setConfig({ testTimeout: 120_000 })

const COUNT = 'SELECT count(*) AS notes FROM note'

// Catches a first start that leaves the password open to others, or a stop that leaves PostgreSQL or the lock behind.
test('starts on an empty folder, stops without remains, and starts again fast', async () => {
  const folders = await testFolder()
  const first = childServer(folders)
  await first.next('opened')
  const pid = postgresPid(folders.dataDir)
  expect(statSync(join(folders.dataDir, 'postgres.password')).mode & 0o777).toBe(0o600)
  expect(await first.sql("INSERT INTO note (text) VALUES ('甲')")).toHaveProperty('rows')
  await first.kill('SIGTERM')
  expect(first.lines.at(-1)).toEqual({ stopped: true })
  expect(pidRuns(pid)).toBe(false)
  expect(existsSync(join(folders.dataDir, 'server.lock'))).toBe(false)

  const second = childServer(folders)
  const { ms } = await second.next('opened')
  console.info(`opened an existing folder in ${ms} ms`)
  expect((await second.sql(COUNT)).rows).toEqual([{ notes: 1 }])
})

// Catches an orphan that blocks the next start, or whose open transaction keeps its locks.
test('a PostgreSQL whose server was killed is adopted with every committed row', async () => {
  const folders = await testFolder()
  const first = childServer(folders)
  await first.next('opened')
  await first.sql("INSERT INTO note (text) VALUES ('kept')")
  first.child.stdin?.write("sql BEGIN; INSERT INTO note (text) VALUES ('lost'); SELECT pg_sleep(60)\n")
  await sleep(300)
  const pid = postgresPid(folders.dataDir)
  await first.kill('SIGKILL')
  expect(pidRuns(pid)).toBe(true)

  const second = childServer(folders)
  await second.next('opened')
  expect(postgresPid(folders.dataDir)).toBe(pid)
  expect((await second.sql(COUNT)).rows).toEqual([{ notes: 1 }])
  expect((await second.sql('LOCK TABLE note IN ACCESS EXCLUSIVE MODE NOWAIT')).failed).toMatch(/transaction block/)
  expect((await second.sql("SELECT count(*) AS held FROM pg_locks WHERE relation = 'note'::regclass")).rows).toEqual([
    { held: 0 },
  ])
  await second.kill('SIGTERM')
  expect(pidRuns(pid)).toBe(false)
})

// Catches a supervisor that only watches its own child: an adopted PostgreSQL can die as well.
test.each(['started', 'adopted'])(
  'a %s PostgreSQL that is killed comes back; requests meanwhile fail clearly',
  async (how) => {
    const folders = await testFolder()
    let server = childServer(folders)
    await server.next('opened')
    if (how === 'adopted') {
      await server.kill('SIGKILL')
      server = childServer(folders)
      await server.next('opened')
    }
    await server.sql("INSERT INTO note (text) VALUES ('kept')")
    process.kill(postgresPid(folders.dataDir), 'SIGKILL')
    const meanwhile = await server.sql(COUNT)
    if ('failed' in meanwhile)
      expect(meanwhile.shown).toBe('The database does not answer now. Please try again in a moment.')
    let answer = meanwhile
    for (let waited = 0; waited < 60_000 && !('rows' in answer); waited += 100) {
      await sleep(100)
      answer = await server.sql(COUNT)
    }
    expect(answer.rows).toEqual([{ notes: 1 }])
    expect(server.child.exitCode).toBe(null)
    const pid = postgresPid(folders.dataDir)
    await server.kill('SIGTERM')
    expect(pidRuns(pid)).toBe(false)
  },
)

// Catches a lost commit (fsync off, or a commit answered too early) and a stale postmaster.pid that stops the start.
test('after both are killed in the middle of writing, every acknowledged row is there', async () => {
  const folders = await testFolder()
  const first = childServer(folders)
  await first.next('opened')
  let acknowledged = 0
  for (; acknowledged < 200; acknowledged++) await first.sql("INSERT INTO note (text) VALUES ('acknowledged')")
  first.child.stdin?.write("sql INSERT INTO note (text) SELECT 'big' FROM generate_series(1, 3000000)\n")
  await sleep(150)
  process.kill(postgresPid(folders.dataDir), 'SIGKILL')
  await first.kill('SIGKILL')

  const second = childServer(folders)
  await second.next('opened')
  const { rows } = await second.sql('SELECT text, count(*) AS notes FROM note GROUP BY text')
  expect(rows).toEqual([{ text: 'acknowledged', notes: acknowledged }])
})

// Catches a start that refuses because an unrelated program now has the pid in postmaster.pid (usual in containers).
test('a postmaster.pid that names another living program does not stop the start', async () => {
  const folders = await testFolder()
  const first = childServer(folders)
  await first.next('opened')
  const pidFile = join(folders.dataDir, 'postgres', 'postmaster.pid')
  const text = readFileSync(pidFile, 'utf8')
  process.kill(postgresPid(folders.dataDir), 'SIGKILL')
  await first.kill('SIGKILL')
  await sleep(200)
  await writeFile(pidFile, text.replace(/^\d+/, String(process.pid)))
  const second = childServer(folders)
  await second.next('opened')
})

// Catches a crash of the first start that leaves half a cluster, which later starts would take for a whole one.
test('a first start that is killed half-way is begun anew', async () => {
  const folders = await testFolder()
  const first = childServer(folders)
  const entries = () => (existsSync(folders.dataDir) ? readdirSync(folders.dataDir) : [])
  const unfinished = () => entries().filter((name) => name.startsWith('postgres.unfinished'))
  const begun = () => unfinished().some((name) => existsSync(join(folders.dataDir, name, 'PG_VERSION')))
  for (let waited = 0; waited < 10_000 && !begun(); waited += 5) await sleep(5)
  await first.kill('SIGKILL')
  expect(existsSync(join(folders.dataDir, 'postgres'))).toBe(false)
  const second = childServer(folders)
  await second.next('opened')
  expect(unfinished()).toEqual([])
})

// Catches Ctrl+C ending PostgreSQL under a server that is still answering, and a process end that forgets it.
test('SIGINT stops in order; a process that ends without stop() takes PostgreSQL along', async () => {
  const folders = await testFolder()
  const first = childServer(folders)
  await first.next('opened')
  const pid = postgresPid(folders.dataDir)
  await first.kill('SIGINT')
  expect(first.lines.at(-1)).toEqual({ stopped: true })
  expect(pidRuns(pid)).toBe(false)

  const second = childServer(folders)
  await second.next('opened')
  const other = postgresPid(folders.dataDir)
  second.child.stdin?.write('exit\n')
  await second.ended
  expect(await untilEnded(other)).toBe(true)
})
