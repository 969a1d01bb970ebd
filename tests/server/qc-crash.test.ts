import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Db } from '../../src/server/http/call.ts'
import { openSessions } from '../../src/server/http/sessions.ts'
import { contract } from '../../src/shared/areas.ts'
import { testFolder } from '../support/child-server.ts'
import { killedServer, retrying } from '../support/killed-server.ts'
import { type ArrivingBox, shippedBoxes } from '../support/qc.ts'
import { brokenQcBooks } from '../support/qc-books.ts'
import { inBooks } from '../support/serve-process.ts'
import { testServer } from '../support/server.ts'

// Real processes, starts and syncs: slow where the machine is busy.
vi.setConfig({ testTimeout: 240_000 })

const {
  receiving: receivingCalls,
  qcBoxes: qcBoxesCalls,
  counting: countingCalls,
  inspection: inspectionCalls,
} = contract

const BOXES = 100
/** A scan, a count and a verdict for every box. */
const DEEDS = BOXES * 3
const PEOPLE = 4
const KILLS = 4

// Catches a scan or a verdict that was answered and is lost, or that its repetition does twice; and one half written.
test('kill -9 of the server during 300 scans, counts and verdicts: with a client that repeats, each is there exactly once', async () => {
  const { dataDir } = await testFolder()
  const { boxes, token } = await inBooks(dataDir, prepare)
  const running = await killedServer(dataDir, { deeds: DEEDS, kills: KILLS })
  const client = retrying<Answer>(running, token)
  const lanes = Array.from({ length: PEOPLE }, (_, lane) => boxes.filter((_, at) => at % PEOPLE === lane))
  await Promise.all(
    lanes.map(async (lane) => {
      for (const box of lane) await workThrough(client, box)
    }),
  )
  await running.stop()
  console.info(`${running.kills()} kills; ${client.repeated()} requests were sent again`)
  expect(running.kills()).toBe(KILLS)
  await inBooks(dataDir, (db) => expectOnce(db, boxes))
})

async function prepare(db: Db): Promise<{ boxes: ArrivingBox[]; token: string }> {
  const server = await testServer({ db })
  const { boxes } = await shippedBoxes(
    server,
    Array.from({ length: BOXES }, () => [2, 1]),
  )
  const user = await server.makeUser({ role: 'ops_team', team: 'china' })
  const { token } = await db.transaction().execute((tx) => openSessions(db).open(tx, user.id))
  await server.stop()
  return { boxes, token }
}

interface Answer {
  message: string
  data: { box: { version: number }; results: { outcome: string }[] }
}

/** Takes a box in by a scan, counts it and judges it: every other box fails in part. */
async function workThrough({ send, deed }: ReturnType<typeof retrying<Answer>>, box: ArrivingBox): Promise<void> {
  const scan = { code: box.sscc, scan_id: `scan-${box.sscc}` }
  const { data } = await deed(receivingCalls.inwardBoxes.path, { boxes: [scan] })
  expect(data.results.map((result) => result.outcome)).toEqual(['inwarded'])
  const version = async () => (await send(qcBoxesCalls.getQcModal.path, { box_id: box.sscc })).data.box.version
  const lines = box.items.map(({ nm_sku, quantity }) => ({ nm_sku, counted: quantity }))
  const counted = { box_id: box.sscc, version: await version(), lines }
  await deed(countingCalls.verifyQuantity.path, counted, `count-${box.sscc}`)
  const judged = { box_id: box.sscc, version: await version(), override_reason: 'by chance', ...verdictOf(box) }
  await deed(inspectionCalls.verifyQcInspection.path, judged, `verdict-${box.sscc}`)
}

function verdictOf({ sscc, items }: ArrivingBox) {
  const failed = Number(sscc.at(-2)) % 2
  return {
    lines: items.map(({ nm_sku, quantity }, at) => ({
      nm_sku,
      passed: at === 0 ? quantity - failed : quantity,
      failed: at === 0 ? failed : 0,
      sampled: quantity,
    })),
    defects: items
      .slice(0, failed)
      .map(({ nm_sku }) => ({ nm_sku, reason: 'Stain', severity: 'minor', units: 1, remark: 'ink' })),
    verdict: failed > 0 ? 'mixed' : 'passed',
  }
}

/** Every box came once, was counted once and judged once, and the books hold. */
async function expectOnce(db: Db, boxes: readonly ArrivingBox[]): Promise<void> {
  const server = await testServer({ db })
  expect(await brokenQcBooks(server)).toEqual([])
  await server.stop()
  const { rows: events } = await sql<{ event: string; times: number; boxes: number }>`
    SELECT event, count(*)::int AS times, count(DISTINCT entity_id)::int AS boxes FROM audit_event
    WHERE entity = 'box' AND event IN ('box.inwarded', 'box.counted', 'box.inspected') GROUP BY 1`.execute(db)
  const once = { times: boxes.length, boxes: boxes.length }
  expect(events.toSorted((a, b) => (a.event < b.event ? -1 : 1))).toEqual([
    { event: 'box.counted', ...once },
    { event: 'box.inspected', ...once },
    { event: 'box.inwarded', ...once },
  ])
  const { rows: moves } = await sql<{ sscc: string; moves: string[] }>`
    SELECT b.sscc, array_agg(m.kind || ' ' || m.quantity ORDER BY m.kind, m.quantity) AS moves
    FROM qc_move m JOIN box b ON b.id = m.box_id GROUP BY 1`.execute(db)
  expect(new Map(moves.map((row) => [row.sscc, row.moves]))).toEqual(
    new Map(boxes.map((box) => [box.sscc, movesOf(box)])),
  )
  const { rows: judged } = await sql<{ inspections: number; boxes: number }>`
    SELECT count(*)::int AS inspections, count(DISTINCT box_id)::int AS boxes FROM qc_inspection`.execute(db)
  expect(judged).toEqual([{ inspections: boxes.length, boxes: boxes.length }])
}

/** The moves of a box that was counted as declared and judged as `verdictOf` says, in the order of their words. */
function movesOf(box: ArrivingBox): string[] {
  const { lines } = verdictOf(box)
  return [
    ...box.items.flatMap(({ quantity }) => [`count ${quantity}`, `inward ${quantity}`]),
    ...lines.flatMap(({ passed, failed }) => [`pass ${passed}`, ...(failed > 0 ? [`fail ${failed}`] : [])]),
  ].toSorted()
}
