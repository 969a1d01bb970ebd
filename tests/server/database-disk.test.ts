import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test as plainTest, vi } from 'vitest'
import { childServer, postgresPid, testFolder } from '../support/child-server.ts'

// Real starts and syncs: several seconds each where the disk is slow or busy.
vi.setConfig({ testTimeout: 120_000 })

const why = cannotMount()
if (why) console.warn(`Skipped: tests of the full disk need to mount a small tmpfs, and that fails here: ${why}`)
const test = plainTest.skipIf(why !== undefined)

function cannotMount(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it takes root on Linux'
  try {
    // In a name space of its own, so that nothing stays mounted.
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', tmpdir()], { stdio: 'pipe' })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A data folder on a disk of `size`, such as '60m'; it goes with the folder of the test. */
async function smallDisk(size: string): Promise<{ dataDir: string; migrationsDir: string }> {
  const { dataDir, migrationsDir } = await testFolder()
  const disk = join(dirname(dataDir), 'disk')
  mkdirSync(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', disk])
  return { dataDir: join(disk, 'data'), migrationsDir }
}

function fill(folder: string, leave = 0): string {
  const path = join(folder, 'filler')
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(path, Buffer.alloc(Math.max(0, bavail * bsize - leave)))
  return path
}

// Catches a half-made cluster, password or lock that a full disk leaves and that stops the next start.
test.each(['0', '20m', '39m'])(
  'a disk with %s of space at first start: a clear error, nothing half written, then it works',
  async (space) => {
    const folders = await smallDisk('150m')
    const disk = dirname(folders.dataDir)
    const filler = fill(disk, space === '0' ? 0 : Number.parseInt(space, 10) * 1024 * 1024)
    const first = childServer(folders)
    const { refused, fault } = await first.next('refused')
    expect(fault).toBe('disk_full')
    expect(refused).toMatch(/^The disk is full \(.*\)\. Free some space and try again\.$/)
    const left = readdirSync(disk).includes('data') ? readdirSync(folders.dataDir) : []
    expect(left.filter((name) => name.includes('unfinished'))).toEqual([])
    expect(left).not.toContain('server.lock')
    rmSync(filler)
    const second = childServer(folders)
    await second.next('opened')
    await second.kill('SIGTERM')
  },
)

// Catches a full disk told as a crash, a lost row, or a server that must be started by hand once there is space again.
test('a disk that fills at run time: a clear error for the command, reads go on, and with space all works again', async () => {
  const folders = await smallDisk('150m')
  const server = childServer(folders)
  await server.next('opened')
  await server.sql("INSERT INTO note (text) VALUES ('kept')")
  const filler = fill(dirname(folders.dataDir), 4 * 1024 * 1024)
  const big = 'INSERT INTO note (text) SELECT repeat(md5(i::text), 20) FROM generate_series(1, 100000) AS i'
  const failed = await server.sql(big)
  expect(failed).toMatchObject({ fault: 'disk_full', shown: 'The disk is full. Free some space and try again.' })
  expect((await server.sql('SELECT count(*) AS notes FROM note')).rows).toEqual([{ notes: 1 }])
  rmSync(filler)
  expect(await server.sql("INSERT INTO note (text) VALUES ('after')")).toHaveProperty('rows')
  await server.kill('SIGTERM')
})

// Catches a start on a full disk that hides the reason or harms the cluster that is there.
test('an existing folder on a full disk opens or says why, and keeps its rows', async () => {
  const folders = await smallDisk('150m')
  const first = childServer(folders)
  await first.next('opened')
  await first.sql("INSERT INTO note (text) VALUES ('kept')")
  await first.kill('SIGTERM')
  const filler = fill(dirname(folders.dataDir))
  const second = childServer(folders)
  const { fault } = await second.next('refused')
  expect(fault).toBe('disk_full')
  await second.ended
  rmSync(filler)
  const third = childServer(folders)
  await third.next('opened')
  expect((await third.sql('SELECT text FROM note')).rows).toEqual([{ text: 'kept' }])
  await third.kill('SIGTERM')
})

// Catches a supervisor that gives up, or says nothing, while PostgreSQL cannot come back for want of space.
test('PostgreSQL that dies on a full disk comes back when there is space', async () => {
  const folders = await smallDisk('150m')
  const server = childServer(folders)
  await server.next('opened')
  await server.sql("INSERT INTO note (text) VALUES ('kept')")
  const filler = fill(dirname(folders.dataDir))
  process.kill(postgresPid(folders.dataDir), 'SIGKILL')
  await sleep(1_500)
  rmSync(filler)
  let answer: Record<string, unknown> = {}
  for (let waited = 0; waited < 60_000 && !('rows' in answer); waited += 200) {
    await sleep(200)
    answer = await server.sql('SELECT text FROM note')
  }
  expect(answer.rows).toEqual([{ text: 'kept' }])
  await server.kill('SIGTERM')
})
