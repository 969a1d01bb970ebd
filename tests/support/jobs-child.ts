// A server's jobs in a process of its own, for tests that kill it. Says `running` when a job has written something.
import { Kysely, PostgresDialect } from 'kysely'
import { pino } from 'pino'
import { makePool } from '../../src/server/database/pool.ts'
import type { Tables } from '../../src/server/database/types.gen.ts'
import { openJobs } from '../../src/server/jobs/server-jobs.ts'
import { testFiles } from './files.ts'
import { countingJob, quick } from './jobs.ts'

const [url = '', lease = ''] = process.argv.slice(2)
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: makePool(url, { log: silent, poolSize: 3 }) }) })
const pause = (_: string, piece: number) => {
  if (piece === 3) process.stdout.write('running\n')
  return piece < 3 ? 5 : 60_000
}
const jobs = openJobs({
  ...{
    db,
    reports: async () => db,
    files: testFiles(),
    resources: '',
    log: pino({ level: 'silent' }),
    onChange: () => undefined,
  },
  kinds: [countingJob(pause)],
  times: { ...quick, lease: Number(lease) },
})
jobs.start()
// Its timer alone would let the process end.
setInterval(() => undefined, 60_000)
