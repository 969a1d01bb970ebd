import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Db } from '../../src/server/http/call.ts'
import { openSessions } from '../../src/server/http/sessions.ts'
import { testFolder } from '../support/child-server.ts'
import { formOf } from '../support/client.ts'
import { until } from '../support/jobs.ts'
import { makeUser } from '../support/people.ts'
import { inBooks, type ServeProcess, startServer } from '../support/serve-process.ts'

// Real processes, starts and syncs: slow where the machine is busy.
vi.setConfig({ testTimeout: 180_000 })

const ROWS = 15_000
/** An import of so many rows takes some seconds: the kills fall before, within and after its transaction. */
const KILLS_AFTER_MS = [150, 1_200]

interface Import {
  id: string
  state: string
  job_id: string | null
  kinds: Record<string, { new: number; unchanged: number }>
}

// Would catch: rows of half a file, an import that stays under way for ever after its server died, one done twice, a kind that stays held.
test('kill -9 of the server during an import leaves all of it or nothing; it is done after the next start, and once more changes nothing', async () => {
  const { dataDir } = await testFolder()
  const token = await inBooks(dataDir, async (db) => {
    const user = await makeUser(db, { role: 'admin' })
    return (await db.transaction().execute((tx) => openSessions(db).open(tx, user.id))).token
  })
  const first = await startServer(dataDir)
  await send(first, token, 'vendors', 'Vendor,Name,City\nGZ01,Yihe,Guangzhou')
  await send(first, token, 'styles', 'Style,Name,Category,Vendor\nDR1,Dress,Dresses,GZ01')
  await first.stop()
  const rows = Array.from({ length: ROWS }, (_, at) => `DR1-${at},DR1,A colour of its own ${at},M`)
  const file = ['NM SKU,Style,Colour,Size', ...rows].join('\n')
  let of: Import | undefined
  for (const delay of KILLS_AFTER_MS) {
    const server = await startServer(dataDir)
    of ??= await send(server, token, 'skus', file)
    expect(of.job_id).not.toBeNull()
    await sleep(delay)
    server.child.kill('SIGKILL')
    await server.ended
    await inBooks(dataDir, async (db) => {
      expect([0, ROWS]).toContain(await countSkus(db))
      // Nobody waits half a minute here until the dead server is known to be dead.
      await sql`UPDATE job SET lease_until = clock_timestamp() WHERE lease_until IS NOT NULL`.execute(db)
    })
  }
  const last = await startServer(dataDir)
  const done = await ended(last, token, of?.id ?? '')
  // Killed between its commit and its note it finds all of it there.
  const { new: fresh = 0, unchanged = 0 } = done.kinds.skus ?? {}
  expect([done.state, fresh + unchanged]).toEqual(['taken', ROWS])
  const same = await send(last, token, 'skus', file)
  expect(await ended(last, token, same.id)).toMatchObject({
    ...{ state: 'taken', kinds: { skus: { new: 0, unchanged: ROWS } } },
  })
  await last.stop()
  expect(await inBooks(dataDir, countSkus)).toBe(ROWS)
})

async function ended(server: ServeProcess, token: string, id: string): Promise<Import> {
  await until(async () => (await read(server, token, id)).state !== 'running', 90_000)
  return read(server, token, id)
}

async function countSkus(db: Db): Promise<number> {
  return (await db.selectFrom('sku').select('id').execute()).length
}

async function send({ url }: ServeProcess, token: string, kind: string, text: string): Promise<Import> {
  const { headers, payload } = formOf({ mode: 'all' }, { name: `${kind}.csv`, bytes: text })
  const reply = await fetch(`${url}/selvedge/data/${kind}/import`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: new Uint8Array(payload as Buffer),
  })
  const body = (await reply.json()) as { message: string; data: { import: Import } }
  expect(reply.status, body.message).toBe(200)
  return body.data.import
}

async function read({ url }: ServeProcess, token: string, id: string): Promise<Import> {
  const reply = await fetch(`${url}/selvedge/data/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  })
  const { data } = (await reply.json()) as { data: { rows: Import[] } }
  const [row] = data.rows
  if (!row) throw new Error('the import is gone')
  return row
}
