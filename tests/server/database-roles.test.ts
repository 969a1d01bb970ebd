import { readFileSync, statSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { appendOnly, mayRewrite } from '../../src/server/database/append-only.ts'
import { runToEnd } from '../../src/server/database/cluster.ts'
import { APP, OWNER } from '../../src/server/database/database-roles.ts'
import { openDatabase } from '../../src/server/database/open-database.ts'
import { makePool } from '../../src/server/database/pool.ts'
import { commandAs, postgresAccount, postgresBinaries } from '../../src/server/database/postgres-account.ts'
import { testFolder } from '../support/child-server.ts'
import { freshDatabase } from '../support/database.ts'
import { testLog } from '../support/test-databases.ts'

// Real starts and syncs: several seconds each where the disk is slow or busy.
vi.setConfig({ testTimeout: 120_000 })

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

async function open(dataDir: string) {
  const database = await openDatabase({ dataDir, log: testLog })
  onTestFinished(() => database.stop())
  return database
}

const modeOf = (path: string) => statSync(path).mode & 0o777

// Catches a call that runs as the superuser: whoever got a statement of their own in could run programs and read files of the server.
test('calls are made as a role that owns nothing, through a socket in a closed folder; no secret lies open', async () => {
  const { dataDir } = await testFolder()
  const database = await open(dataDir)
  const { rows } = await database.pool.query(`
    SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
      (SELECT count(*) FROM pg_class WHERE relowner = r.oid) AS owned,
      (SELECT count(*) FROM pg_auth_members WHERE member = r.oid) AS member_of
    FROM pg_roles r WHERE rolname = current_user`)
  expect(rows).toEqual([
    {
      ...{ rolname: APP, rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false },
      ...{ rolbypassrls: false, owned: 0, member_of: 0 },
    },
  ])
  const refused = async (statement: string) =>
    expect(await database.pool.query(statement).catch((error) => error.code), statement).toBe('42501')
  await refused("COPY setting TO PROGRAM 'id'")
  await refused("SELECT pg_read_file('postgresql.conf')")
  await refused('CREATE TABLE mine (id integer)')
  await refused('ALTER TABLE audit_event DISABLE TRIGGER ALL')
  await refused("UPDATE schema_migration SET checksum = ''")
  await refused(`SET ROLE ${OWNER}`)
  const owner = await database.owner.executeQuery<{ rolsuper: boolean }>(
    (await import('kysely')).CompiledQuery.raw('SELECT rolname, rolsuper FROM pg_roles WHERE rolname = current_user'),
  )
  expect(owner.rows).toEqual([{ rolname: OWNER, rolsuper: false }])

  expect(decodeURIComponent(new URL(database.url).hostname)).toBe(join(dataDir, 'socket'))
  expect(modeOf(join(dataDir, 'socket'))).toBe(0o700)
  expect(modeOf(join(dataDir, 'postgres'))).toBe(0o700)
  expect(modeOf(join(dataDir, 'logs'))).toBe(0o700)
  expect(modeOf(join(dataDir, 'postgres.password'))).toBe(0o600)
  // As root PostgreSQL's own user must pass through; nobody lists it.
  expect(modeOf(dataDir)).toBe(process.getuid?.() === 0 ? 0o711 : 0o700)
  const command = readFileSync(join(dataDir, 'postgres', 'postmaster.opts'), 'utf8')
  expect(command).toContain('listen_addresses=')
  expect(command).not.toContain('127.0.0.1')
})

// Catches a ledger or a history that one statement rewrites, as the application or, where one role owns all, as that.
test('append-only tables take rows and give none up, whoever asks', async () => {
  const { app, db } = await freshDatabase()
  const { sql } = await import('kysely')
  const code = (asked: Promise<unknown>) =>
    asked.then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )
  await sql`INSERT INTO audit_event (id, entity, entity_id, event, source, request_id)
    VALUES (gen_random_uuid(), 'order', 'PO-1', 'order.approved', 'api', 'r')`.execute(app)
  for (const table of appendOnly) {
    for (const statement of [`UPDATE ${table} SET ctid = ctid`, `DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`]) {
      const isUpdate = statement.startsWith('UPDATE')
      const asked = isUpdate ? statement.replace('ctid = ctid', `${columnOf(table)} = ${columnOf(table)}`) : statement
      expect(await code(sql.raw(asked).execute(app)), `${asked} as the application`).toBe('42501')
    }
    // Who owns everything, where DATABASE_URL names such a role.
    expect(await code(sql.raw(`TRUNCATE ${table} CASCADE`).execute(db)), `TRUNCATE ${table}`).toBe('42501')
  }
  expect(await code(sql`UPDATE audit_event SET event = 'order.declined'`.execute(db))).toBe('42501')
  expect(await code(sql`DELETE FROM audit_event`.execute(db))).toBe('42501')
  // Said aloud by the application it opens nothing; by the owner it does.
  const said = (as: typeof db) =>
    as.transaction().execute(async (tx) => {
      await sql.raw(mayRewrite).execute(tx)
      await sql`DELETE FROM audit_event`.execute(tx)
    })
  expect(await code(said(app))).toBe('42501')
  expect(await code(said(db))).toBe('done')
})

const columns: Record<string, string> = {
  garment_version: 'number',
  order_amendment_line: 'quantity',
  production_job_card: 'number',
  production_marker: 'number',
  qc_checklist_answer: 'answer',
  sample_costing: 'number',
}
const columnOf = (table: string) => columns[table] ?? 'id'

// Catches a table that was made append-only in one place and not in the other.
test('exactly the append-only tables have the trigger', async () => {
  const { pool } = await freshDatabase()
  const { rows } = await pool.query<{ tables: string[] }>(`
    SELECT array_agg(tgrelid::regclass::text ORDER BY 1) AS tables FROM pg_trigger WHERE tgname = 'append_only'`)
  expect(rows[0]?.tables?.sort()).toEqual([...appendOnly].sort())
})

// Catches an upgrade that cannot open what the version before made: a superuser that owned everything, at a port.
test('a folder of the version before opens with all its rows, and its tables change hands', async () => {
  const { dataDir, migrationsDir } = await testFolder()
  const first = await openDatabase({ dataDir, migrationsDir, log: testLog })
  await first.pool.query("INSERT INTO note (text) VALUES ('kept')")
  await first.stop()
  await asBefore(dataDir)

  const now = await openDatabase({ dataDir, migrationsDir, log: testLog })
  onTestFinished(() => now.stop())
  expect((await now.pool.query('SELECT text FROM note')).rows).toEqual([{ text: 'kept' }])
  await now.pool.query("INSERT INTO note (text) VALUES ('added')")
  const { rows } = await now.pool.query(`
    SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE relnamespace = 'public'::regnamespace`)
  expect(rows).toEqual([{ owner: OWNER }])
})

/** Puts a folder into the state that the version before left: one role, the superuser, which owned the database, at a port. */
async function asBefore(dataDir: string): Promise<void> {
  const account = await postgresAccount(join(dataDir, 'postgres'))
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const run = (args: string[]) => {
    const { file, args: all, options } = commandAs(account, join(dataDir, 'postgres'), postgresBinaries().pgCtl, args)
    return runToEnd(file, all, { ...options, stdio: 'ignore' })
  }
  const where = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`
  await run(['start', '-D', join(dataDir, 'postgres'), '-w', '-o', where, '-l', join(dataDir, 'logs', 'before.log')])
  const admin = new pg.Client({ host: '127.0.0.1', port, user: 'selvedge', password, database: 'selvedge' })
  await admin.connect()
  await admin.query(`
    ALTER DATABASE selvedge OWNER TO selvedge; GRANT ALL ON DATABASE selvedge TO PUBLIC;
    REASSIGN OWNED BY ${OWNER} TO selvedge; DROP OWNED BY ${OWNER}; DROP OWNED BY ${APP}; DROP ROLE ${OWNER}; DROP ROLE ${APP}`)
  await admin.end()
  await run(['stop', '-D', join(dataDir, 'postgres'), '-m', 'fast', '-w'])
}

/** What a server asks of who connects, by the number in its message. */
const asks = { 'the password in clear': 3, 'its MD5': 5, nothing: 0 }

// Catches the theft: another user of the computer takes the port while PostgreSQL is down, asks for the password, and gets it.
test.each(Object.entries(asks))('a server that asks for %s is given no password', async (_, kind) => {
  const heard: Buffer[] = []
  const impostor = createServer((socket: Socket) => {
    socket.once('data', () => {
      socket.on('data', (bytes) => heard.push(bytes))
      socket.write(
        Buffer.from([
          'R'.charCodeAt(0),
          0,
          0,
          0,
          kind === 5 ? 12 : 8,
          0,
          0,
          0,
          kind,
          ...(kind === 5 ? [1, 2, 3, 4] : []),
        ]),
      )
      if (kind === 0) socket.write(Buffer.from(['Z'.charCodeAt(0), 0, 0, 0, 5, 'I'.charCodeAt(0)]))
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve))
  const address = impostor.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const pool = makePool(`postgres://selvedge_app:the-secret@127.0.0.1:${port}/selvedge?require_auth=scram-sha-256`, {
    log: silent,
  })
  await expect(pool.query("SELECT 'the-secret'")).rejects.toThrow(/prove/)
  await pool.end()
  await new Promise((resolve) => impostor.close(resolve))
  expect(Buffer.concat(heard).toString('latin1')).not.toMatch(/secret|md5/)
})
