import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { appendOnly } from './append-only.ts'
import type { Cluster } from './cluster.ts'
import { addressOf, adminClient, CLUSTER_USER } from './postgres-door.ts'

/** Owns the database and all that is in it; migrations and demo data are written as it. No superuser. */
export const OWNER = 'selvedge_owner'
/** Makes the calls: reads and writes rows, and of append-only tables adds to them. It owns nothing. */
export const APP = 'selvedge_app'

/** The addresses of a cluster's database, with passwords: for pools, never for logs. */
export interface Addresses {
  app: string
  owner: string
  /** Address of the superuser. */
  admin: string
}

/**
 * Makes the database and its two roles where they are missing, gives both new passwords that are kept nowhere, and hands over to the
 * owner what an earlier version made as the superuser. `port`: of the running server.
 */
export async function openRoles(cluster: Cluster, port: number, database: string): Promise<Addresses> {
  const passwords = { [OWNER]: newPassword(), [APP]: newPassword() }
  await asAdmin(cluster, port, 'postgres', async (admin) => {
    for (const [role, password] of Object.entries(passwords)) await openRole(admin, role, password)
    await ensureDatabase(admin, database)
    await admin.query(`
      REVOKE ALL ON DATABASE ${admin.escapeIdentifier(database)} FROM PUBLIC;
      GRANT CONNECT ON DATABASE ${admin.escapeIdentifier(database)} TO ${APP}`)
  })
  await asAdmin(cluster, port, database, handOver)
  const address = (user: string, password: string) => addressOf(cluster.door, port, { user, password }, database)
  return {
    app: address(APP, passwords[APP]),
    owner: address(OWNER, passwords[OWNER]),
    admin: address(CLUSTER_USER, cluster.password),
  }
}

/** Only letters, digits, - and _: it can stand between quotes as it is. */
const newPassword = (): string => randomBytes(24).toString('base64url')

async function asAdmin(
  cluster: Cluster,
  port: number,
  database: string,
  work: (admin: pg.Client) => Promise<void>,
): Promise<void> {
  const admin = adminClient(cluster, port, database)
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

async function openRole(admin: pg.Client, role: string, password: string): Promise<void> {
  const found = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])
  const rights = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS INHERIT'
  await admin.query(`${found.rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${role} ${rights} PASSWORD '${password}'`)
}

async function ensureDatabase(admin: pg.Client, name: string): Promise<void> {
  const database = admin.escapeIdentifier(name)
  const found = await admin.query<{ owner: string }>(
    'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
    [name],
  )
  if (found.rows[0] === undefined) await admin.query(`CREATE DATABASE ${database} TEMPLATE template0 OWNER ${OWNER}`)
  else if (found.rows[0].owner !== OWNER) await admin.query(`ALTER DATABASE ${database} OWNER TO ${OWNER}`)
}

/** Finds objects that the superuser still owns, but for those of extensions: an earlier version did everything as it. */
async function handOver(admin: pg.Client): Promise<void> {
  const ours = `nspname = 'public' AND pg_get_userbyid(owner) <> '${OWNER}'
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = class AND d.objid = o.oid AND d.deptype = 'e')`
  const { rows } = await admin.query<{ command: string }>(`
    SELECT format('ALTER %s %s OWNER TO ${OWNER}', what, name) AS command FROM (
      SELECT 'pg_class'::regclass AS class, oid, relnamespace AS namespace, relowner AS owner, oid::regclass::text AS name,
        CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS what
      FROM pg_class c WHERE relkind IN ('r', 'p', 'v', 'm', 'S')
        -- An identity's or a serial's sequence goes along with its table.
        AND NOT (relkind = 'S' AND EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i')))
      UNION ALL
      SELECT 'pg_proc'::regclass, oid, pronamespace, proowner, oid::regprocedure::text, 'ROUTINE' FROM pg_proc
      UNION ALL
      SELECT 'pg_type'::regclass, oid, typnamespace, typowner, oid::regtype::text, 'TYPE' FROM pg_type
      WHERE typtype IN ('d', 'e', 'r')) o
    JOIN pg_namespace n ON n.oid = namespace WHERE ${ours}`)
  for (const { command } of rows) await admin.query(command)
}

/** Tables that the program's owner alone writes: of the migrations. */
const NOT_WRITTEN = ['schema_migration', 'schema_migration_turn']

/**
 * Gives `role` the rights of the application on every table and sequence, if it does not have exactly them: rows may be read, added,
 * changed and removed, those of append-only tables read and added. Run as the owner after a migration. Any number of servers may do it.
 */
export async function grantRights(owner: pg.Pool, role: string): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('BEGIN')
    // One after the other: two that write one table's rights at once would fail.
    await client.query('SELECT id FROM schema_migration_turn WHERE id = 1 FOR UPDATE')
    const { rows } = await client.query<{ command: string }>(missingRights, [role, [...appendOnly], NOT_WRITTEN])
    for (const { command } of rows) await client.query(command)
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    client.release(true) // closing the connection rolls back
    throw error
  }
}

/** A statement for each table whose rights are others, and for each sequence that cannot be used. */
const missingRights = `
  WITH wanted AS (
    SELECT c.oid, CASE WHEN c.relkind = 'S' THEN ARRAY['USAGE', 'SELECT', 'UPDATE']
      WHEN c.relname = ANY($3::text[]) THEN ARRAY['SELECT']
      WHEN c.relname = ANY($2::text[]) THEN ARRAY['SELECT', 'INSERT']
      ELSE ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] END AS rights,
      CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS what, c.relacl, c.relowner
    FROM pg_class c WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S') AND c.relnamespace = 'public'::regnamespace)
  SELECT format('REVOKE ALL ON %1$s %2$s FROM %3$I; GRANT %4$s ON %1$s %2$s TO %3$I',
    what, oid::regclass, $1::text, array_to_string(rights, ', ')) AS command
  FROM wanted WHERE relowner <> (SELECT oid FROM pg_roles WHERE rolname = $1) AND NOT (
    SELECT coalesce(array_agg(a.privilege_type), '{}') @> rights AND coalesce(array_agg(a.privilege_type), '{}') <@ rights
    FROM aclexplode(relacl) a JOIN pg_roles r ON r.oid = a.grantee WHERE r.rolname = $1)`
