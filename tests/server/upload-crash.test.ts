import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Db } from '../../src/server/http/call.ts'
import { openSessions } from '../../src/server/http/sessions.ts'
import { type BulkShipment, makeBulkShipment } from '../support/bulk-shipment.ts'
import { postgresPid, testFolder, untilEnded } from '../support/child-server.ts'
import { formOf, type SentFile } from '../support/client.ts'
import { brokenBooks } from '../support/orders.ts'
import { type MadeUser, makeUser } from '../support/people.ts'
import { inBooks, startServer } from '../support/serve-process.ts'
import { packingFile } from '../support/shipments.ts'

// Real processes, starts and syncs: slow where the machine is busy.
vi.setConfig({ testTimeout: 180_000 })

const ROWS = 2_000
const ROUNDS = 2
/** A first upload takes about half a second: the kills fall before, within and after its transaction. */
const LATEST_KILL_MS = 700

// Catches a list half written, a lost commit that was answered, and a repeat that packs twice or gives new codes.
test.each(['the server', 'the server and PostgreSQL'])(
  'kill -9 of %s during an upload leaves all of the list or nothing, and the repeated upload is done once',
  async (victim) => {
    const { dataDir } = await testFolder()
    const made = await prepare(dataDir)
    for (const [round, shipment] of made.shipments.entries()) {
      const file = await packingFile(shipment.list)
      const killed = await uploadAndKill(dataDir, made.token, { shipment, file, victim, round })
      const server = await startServer(dataDir)
      const before = await wholeOrNothing(server.url, made.token, shipment)
      if (killed.answered) expect(before, 'an answered upload must be there').not.toEqual([])
      const repeated = await send(server.url, made.token, shipment, file)
      expect(repeated.status, JSON.stringify(repeated.body).slice(0, 500)).toBe(200)
      const boxes = await boxesOf(server.url, made.token, shipment)
      expect(repeated.body.data.boxes.map((box) => box.sscc)).toEqual(boxes.map((box) => box.sscc))
      expect(boxes).toHaveLength(ROWS / 10)
      if (before.length > 0) expect(boxes).toEqual(before)
      const again = await send(server.url, made.token, shipment, file)
      expect([again.replayed, again.body]).toEqual([true, repeated.body])
      await server.stop()
    }
    await inBooks(dataDir, async (db) => {
      expect(await brokenBooks(db)).toEqual([])
      for (const shipment of made.shipments) await expectPackedOnce(db, shipment)
    })
  },
)

interface Prepared {
  shipments: BulkShipment[]
  token: string
}

async function prepare(dataDir: string): Promise<Prepared> {
  return inBooks(dataDir, async (db) => {
    const user: MadeUser = await makeUser(db, { role: 'vendor' })
    const shipments: BulkShipment[] = []
    for (let round = 0; round < ROUNDS; round++) shipments.push(await makeBulkShipment(db, user, ROWS))
    const { token } = await db.transaction().execute((tx) => openSessions(db).open(tx, user.id))
    return { shipments, token }
  })
}

interface Attempt {
  shipment: BulkShipment
  file: SentFile
  victim: string
  round: number
}

/** Sends the list, and kills after a moment of chance; the rounds share out the time. */
async function uploadAndKill(
  dataDir: string,
  token: string,
  { shipment, file, victim, round }: Attempt,
): Promise<{ answered: boolean }> {
  const server = await startServer(dataDir)
  let answered = false
  const upload = send(server.url, token, shipment, file).then(
    (reply) => {
      answered = reply.status === 200
    },
    () => undefined, // the connection was cut: what was to be tried
  )
  const delay = ((round + Math.random()) * LATEST_KILL_MS) / ROUNDS
  await sleep(delay)
  const postgres = postgresPid(dataDir)
  server.child.kill('SIGKILL')
  if (victim.includes('PostgreSQL')) process.kill(postgres, 'SIGKILL')
  await Promise.all([server.ended, upload])
  if (victim.includes('PostgreSQL')) expect(await untilEnded(postgres)).toBe(true)
  console.info(`killed ${victim} after ${delay.toFixed(0)} ms; the upload was ${answered ? 'answered' : 'cut'}`)
  return { answered }
}

interface Reply {
  status: number
  replayed: boolean
  body: { message: string; data: { boxes: { sscc: string }[] } }
}

async function send(url: string, token: string, shipment: BulkShipment, file: SentFile): Promise<Reply> {
  const { headers, payload } = formOf({ shipment_id: shipment.shipment_id }, file)
  const reply = await fetch(`${url}/v1/erp/vendor/upload-packing-list`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}`, 'idempotency-key': `upload-${shipment.shipment_id}` },
    body: new Uint8Array(payload as Buffer),
  })
  const replayed = reply.headers.get('idempotent-replay') === 'true'
  return { status: reply.status, replayed, body: (await reply.json()) as Reply['body'] }
}

interface PackedBox {
  sscc: string
  items: { quantity: number }[]
}

async function boxesOf(url: string, token: string, { shipment_id }: BulkShipment): Promise<PackedBox[]> {
  const reply = await fetch(`${url}/v1/erp/vendor/get-packing-items`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ shipment_id }),
  })
  const { data } = (await reply.json()) as { data: { boxes: PackedBox[] } }
  return data.boxes
}

/** What of the list is there after the crash: every row of it, or none. */
async function wholeOrNothing(url: string, token: string, shipment: BulkShipment): Promise<PackedBox[]> {
  const boxes = await boxesOf(url, token, shipment)
  const rows = boxes.reduce((sum, box) => sum + box.items.length, 0)
  expect([0, ROWS]).toContain(rows)
  expect(boxes).toHaveLength(rows / 10)
  return boxes
}

/** Each line was moved into boxes once, whole. */
async function expectPackedOnce(db: Db, { shipment_id, list }: BulkShipment): Promise<void> {
  const moves = await db
    .selectFrom('line_move as m')
    .innerJoin('shipment as h', 'h.id', 'm.shipment_id')
    .where('h.shipment_id', '=', shipment_id)
    // How the pieces came to be promised to the shipment was written with it.
    .where('m.kind', 'not in', ['schedule', 'reserve'])
    .select(['m.order_line_id', 'm.kind', 'm.quantity'])
    .execute()
  expect(new Set(moves.map((move) => move.kind))).toEqual(new Set(['pack']))
  expect(new Set(moves.map((move) => move.order_line_id)).size).toBe(moves.length)
  const pieces = list.reduce((sum, row) => sum + Number(row.quantity), 0)
  expect(moves.reduce((sum, move) => sum + move.quantity, 0)).toBe(pieces)
}
