import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test as plainTest, vi } from 'vitest'
import { runToEnd } from '../../src/server/database/cluster.ts'
import { closedTo, commandAs, postgresAccount, postgresBinaries } from '../../src/server/database/postgres-account.ts'
import { childServer, postgresPid, testFolder } from '../support/child-server.ts'

// Real starts and syncs: several seconds each where the disk is slow or busy.
vi.setConfig({ testTimeout: 120_000 })

const isRoot = process.platform === 'linux' && process.getuid?.() === 0
if (!isRoot) console.warn('Skipped: tests of accounts change users, which takes root on Linux')
const test = plainTest.skipIf(!isRoot)

/** Any account that is not root and has no name. */
const STRANGER = { uid: 54_321, gid: 54_321 }

const closed = isRoot
  ? (closedTo(STRANGER, process.execPath) ?? closedTo(STRANGER, import.meta.dirname))
  : 'everything that is only for root'
if (isRoot && closed) console.warn(`Skipped: tests as an ordinary user, who may not enter ${closed}`)
const testAsUser = plainTest.skipIf(closed !== undefined)

const ownerOf = (pid: number) => Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

// Catches "fresh machine as root": a clone in root's own home, which PostgreSQL's user may not enter.
test('as root in a folder closed to others PostgreSQL runs, not as root, and the folder stays closed', async () => {
  const folders = await testFolder()
  const closed = dirname(folders.dataDir)
  chmodSync(closed, 0o700)
  const first = childServer(folders)
  await first.next('opened')
  expect(ownerOf(postgresPid(folders.dataDir))).not.toBe(0)
  expect(statSync(closed).mode & 0o777).toBe(0o700)
  await first.kill('SIGTERM')
  const second = childServer(folders)
  await second.next('opened')
  await second.kill('SIGTERM')
})

// Catches a clone in root's own home once more: PostgreSQL's own files lie in it as well, programs and libraries.
test.each([0o755, 0o700])('as root the programs run from a closed folder, also when their mode is %o', async (mode) => {
  const { dataDir } = await testFolder()
  const programs = join(dirname(postgresBinaries().postgres), '..')
  for (const part of ['bin', 'lib']) cpSync(join(programs, part), join(dataDir, part), { recursive: true })
  const program = join(dataDir, 'bin', 'postgres')
  chmodSync(program, mode)
  const account = await postgresAccount(join(dataDir, 'postgres'))
  const { file, args, options } = commandAs(account, join(dataDir, 'postgres'), program, ['--version'])
  expect(file).toBe('setpriv')
  expect(await runToEnd(file, args, options)).toMatchObject({ code: 0, said: expect.stringContaining('PostgreSQL') })
})

test('names the first folder on the way that an account may not enter', async () => {
  const { dataDir } = await testFolder()
  const inner = join(dataDir, 'a', 'b')
  mkdirSync(inner, { recursive: true })
  chmodSync(dirname(dataDir), 0o711)
  expect(closedTo(STRANGER, inner)).toBeUndefined()
  chmodSync(dataDir, 0o750)
  expect(closedTo(STRANGER, inner)).toBe(dataDir)
  chownSync(dataDir, 0, STRANGER.gid)
  expect(closedTo(STRANGER, inner)).toBeUndefined()
})

// Catches settings of the shell (PGDATA, PGPORT) that would lead PostgreSQL elsewhere.
test("keeps the shell's PG variables away from PostgreSQL", () => {
  process.env.PGDATA = '/elsewhere'
  try {
    expect(commandAs(undefined, '/data/postgres', '/bin/postgres', []).options.env).not.toHaveProperty('PGDATA')
  } finally {
    delete process.env.PGDATA
  }
})

// Catches code that works for root only, the usual case on a desktop; and root taking over a user's folder.
testAsUser('an ordinary user opens a folder of his own; root opens it later and leaves it his', async () => {
  const folders = await testFolder()
  const root = dirname(folders.dataDir)
  const name = execFileSync('id', ['-un', 'nobody'], { encoding: 'utf8' }).trim()
  const uid = Number(execFileSync('id', ['-u', name], { encoding: 'utf8' }))
  chownSync(root, uid, uid)
  chmodSync(root, 0o755)
  const asUser = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    '--inh-caps=-all',
    '--bounding-set=-all',
  ]
  const first = childServer(folders, asUser)
  await first.next('opened')
  expect(ownerOf(postgresPid(folders.dataDir))).toBe(uid)
  await first.sql("INSERT INTO note (text) VALUES ('his')")
  await first.kill('SIGTERM')

  const byRoot = childServer(folders)
  await byRoot.next('opened')
  expect(ownerOf(postgresPid(folders.dataDir))).toBe(uid)
  await byRoot.kill('SIGTERM')

  const again = childServer(folders, asUser)
  await again.next('opened')
  expect((await again.sql('SELECT text FROM note')).rows).toEqual([{ text: 'his' }])
  await again.kill('SIGTERM')
})

testAsUser('a user who may not write to the folder is told so', async () => {
  const folders = await testFolder()
  mkdirSync(folders.dataDir)
  chmodSync(dirname(folders.dataDir), 0o755)
  const child = childServer(folders, ['setpriv', '--reuid=54321', '--regid=54321', '--clear-groups'])
  expect((await child.next('refused')).refused).toMatch(
    /cannot be used: it must be a folder that this user may write to/,
  )
})
