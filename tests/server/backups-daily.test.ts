import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { dailyBackups } from '../../src/server/app/backups.ts'
import { offeredBackup, restoreAdvice } from '../../src/server/backup/advice.ts'
import { backupPath, keptBackups } from '../../src/server/backup/backups-folder.ts'
import { type Backups, backUpBeforeUpdate, openBackups } from '../../src/server/backup/daily-backups.ts'
import { copyFromPools } from '../../src/server/backup/file-pool.ts'
import { headOf } from '../../src/server/backup/read-backup.ts'
import { DatabaseError } from '../../src/server/database/database-errors.ts'
import { migrate } from '../../src/server/database/migrate.ts'
import { fileKey } from '../../src/server/files/files.ts'
import { folderFiles } from '../../src/server/files/folder-files.ts'
import { openRoom } from '../../src/server/http/room.ts'
import { fanOut } from '../../src/server/notices/notify.ts'
import { contract } from '../../src/shared/areas.ts'
import { freshDatabase } from '../support/database.ts'
import { filesFolder } from '../support/files.ts'
import { testServer } from '../support/server.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const DAY_MS = 86_400_000

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 50) {
    if (await holds()) return
    await sleep(50)
  }
  throw new Error('it never came')
}

const idle = async (backups: Backups) => (await backups.now()).runningSince === null
const oftenTimes = { firstMs: 1, lookEveryMs: 20 }

// Would catch: no copy of anything, a new one at each start, or a folder that grows until the disk is full.
it('makes one a day and keeps seven, and forgets what was never finished', async () => {
  const { url } = await freshDatabase()
  const dataDir = filesFolder()
  const folder = join(dataDir, 'backups')
  mkdirSync(folder, { recursive: true })
  for (let day = 1; day <= 9; day++)
    writeFileSync(backupPath(folder, 'daily', new Date(Date.now() - day * DAY_MS)), 'x')
  const other = backupPath(folder, 'asked', new Date(Date.now() - 20 * DAY_MS))
  writeFileSync(other, 'x')
  writeFileSync(`${backupPath(folder, 'daily')}.unfinished-0123456789ab`, 'half')
  writeFileSync(join(folder, 'notes.txt'), 'somebody’s own')
  const backups = openBackups({ folder, url, dataDir, log }, oftenTimes)
  onTestFinished(() => backups.stop())
  backups.start()
  await until(async () => (await keptBackups(folder)).some(({ bytes }) => bytes > 1_000) && (await idle(backups)))
  await sleep(200) // more looks: the next one is due tomorrow
  const kept = await keptBackups(folder)
  expect(kept.filter(({ kind }) => kind === 'daily')).toHaveLength(7)
  expect(kept.filter(({ bytes }) => bytes > 1_000)).toHaveLength(1)
  expect(existsSync(other)).toBe(true)
  expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([])
  expect(existsSync(join(folder, 'notes.txt'))).toBe(true)
  const { nextAt, problem } = await backups.now()
  expect(problem).toBeNull()
  expect((nextAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(DAY_MS - 60_000)
})

// Would catch: seven copies of each photograph, or one that is swept away together with the photograph that it is the copy of.
it('has each photograph once, and keeps what was removed since as long as there is a backup of before', async () => {
  const { db, url } = await freshDatabase()
  const { installation } = await db.selectFrom('file_store').select('installation').executeTakeFirstOrThrow()
  const dataDir = filesFolder()
  const folder = join(dataDir, 'backups')
  const live = join(dataDir, 'files')
  const files = folderFiles(join(live, installation))
  const keys = ['0197aaaa-0000-7000-8000-000000000001', '0197aaaa-0000-7000-8000-000000000002'].map((id) =>
    fileKey('photos', id),
  )
  for (const key of keys) await files.put(key, Buffer.from(`bytes of ${key}`))
  const backups = openBackups({ folder, url, dataDir, log })
  onTestFinished(() => backups.stop())
  const make = async (): Promise<void> => {
    backups.begin('asked')
    await until(() => idle(backups))
    expect((await backups.now()).problem).toBeNull()
  }
  await make()
  await files.delete(keys[0] ?? fileKey('photos', installation))
  await sleep(1_100) // names tell seconds
  await make()
  const [, first] = await keptBackups(folder)
  const head = await headOf(first?.path ?? '')
  expect(head.files).toBe('beside')
  const to = folderFiles(filesFolder())
  expect(await copyFromPools(folder, head, { to, live }, {})).toBe(2)
  for (const key of keys) expect((await to.stat(key))?.size).toBe(`bytes of ${key}`.length)
})

// Would catch: a backup that fails night after night and nobody hears of it; a probe and a screen that say that all is well.
it('tells admins of one that failed, on their screen, in their notices and where the server is watched', async () => {
  const server = await testServer()
  const admin = await server.as('admin')
  const ops = await server.as('ops')
  const room = openRoom({ folder: '/', statfs: async () => ({ bavail: 5, bsize: 1_000_000, blocks: 100_000 }) })
  const { url } = await freshDatabase()
  const backups = dailyBackups({ dataDir: filesFolder(), log }, { db: server.db, url, room })
  const own = await testServer({ db: server.db, room, backups: backups ?? undefined })
  const ready = async () => (await own.app.inject({ url: '/ready' })).json()
  expect(await ready()).toMatchObject({
    status: 'ready',
    backup: { last_at: null, failed_at: null },
    disk: { is_low: true },
  })
  backups?.begin('daily')
  await until(async () => (await backups?.now())?.problem !== null)
  await until(async () => (await fanOut(server.db)) >= 0 && (await kindsOf('admin')).length > 0)
  async function kindsOf(role: 'admin' | 'ops'): Promise<string[]> {
    const rows = await server.db
      .selectFrom('notice as n')
      .innerJoin('app_user as u', 'u.id', 'n.user_id')
      .where('u.role', '=', role)
      .select('n.kind')
      .execute()
    return rows.map(({ kind }) => kind)
  }
  expect([await kindsOf('admin'), await kindsOf('ops')]).toEqual([['backup_failed'], []])
  expect((await ready()).backup.failed_at).toMatch(/^20/)
  const { getBackups, makeBackup } = contract.backups
  const shown = (await (await own.as('admin')).call(getBackups, {})).body.data
  expect(shown.problem?.words).toMatch(/^There is too little room in .*: 4 MB are free/)
  expect((await ops.call(getBackups, {})).status).toBe(403)
  // A server that makes none says so, rather than nothing.
  expect((await admin.call(makeBackup, {})).status).toBe(409)
})

// Would catch: a new version whose migration goes wrong, or is regretted, and no way back; one that migrates although no copy could be made.
it('copies an existing database before its tables change, and changes nothing where it cannot', async () => {
  const { pool, url } = await freshDatabase()
  const dataDir = filesFolder()
  const place = { folder: join(dataDir, 'backups'), url, dataDir, log }
  const migrations = join(dataDir, 'migrations')
  mkdirSync(migrations, { recursive: true })
  cpSync(join(import.meta.dirname, '../../src/server/database/migrations'), migrations, { recursive: true })
  await migrate(pool, migrations, { before: () => backUpBeforeUpdate(place) })
  expect(existsSync(place.folder)).toBe(false) // it was up to date
  writeFileSync(join(migrations, '9998_more.sql'), 'ALTER TABLE setting ADD COLUMN more text')
  const noRoom = openRoom({ folder: '/', statfs: async () => ({ bavail: 1, bsize: 1, blocks: 1_000 }) })
  const refused = migrate(pool, migrations, {
    before: () => backUpBeforeUpdate({ ...place, insistOnRoom: noRoom.insistFor }),
  })
  await expect(refused).rejects.toThrow(/^This version changes the tables .* Nothing was changed\.$/)
  const { rows: applied } = await pool.query("SELECT 1 FROM schema_migration WHERE name LIKE '9998%'")
  expect(applied).toEqual([])
  expect(await migrate(pool, migrations, { before: () => backUpBeforeUpdate(place) })).toEqual(['9998_more.sql'])
  const [copy] = await keptBackups(place.folder)
  expect(copy?.kind).toBe('before-update')
  const head = await headOf(copy?.path ?? '')
  expect(head.migrations.some(({ name }) => name.startsWith('9998'))).toBe(false)
  expect(head.tables.find(({ name }) => name === 'setting')?.columns).not.toContain('more')
})

// Would catch: somebody before a damaged database who is not told of the backup of last night; or who is offered one where a newer
// version, or room on the disk, is what is missing.
it('names the last backup where the database itself does not open, and there alone', async () => {
  const folder = filesFolder()
  mkdirSync(folder, { recursive: true })
  const damaged = new DatabaseError('database_refused', 'PostgreSQL did not start: could not read a file')
  expect(await restoreAdvice(damaged, '/data', folder)).toBe('')
  const path = backupPath(folder, 'daily')
  writeFileSync(path, 'x')
  expect(await restoreAdvice(damaged, '/data', folder)).toContain(
    `npm run restore -- --from "${path}" --data "/data" --move-aside`,
  )
  for (const fault of ['data_folder_in_use', 'disk_full', 'migration_refused', 'database_unavailable'] as const)
    expect(await offeredBackup(new DatabaseError(fault, 'x'), folder)).toBeNull()
  expect(await offeredBackup(damaged, null)).toBeNull()
  rmSync(path)
  expect(await offeredBackup(damaged, folder)).toBeNull()
})
