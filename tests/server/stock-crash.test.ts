import { sql } from 'kysely'
import { v4 } from 'uuid'
import { expect, test, vi } from 'vitest'
import type { Db } from '../../src/server/http/call.ts'
import { openSessions } from '../../src/server/http/sessions.ts'
import { contract } from '../../src/shared/areas.ts'
import { testFolder } from '../support/child-server.ts'
import { killedServer, retrying } from '../support/killed-server.ts'
import { ledgerDifferences } from '../support/ledgers.ts'
import { inBooks } from '../support/serve-process.ts'
import { testServer } from '../support/server.ts'
import { aMove, at, type MadeSite, type MadeSku, makeSite, makeSkus, moved } from '../support/stock.ts'

// Real processes, starts and syncs: slow where the machine is busy.
vi.setConfig({ testTimeout: 240_000 })

const { stock } = contract

const PEOPLE = 8
const ROUNDS = 8
/** A put-away by scan, a move between shelves and a write-off. */
const DEEDS = PEOPLE * ROUNDS * 3
const KILLS = 3
const EACH = PEOPLE * ROUNDS * 3

interface Answer {
  message: string
  data: { results: { outcome: string }[] }
}

// Catches pieces that a killed server lost, put twice, or left between two places, and a balance that is not the sum of its moves.
test('kill -9 of the server under 8 people at the same shelves: with a client that repeats, each piece moved exactly once', async () => {
  const { dataDir } = await testFolder()
  const { site, skus, token } = await inBooks(dataDir, prepare)
  const running = await killedServer(dataDir, { deeds: DEEDS, kills: KILLS })
  const client = retrying<Answer>(running, token)
  await Promise.all(Array.from({ length: PEOPLE }, (_, person) => workAtShelves(client, site, skus, person)))
  await running.stop()
  console.info(`${running.kills()} kills; ${client.repeated()} requests were sent again`)
  expect(running.kills()).toBe(KILLS)
  await inBooks(dataDir, async (db) => {
    expect(await ledgerDifferences(db)).toEqual([])
    const done = PEOPLE * ROUNDS
    expect(await lyingAt(db, site)).toEqual({ floor: skus.length * EACH - 2 * done, 'A-01': done, 'A-02': 0 })
  })
})

/** So many pieces of each of three SKUs on the floor of a warehouse with two shelves. */
async function prepare(db: Db): Promise<{ site: MadeSite; skus: MadeSku[]; token: string }> {
  const server = await testServer({ db })
  const [site, skus] = [await makeSite(db), await makeSkus(db, 3)]
  const user = await server.makeUser({ role: 'ops' })
  await moved(db, ...skus.map((sku) => aMove({ kind: 'receive', quantity: EACH, sku, to: at(site.floor) })))
  const { token } = await db.transaction().execute((tx) => openSessions(db).open(tx, user.id))
  await server.stop()
  return { site, skus, token }
}

/** Puts one piece on the second shelf, carries it to the first, and writes off another from the floor; all at the same few balances. */
async function workAtShelves(
  { deed }: ReturnType<typeof retrying<Answer>>,
  { code }: MadeSite,
  skus: readonly MadeSku[],
  person: number,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const nm_sku = skus[(person + round) % skus.length]?.nm_sku ?? ''
    const scans = [{ scan_id: v4(), code: nm_sku, quantity: 1 }]
    const { data } = await deed(stock.putAway.path, { action: 'put_away', site: code, shelf: 'A-02', scans })
    expect(data.results.map(({ outcome }) => outcome)).toEqual(['put_away'])
    const from = { site: code, place_kind: 'shelf', shelf: 'A-02', nm_sku, condition: 'good', quantity: 1 }
    await deed(stock.moveStock.path, { lines: [from], to: { place_kind: 'shelf', shelf: 'A-01' } }, v4())
    const lost = { site: code, place_kind: 'floor', nm_sku, condition: 'good', quantity: 1 }
    await deed(stock.writeOffStock.path, { lines: [lost], reason: 'Torn' }, v4())
  }
}

async function lyingAt(db: Db, { id }: MadeSite): Promise<Record<string, number>> {
  const { rows } = await sql<{ place: string; pieces: number }>`
    SELECT p.code AS place, coalesce(sum(s.on_hand), 0)::int AS pieces FROM place p LEFT JOIN stock s ON s.place_id = p.id
    WHERE p.site_id = ${id} AND p.kind IN ('floor', 'shelf') GROUP BY 1`.execute(db)
  return Object.fromEntries(rows.map(({ place, pieces }) => [place, pieces]))
}
