import Fastify from 'fastify'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/server/database/embedded-postgres.ts'

/**
 * The peer of a start: PostgreSQL on our folder, one query, and Fastify with one route. PostgreSQL is started by our own
 * code, since embedded-postgres's `start` does not take over a folder that belongs to another account.
 */
const say = (_: object, words?: string) => console.error(words)
const log = { info: () => undefined, warn: say, error: say }
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log })
const pool = new pg.Pool({ connectionString: postgres.addresses.app })
// PostgreSQL may say goodbye to an idle connection before the pool does.
pool.on('error', () => undefined)
await pool.query('SELECT 1')
const app = Fastify()
app.get('/', async () => ({ ready: true }))
process.on('SIGTERM', async () => {
  await app.close()
  await pool.end()
  await postgres.stop()
  process.exit(0)
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
