import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkLedgers } from '../../src/server/app/check-ledgers.ts'
import type { BackupError } from '../../src/server/backup/format.ts'
import { verifyBackup } from '../../src/server/backup/read-backup.ts'
import { restoreBackup } from '../../src/server/backup/restore-backup.ts'
import { restoreInto } from '../../src/server/backup/restore-into.ts'
import { readTar, tarHeader } from '../../src/server/backup/tar.ts'
import { writeBackup } from '../../src/server/backup/write-backup.ts'
import { lockDataFolder } from '../../src/server/database/data-folder.ts'
import { moveIn } from '../../src/server/database/moved-in.ts'
import { openDatabase } from '../../src/server/database/open-database.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { bytesOf, type FileKind, type Files, fileKinds } from '../../src/server/files/files.ts'
import { folderFiles } from '../../src/server/files/folder-files.ts'
import type { Db } from '../../src/server/http/call.ts'
import { testFolder } from '../support/child-server.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../support/database.ts'
import { filesFolder, testFiles } from '../support/files.ts'
import { testLog } from '../support/test-databases.ts'

let demo: TestDatabase
let files: Files
/** A folder that goes with the file, and the backup of the demo in it. */
const folder = filesFolder()
const made = join(folder, 'demo.backup')

beforeAll(async () => {
  demo = await freshDatabase()
  files = testFiles()
  await seedDemo(demo.db, { files })
  mkdirSync(folder, { recursive: true })
  await writeBackup(made, { url: demo.url, files: () => files })
}, 60_000)

/** What every table and sequence holds, in a way of its own: rows as JSON in their order by text. */
async function contentsOf(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`.execute(db)
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ sum: string }>`
      SELECT count(*) || ' ' || coalesce(md5(string_agg(line, E'\n' ORDER BY line)), '') AS sum
      FROM (SELECT to_jsonb(t)::text AS line FROM ${sql.table(name)} t) l`.execute(db)
    found[name] = rows[0]?.sum ?? ''
  }
  const { rows: sequences } = await sql<{ name: string; at: string | null }>`
    SELECT sequencename AS name, last_value::text AS at FROM pg_sequences WHERE schemaname = 'public'`.execute(db)
  for (const { name, at } of sequences) found[`sequence ${name}`] = String(at)
  const { rows: rules } = await sql<{ rule: string }>`
    SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS rule FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
    ORDER BY 1`.execute(db)
  found.rules = rules.map(({ rule }) => rule).join('\n')
  return found
}

async function sumsOf(place: Files): Promise<string[]> {
  const found: string[] = []
  for (const kind of Object.keys(fileKinds) as FileKind[])
    for await (const { key } of place.list(kind)) {
      const bytes = (await bytesOf(place, key)) ?? Buffer.alloc(0)
      found.push(`${key} ${createHash('sha256').update(bytes).digest('hex')}`)
    }
  return found
}

const refusal = (task: Promise<unknown>) =>
  task.then(
    () => 'done',
    (error: BackupError) => error.message,
  )

describe('an installation that was backed up and restored', () => {
  // Would catch: a table, a column, a number's sequence, a photograph, a foreign key or a trigger that a copy forgets or changes: what a
  // change to the next PostgreSQL, which goes through one copy, would lose.
  it('is the same, table by table, with its files and rules, and its ledgers are in order', async () => {
    const { dataDir } = await testFolder()
    const restored = await restoreBackup({ from: made, dataDir, log: testLog })
    expect(restored.aside).toBeNull()
    const { installation } = await demo.db.selectFrom('file_store').select('installation').executeTakeFirstOrThrow()
    const before = await contentsOf(demo.db)
    expect(Object.keys(before).length).toBeGreaterThan(100)
    const database = await openDatabase({ dataDir, log: testLog })
    try {
      expect(await contentsOf(database.db)).toEqual(before)
      const ledgers = await checkLedgers(database.db)
      expect(ledgers.length).toBeGreaterThan(3)
      expect(ledgers.filter(({ total }) => total > 0)).toEqual([])
      const sums = await sumsOf(files)
      expect(sums.length).toBeGreaterThan(100)
      expect(await sumsOf(folderFiles(join(dataDir, 'files', installation)))).toEqual(sums)
      // Would catch: a restore over an installation that works.
      const again = restoreBackup({ from: made, dataDir, moveAside: true, log: testLog })
      expect(await refusal(again)).toMatch(/^Another Selvedge server is using the data folder/)
    } finally {
      await database.stop()
    }
    expect(await refusal(restoreBackup({ from: made, dataDir, log: testLog }))).toMatch(
      /^There is a database in .* already/,
    )
  }, 120_000)

  // Would catch: a way from the embedded PostgreSQL into a company's own that needs a superuser there, or leaves rows of a failed try.
  it('goes into an empty database elsewhere, and into no other', async () => {
    const other = await emptyDatabase()
    const dataDir = filesFolder()
    const wish = { from: made, databaseUrl: other.url, dataDir, log: testLog }
    const restored = await restoreInto(wish)
    expect(restored.files).toBe((await sumsOf(files)).length)
    expect(await contentsOf(other.db)).toEqual(await contentsOf(demo.db))
    expect(await refusal(restoreInto(wish))).toMatch(/^There is a database with accounts here already/)
  }, 60_000)

  // Would catch: a copy of rows of different moments, which no order of its tables could put right.
  it('is of one moment, however busy it was', async () => {
    const busy = await freshDatabase()
    await sql`CREATE TABLE a_left (n int); CREATE TABLE z_right (n int)`.execute(busy.db)
    let writes = 0
    let isOver = false
    const writing = (async () => {
      while (!isOver) {
        await busy.db.transaction().execute(async (tx) => {
          await sql`INSERT INTO a_left VALUES (${writes})`.execute(tx)
          await sql`INSERT INTO z_right VALUES (${writes})`.execute(tx)
        })
        writes += 1
      }
    })()
    const { manifest } = await writeBackup(join(folder, 'busy.backup'), { url: busy.url, files: () => null })
    isOver = true
    await writing
    expect(writes).toBeGreaterThan(0)
    expect(manifest.tables.a_left).toEqual(manifest.tables.z_right)
  })
})

describe('a file that is no sound backup', () => {
  const broken = (name: string, bytes: Buffer): string => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return path
  }

  // Would catch: half a file, or one in which the disk turned a bit, that is taken for a backup and found out in the restore, or never.
  it('is refused before anything is touched', async () => {
    const whole = readFileSync(made)
    const turned = (at: number) => {
      const bytes = Buffer.from(whole)
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
      return bytes
    }
    const damagedParts = [0.1, 0.35, 0.6, 0.85].map((share) => turned(middleOf(whole, share)))
    const cut = [600, Math.floor(whole.length / 2), whole.length - 3_000].map((length) => whole.subarray(0, length))
    for (const [at, bytes] of [...damagedParts, ...cut].entries()) {
      const dataDir = filesFolder()
      const from = broken(`broken-${at}.backup`, bytes)
      expect(await refusal(restoreBackup({ from, dataDir, log: testLog })), `broken ${at}`).toMatch(
        /is damaged or not whole/,
      )
      expect(existsSync(dataDir)).toBe(false)
    }
    const text = broken('text.backup', Buffer.from('hello '.repeat(500)))
    expect(await refusal(verifyBackup(text))).toMatch(/is damaged or not whole/)
    expect(await refusal(verifyBackup(join(folder, 'none.backup')))).toMatch(/^There is no backup /)
  })

  /** A place in the middle of a part's bytes: what lies between parts is padding that nobody reads. */
  function middleOf(whole: Buffer, share: number): number {
    let at = 0
    while (at < whole.length * share) {
      const size = Number.parseInt(whole.toString('latin1', at + 124, at + 135), 8)
      const end = at + 512 + Math.ceil(size / 512) * 512
      if (end >= whole.length * share && size > 40) return at + 512 + Math.floor(size / 2)
      at = end
    }
    throw new Error('there is no such part')
  }

  // Would catch: an older version that puts a newer one's rows into tables that it does not know.
  it('of a newer version is refused in words', async () => {
    const entries: Buffer[] = []
    for await (const entry of readTar(made)) {
      const parts: Buffer[] = []
      for await (const part of entry.bytes()) parts.push(part)
      const bytes = entry.name === 'head.json' ? newer(Buffer.concat(parts)) : Buffer.concat(parts)
      entries.push(
        tarHeader(entry.name, bytes.length, new Date()),
        bytes,
        Buffer.alloc((512 - (bytes.length % 512)) % 512),
      )
    }
    const from = broken('newer.backup', Buffer.concat([...entries, Buffer.alloc(1024)]))
    const dataDir = filesFolder()
    expect(await refusal(restoreBackup({ from, dataDir, log: testLog }))).toMatch(
      /^This backup was made by a newer version/,
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  function newer(bytes: Buffer): Buffer {
    const head = JSON.parse(bytes.toString()) as { migrations: unknown[] }
    head.migrations.push({ name: '9999_future.sql', checksum: 'x' })
    return Buffer.from(JSON.stringify(head))
  }
})

describe('a backup that is not finished', () => {
  // Would catch: half a file under the name of a whole one, or one that is written over.
  it('leaves nothing, whether it was stopped, had no room, or found its name taken', async () => {
    const place = join(folder, 'unfinished')
    const source = { url: demo.url, files: () => files }
    const ending = new AbortController()
    const stopped = writeBackup(join(place, 'a.backup'), {
      ...source,
      signal: ending.signal,
      onProgress: ({ step }) => step === 'files' && ending.abort(),
    })
    expect(await refusal(stopped)).toBe('It was stopped. Nothing of it was kept.')
    const noRoom = async () => {
      throw Object.assign(new Error('no room'), { code: 'ENOSPC' })
    }
    expect(await refusal(writeBackup(join(place, 'b.backup'), { ...source, insistOnRoom: noRoom }))).toMatch(
      /^The disk is full/,
    )
    const gone = { ...source, url: demo.url.replace(/:\d+\//, ':1/') }
    expect(await refusal(writeBackup(join(place, 'c.backup'), gone))).toMatch(/^The database does not answer/)
    expect(readdirSync(place)).toEqual([])
    const { size } = statSync(made)
    expect(await refusal(writeBackup(made, source))).toMatch(/^There is a file .* already/)
    expect(statSync(made).size).toBe(size)
  })

  // Would catch: a restore that was killed between two renames and leaves a folder without a database, in which the next start begins anew.
  it('put in place only in part is put in place by the next start', async () => {
    const { dataDir } = await testFolder()
    const made = join(dataDir, 'restore.unfinished-1')
    const aside = join(dataDir, 'aside')
    for (const root of [dataDir, made]) mkdirSync(join(root, 'files'), { recursive: true })
    for (const [root, text] of [
      [dataDir, 'old'],
      [made, 'new'],
    ] as const) {
      mkdirSync(join(root, 'postgres'))
      writeFileSync(join(root, 'postgres', 'PG_VERSION'), text)
    }
    writeFileSync(join(made, 'postgres.password'), 'new')
    // A password that cannot be moved aside: the moving stops in the middle.
    mkdirSync(join(dataDir, 'postgres.password'))
    mkdirSync(join(aside, 'postgres.password', 'in the way'), { recursive: true })
    const lock = await lockDataFolder(dataDir)
    await expect(moveIn(dataDir, { made, aside, of: 'now' })).rejects.toThrow()
    lock.release()
    expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('old')
    rmSync(join(aside, 'postgres.password'), { recursive: true })
    // It does not start on a version of that name, but by then all is in its place.
    await expect(openDatabase({ dataDir, log: testLog })).rejects.toThrow('PostgreSQL new')
    expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('new')
    expect(readFileSync(join(aside, 'postgres', 'PG_VERSION'), 'utf8')).toBe('old')
    expect(readdirSync(dataDir).filter((name) => name.startsWith('restore'))).toEqual([])
  })
})
