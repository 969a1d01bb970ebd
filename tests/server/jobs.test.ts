import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { removeOld } from '../../src/server/app/housekeeping.ts'
import { conflict } from '../../src/server/http/errors.ts'
import { type AnyJobKind, defineJob } from '../../src/server/jobs/define-job.ts'
import { startJob } from '../../src/server/jobs/start-job.ts'
import { jobLimits, jobWords } from '../../src/shared/areas/frame/jobs.ts'
import { contract } from '../../src/shared/areas.ts'
import { freshDatabase } from '../support/database.ts'
import { ask, countingJob, jobOf, piecesOf, quick, until, untilState, workOf } from '../support/jobs.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { frame: frameCalls } = contract

/** A server that does these kinds; a second one beside the first with its database. */
async function working(kinds: readonly AnyJobKind[], beside?: TestServer, times = {}): Promise<TestServer> {
  const jobs = { kinds, times: { ...quick, ...times } }
  const server = await testServer({ jobs, ...(beside && { db: beside.db }) })
  await server.app.ready()
  return server
}

/** A database with people, and no server that does jobs. */
async function idle(): Promise<TestServer> {
  return testServer({ jobs: { kinds: [] } })
}

/** Resolves when `open` is called. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe('a job', () => {
  // Would catch: a job that two servers take, one that nobody takes, a file whose pieces are lost or out of order.
  it('is done once, whichever of two servers takes it, and its file is whole', async () => {
    const seen: string[] = []
    const kind = countingJob(() => 1, seen)
    const first = await working([kind])
    await working([kind], first)
    const users = await Promise.all([1, 2, 3].map(() => first.makeUser()))
    const asked = users.flatMap((user) => [1, 2, 3, 4].map((n) => [user, `${user.id}-${n}`] as const))
    const ids = await Promise.all(asked.map(([user, name]) => ask(first.db, user, kind, { name, pieces: 3 })))
    for (const id of ids) await untilState(first.db, id, 'done')
    expect(seen.filter((line) => line.endsWith('starts'))).toHaveLength(ids.length)
    const [user, name] = asked[0] ?? []
    const file = await (await first.as(user ?? '')).call(frameCalls.getJobFile, { job_id: ids[0] ?? '' })
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(file.headers['content-disposition']).toContain(`${name}.csv`)
    const lines = file.bytes.toString().trimEnd().split('\n')
    expect(lines.map((line) => line.slice(0, line.indexOf(' x')))).toEqual([1, 2, 3].map((n) => `${name} ${n}`))
    const row = await jobOf(first.db, ids[0] ?? '')
    expect([row.file_bytes, row.attempt]).toEqual([file.bytes.length, 1])
  })

  // Would catch: a job that is left lying when its server is killed; pieces of the dead one's file in the new one.
  it('is taken up again by another server when its own is killed', async () => {
    const { db, url } = await freshDatabase()
    const server = await testServer({ db, jobs: { kinds: [] } })
    const user = await server.makeUser()
    const id = await ask(
      db,
      user,
      countingJob(() => 1),
      { name: 'long', pieces: 6 },
    )
    const script = join(import.meta.dirname, '..', 'support', 'jobs-child.ts')
    const child = spawn(process.execPath, [script, url, '600'], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    await until(async () => (await piecesOf(db, id)) > 0)
    expect((await jobOf(db, id)).state).toBe('running')
    child.kill('SIGKILL')

    await working([countingJob(() => 1)], server)
    await untilState(db, id, 'done')
    const row = await jobOf(db, id)
    expect([row.attempt, row.failures]).toEqual([2, 1])
    const file = await (await server.as(user)).call(frameCalls.getJobFile, { job_id: id })
    expect(file.bytes.toString().split('\n')).toHaveLength(7)
    const attempts = await db.selectFrom('job_piece').select('attempt').distinct().where('job_id', '=', id).execute()
    expect(attempts).toEqual([{ attempt: 2 }])
  })

  // Would catch: a job that kills every server it meets, taken up again for ever; one that must not be done twice done twice.
  it('fails in words after its third broken try, or the first where it must not be done twice', async () => {
    const server = await idle()
    const user = await server.makeUser()
    const again = countingJob(() => 1)
    const onlyOnce = countingJob(() => 1, [], 'once')
    const ids = [
      await ask(server.db, user, again, { name: 'again', pieces: 1 }),
      await ask(server.db, user, onlyOnce, { name: 'once', pieces: 1 }),
    ]
    // Servers that take a job and are never heard of again.
    await sql`UPDATE job SET state = 'running', worker = gen_random_uuid(), lease_until = now() - interval '1 second',
      attempt = 1, failures = most_failures - 1`.execute(server.db)
    const seen: string[] = []
    await working([countingJob(() => 1, seen), countingJob(() => 1, seen, 'once')], server)
    for (const id of ids) await untilState(server.db, id, 'failed')
    const { body } = await (await server.as(user)).call(frameCalls.getJobs, {})
    expect(body.data.rows.map(({ problem }) => problem?.text)).toEqual([jobWords.brokeOff, jobWords.brokeOff])
    expect(seen).toEqual([])
  })

  // Would catch: an error of a kind tried without end, or told to its user with what it says of the inside.
  it('says a refusal in its words, and another error in ours after three tries', async () => {
    let runs = 0
    const make = (kind: string, error: () => Error) =>
      defineJob<object>({
        ...{ kind, ifBroken: 'again', title: () => ({ text: 'A job', values: {} }) },
        run: async () => {
          runs += 1
          throw error()
        },
      })
    const refused = make('test-refused', () => conflict('Only {{n}} left.', { values: { n: 3 } }))
    const broken = make('test-broken', () => new Error('column "secret" does not exist'))
    const server = await working([refused, broken])
    const user = await server.makeUser()
    const first = await ask(server.db, user, refused, {})
    await untilState(server.db, first, 'failed')
    expect(runs).toBe(1)
    const second = await ask(server.db, user, broken, {})
    await until(async () => {
      await sql`UPDATE job SET run_after = now()`.execute(server.db)
      return (await jobOf(server.db, second)).state === 'failed'
    })
    expect(runs).toBe(4)
    const { body } = await (await server.as(user)).call(frameCalls.getJobs, {})
    expect(body.data.rows.map(({ problem }) => problem)).toEqual([
      { text: jobWords.failed, values: {} },
      { text: 'Only {{n}} left.', values: { n: 3 } },
    ])
  })
})

describe('cancelling', () => {
  // Would catch: a cancel that only hides the job while the work goes on; pieces of a file left behind.
  it('stops the running work, at another server too, and leaves nothing of its file', async () => {
    const seen: string[] = []
    const server = await working([countingJob(() => 20, seen)])
    const other = await testServer({ db: server.db, jobs: { kinds: [] } })
    const user = await server.makeUser()
    const id = await ask(
      server.db,
      user,
      countingJob(() => 1),
      { name: 'long', pieces: 2_000 },
    )
    await until(async () => (await piecesOf(server.db, id)) > 1)
    const { status } = await (await other.as(user)).call(frameCalls.cancelJob, { job_id: id })
    expect(status).toBe(200)
    await untilState(server.db, id, 'cancelled')
    expect(seen).toEqual(['long starts', 'long stops'])
    expect(await piecesOf(server.db, id)).toBe(0)
    const file = await (await server.as(user)).call(frameCalls.getJobFile, { job_id: id })
    expect(file.status).toBe(404)
    expect((await (await server.as(user)).call(frameCalls.cancelJob, { job_id: id })).status).toBe(409)
  })

  // Would catch: a job that was cancelled before it began and is done all the same; one cancelled at the last moment that is done.
  it('keeps a waiting job from beginning, and wins over an end that is not written yet', async () => {
    const end = gate()
    const seen: string[] = []
    const server = await idle()
    const user = await server.makeUser()
    const client = await server.as(user)
    const kind = countingJob((_, piece) => (piece === 2 ? end.opened : 1), seen)
    const waiting = await ask(server.db, user, kind, { name: 'waiting', pieces: 1 })
    expect((await client.call(frameCalls.cancelJob, { job_id: waiting })).body.data.job.state).toBe('cancelled')
    await working([kind], server, { look: 60_000 })
    const late = await working([kind], server)
    const id = await ask(server.db, user, kind, { name: 'late', pieces: 2 })
    await until(async () => (await jobOf(server.db, id)).done === 2 || seen.length > 0)
    await until(async () => (await piecesOf(server.db, id)) > 0)
    await sql`UPDATE job SET cancel_wanted = true WHERE id = ${id}`.execute(late.db)
    end.open()
    await untilState(server.db, id, 'cancelled')
    expect([seen[0], await piecesOf(server.db, id)]).toEqual(['late starts', 0])
  })
})

describe('sharing servers', () => {
  // Would catch: one person's heap of exports that everybody else waits behind; a share that counts for each server by itself.
  it('runs two jobs of one person at once, over all servers, and others are not kept waiting', async () => {
    const end = gate()
    const kind = countingJob((name) => (name.startsWith('heap') ? end.opened : 1))
    const first = await working([kind])
    const [greedy, modest] = [await first.makeUser(), await first.makeUser()]
    const heap: string[] = []
    for (let n = 0; n < 6; n++) heap.push(await ask(first.db, greedy, kind, { name: `heap${n}`, pieces: 1 }))
    const running = async () => (await Promise.all(heap.map((id) => jobOf(first.db, id)))).map(({ state }) => state)
    await until(async () => (await running()).filter((state) => state === 'running').length === 2)
    const small = await ask(first.db, modest, kind, { name: 'small', pieces: 1 })
    await untilState(first.db, small, 'done')
    await working([kind], first)
    await sleep(quick.look * 5)
    expect((await running()).filter((state) => state === 'running')).toHaveLength(2)
    end.open()
    for (const id of heap) await untilState(first.db, id, 'done')
  })

  // Would catch: what a server writes that was taken for dead, after another took its job.
  it('a server that lost a job stops it, and writes nothing of its end', async () => {
    const end = gate()
    const seen: string[] = []
    const kind = countingJob((_, piece) => (piece === 1 ? end.opened : 1), seen)
    const server = await working([kind])
    const user = await server.makeUser()
    const id = await ask(server.db, user, kind, { name: 'lost', pieces: 3 })
    await until(async () => (await jobOf(server.db, id)).state === 'running')
    await sql`UPDATE job SET attempt = attempt + 1, worker = gen_random_uuid(), lease_until = now() + interval '1 minute'
      WHERE id = ${id}`.execute(server.db)
    end.open()
    await until(() => seen.length === 2)
    await sleep(150)
    const row = await jobOf(server.db, id)
    expect([row.state, row.attempt, row.file_name]).toEqual(['running', 2, null])
    const own = await server.db.selectFrom('job_piece').select('attempt').where('job_id', '=', id).execute()
    expect(own.filter(({ attempt }) => attempt === 2)).toEqual([])
  })

  // Would catch: a stop that waits for ever, a job lost with its server, a stop that counts as the job's own fault.
  it('a server that stops gives its job back, and another one does it', async () => {
    const end = gate()
    const kind = countingJob((_, piece) => (piece === 3 ? end.opened : 10))
    const db = (await idle()).db
    const stopping = await testServer({ db, jobs: { kinds: [kind], times: quick } })
    await stopping.app.ready()
    const user = await stopping.makeUser()
    const id = await ask(
      db,
      user,
      countingJob(() => 1),
      { name: 'moved', pieces: 2_000 },
    )
    await until(async () => (await piecesOf(db, id)) > 1)
    setTimeout(end.open, 200)
    const from = performance.now()
    await stopping.stop()
    expect(performance.now() - from).toBeLessThan(4_000)
    const row = await jobOf(db, id)
    expect([row.state, row.failures, await piecesOf(db, id)]).toEqual(['waiting', 0, 0])
    await sql`UPDATE job SET input = '{"name":"moved","pieces":2}' WHERE id = ${id}`.execute(db)
    const next = await testServer({ db, jobs: { kinds: [countingJob(() => 1)], times: quick } })
    await next.app.ready()
    await untilState(db, id, 'done')
  })
})

describe('asking for a job', () => {
  // Would catch: a job of a command that failed, the same asked twice done twice, a heap without bounds.
  it('belongs to the command: undone with it, and the same asked again is the same job', async () => {
    const { db, makeUser } = await idle()
    const user = await makeUser()
    const kind = countingJob(() => 1)
    const work = workOf(db, user)
    const failing = work.command(async (tx) => {
      await startJob(tx, work, kind, { name: 'undone', pieces: 1 })
      throw new Error('the command failed')
    })
    await expect(failing).rejects.toThrow('the command failed')
    expect(await db.selectFrom('job').select('id').execute()).toEqual([])
    const twice = await Promise.all([1, 2].map(() => ask(db, user, kind, { name: 'same', pieces: 1 })))
    expect(new Set(twice).size).toBe(1)
    for (let n = 1; n < jobLimits.underWayPerUser; n++) await ask(db, user, kind, { name: `n${n}`, pieces: 1 })
    await expect(ask(db, user, kind, { name: 'one more', pieces: 1 })).rejects.toThrow('jobs under way')
    await ask(db, await makeUser(), kind, { name: 'one more', pieces: 1 })
  })

  // Would catch: work done with rights that somebody lost while it waited, and its file handed out all the same.
  it('is not done for who is somebody else by then, whose older files are not found either', async () => {
    const kind = countingJob(() => 1)
    const server = await working([kind])
    const user = await server.makeUser({ role: 'ops' })
    const done = await ask(server.db, user, kind, { name: 'done', pieces: 1 })
    await untilState(server.db, done, 'done')
    await server.db.updateTable('app_user').set({ role: 'cad' }).where('id', '=', user.id).execute()
    const stale = await ask(server.db, user, kind, { name: 'stale', pieces: 1 })
    await untilState(server.db, stale, 'failed')
    expect((await jobOf(server.db, stale)).problem).toBe(jobWords.otherRights)
    const client = await server.as(user)
    expect((await client.call(frameCalls.getJobs, {})).body.data.rows).toEqual([])
    expect((await client.call(frameCalls.getJobFile, { job_id: done })).status).toBe(404)
  })
})

describe("one's own jobs", () => {
  // Would catch: a job, or its file, within reach of somebody who guesses its id.
  it('are nobody else’s to see, to cancel, to take off the list or to download', async () => {
    const kind = countingJob(() => 1)
    const server = await working([kind])
    const [owner, stranger] = [await server.makeUser(), await server.as(await server.makeUser())]
    const id = await ask(server.db, owner, kind, { name: 'own', pieces: 1 })
    await untilState(server.db, id, 'done')
    expect((await stranger.call(frameCalls.getJobs, {})).body.data.rows).toEqual([])
    expect((await stranger.call(frameCalls.getJobFile, { job_id: id })).status).toBe(404)
    expect((await stranger.call(frameCalls.cancelJob, { job_id: id })).status).toBe(404)
    expect((await stranger.call(frameCalls.dismissJobs, { job_ids: [id] })).body.data.dismissed).toEqual([])
    const client = await server.as(owner)
    expect((await client.call(frameCalls.getJobFile, { job_id: id })).status).toBe(200)
    expect((await client.call(frameCalls.dismissJobs, { job_ids: [id] })).body.data.dismissed).toEqual([id])
    expect(await piecesOf(server.db, id)).toBe(0)
    expect((await client.call(frameCalls.getJobs, {})).body.data.rows).toEqual([])
  })

  // Would catch: progress that nobody hears of, a stream that tells one's jobs to others.
  it('tell their progress and their end: the version counts up, for their user only', async () => {
    const end = gate()
    const kind = countingJob((_, piece) => (piece === 2 ? end.opened : 1))
    const server = await working([kind])
    const user = await server.makeUser()
    const client = await server.as(user)
    const listed = async () => (await client.call(frameCalls.getJobs, {})).body.data
    const id = await ask(server.db, user, kind, { name: 'told', pieces: 2 })
    const half = await until(async () => {
      const { rows, version } = await listed()
      return rows[0]?.done === 2 && rows[0]?.state === 'running' ? { row: rows[0], version } : null
    })
    expect(half?.row).toMatchObject({ total: 2, step: 'Counting', file: null })
    end.open()
    await untilState(server.db, id, 'done')
    expect((await listed()).version).toBeGreaterThan(half?.version ?? 0)
    const others = await server.db.selectFrom('notice_version').select('user_id').where('jobs', '>', 0).execute()
    expect(others).toEqual([{ user_id: user.id }])
  })

  // Would catch: a job that no server could start, which the page shows as waiting until it is loaded anew.
  it('tell their user when no server could start them within a day', async () => {
    const server = await idle()
    const [user, other] = [await server.makeUser(), await server.makeUser()]
    const kind = countingJob(() => 0)
    const id = await ask(server.db, user, kind, { name: 'stranded', pieces: 1 })
    await ask(server.db, other, kind, { name: 'young', pieces: 1 })
    await sql`UPDATE job SET created_at = now() - interval '25 hours' WHERE id = ${id}`.execute(server.db)
    const listed = async (of: typeof user) => (await (await server.as(of)).call(frameCalls.getJobs, {})).body.data
    const [before, others] = [await listed(user), await listed(other)]
    await removeOld(server.db)
    const after = await listed(user)
    expect(after.rows[0]).toMatchObject({ state: 'failed', problem: { text: jobWords.neverStarted } })
    expect(after.version).toBeGreaterThan(before.version)
    expect(await listed(other)).toEqual(others)
  })

  // Would catch: files kept for ever, or more of one person's than the house has room for.
  it('are kept within bounds: days, files, and bytes of one person', async () => {
    const kind = countingJob(() => 0)
    const server = await working([kind])
    const user = await server.makeUser()
    const [old, large, fresh] = await Promise.all(
      ['old', 'large', 'fresh'].map((name) => ask(server.db, user, kind, { name, pieces: 1 })),
    )
    for (const id of [old, large, fresh]) await untilState(server.db, id ?? '', 'done')
    await sql`UPDATE job SET ended_at = now() - interval '8 days' WHERE id = ${old}`.execute(server.db)
    await removeOld(server.db)
    expect([await piecesOf(server.db, old ?? ''), await piecesOf(server.db, fresh ?? '')]).toEqual([0, 2])
    await sql`UPDATE job SET file_bytes = ${jobLimits.bytesPerUser}, ended_at = now() - interval '1 hour' WHERE id = ${large}`.execute(
      server.db,
    )
    const last = await ask(server.db, user, kind, { name: 'last', pieces: 1 })
    await untilState(server.db, last, 'done')
    expect([await piecesOf(server.db, large ?? ''), await piecesOf(server.db, fresh ?? '')]).toEqual([0, 2])
    const client = await server.as(user)
    const rows = (await client.call(frameCalls.getJobs, {})).body.data.rows
    expect(rows.filter(({ file }) => file !== null).map(({ id }) => id)).toEqual([last, fresh])
    expect((await client.call(frameCalls.getJobFile, { job_id: large ?? '' })).body.message).toBe(jobWords.noFile)
    await sql`UPDATE job SET ended_at = now() - interval '31 days'`.execute(server.db)
    await removeOld(server.db)
    expect((await client.call(frameCalls.getJobs, {})).body.data.rows).toEqual([])
  })
})
