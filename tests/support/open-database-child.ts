// Opens a database in a process of its own, for tests that kill it. Says in JSON lines what happens; reads commands:
// `sql <statement>` answers the rows or the error, `stop` stops in order.
import { createInterface } from 'node:readline'
import { explainDatabaseError } from '../../src/server/database/database-errors.ts'
import { openDatabase } from '../../src/server/database/open-database.ts'

const [dataDir = '', migrationsDir = ''] = process.argv.slice(2)
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
const log = (details: object, message: string) => say({ log: message, ...details })

const began = performance.now()
try {
  const database = await openDatabase({
    dataDir,
    migrationsDir,
    log: { info: log, warn: log, error: log },
    poolSize: 3,
  })
  database.announce('http://127.0.0.1:4999')
  const stop = async () => {
    await Promise.all([database.stop(), database.stop()])
    say({ stopped: true })
    process.exit(0)
  }
  process.once('SIGTERM', () => void stop())
  process.once('SIGINT', () => void stop())
  // Only now: a test sends its signal as soon as it has read this, on a busy machine before the next line ran.
  say({ opened: true, url: database.url, pid: process.pid, ms: Math.round(performance.now() - began) })
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'stop') await stop()
    if (line === 'exit') process.exit(0)
    if (!line.startsWith('sql ')) continue
    try {
      const { rows } = await database.pool.query(line.slice(4))
      say({ rows })
    } catch (error) {
      const explained = explainDatabaseError(error)
      say({ failed: String(error), fault: explained?.fault ?? '', shown: explained?.message ?? '' })
    }
  }
  await stop() // nobody listens any more
} catch (error) {
  say({
    refused: error instanceof Error ? error.message : String(error),
    fault: explainDatabaseError(error)?.fault ?? '',
  })
  process.exit(1)
}
