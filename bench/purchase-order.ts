import { pathToFileURL } from 'node:url'
import { type SqlBool, sql } from 'kysely'
import { makeBulkShipment } from '../tests/support/bulk-shipment.ts'
import { indiaSite } from '../tests/support/india-boxes.ts'
import { makeUser } from '../tests/support/people.ts'
import { acceptBoxes, SKUS_A_BOX, sendBoxes } from '../tests/support/sent-boxes.ts'
import { insertBare, makeBareTables } from './bare-rows.ts'
import { openCluster, withDatabase } from './database.ts'
import { byTurns, timed } from './measure.ts'
import { type Program, sessionOf, startOurs } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, sizeAsked, sized } from './run-options.ts'

const MOST_TIMES = 5
/** Each order line's pieces lie in two boxes. */
const BOXES_A_LINE = 2

/** What making a purchase order writes anew; the quantities of the boxes that it changes too are not asked of the peer. */
const tables = [
  ...(['purchase_order', 'purchase_order_line', 'purchase_order_box', 'purchase_order_source'] as const),
  ...(['qc_move', 'stock', 'stock_move', 'audit_event'] as const),
]

/** A purchase order of so many lines with its stock moves, beside bare inserts of the rows that this writes into tables with the same indexes. */
export async function benchPurchaseOrder(options: Options): Promise<BenchRow[]> {
  const { lines, rounds } = sized(options, {
    whole: { lines: 5_000, rounds: 4 },
    quick: { lines: 1_000, rounds: 2 },
    smoke: { lines: 100, rounds: 1 },
  })
  const cluster = await openCluster()
  try {
    let userId = ''
    const lots: string[][] = []
    const url = await cluster.database('purchase_order', async ({ db }) => {
      const vendor = await makeUser(db, { role: 'vendor' })
      userId = (await makeUser(db, { role: 'ops' })).id
      const site = await indiaSite({ db })
      const count = (lines * BOXES_A_LINE) / SKUS_A_BOX
      for (let round = 0; round <= rounds; round++) {
        const { shipment_id } = await makeBulkShipment(db, vendor, lines * BOXES_A_LINE)
        const { ids, ssccs } = await sendBoxes(db, { shipment_id, site, count, from: round * count })
        await acceptBoxes(db, { ids, site, userId })
        lots.push(ssccs)
      }
      await makeBareTables(db, tables)
    })
    const server = await startOurs(url)
    try {
      const token = await sessionOf(url, userId)
      let number = ''
      const turns = await withDatabase({ databaseUrl: url }, ({ db }) =>
        byTurns(rounds, {
          ours: (round) =>
            timed(async () => {
              number = await buy(server, token, lots[round] ?? [], lines)
            }),
          peer: () => insertBare(db, writtenFor(number)),
        }),
      )
      const name = `purchase order of ${lines.toLocaleString('en')} lines, beside bare inserts of the same rows`
      return [timeRow(name, turns, `at most ${MOST_TIMES} × the inserts`, turns.ours <= MOST_TIMES * turns.peer)]
    } finally {
      await server.stop()
    }
  } finally {
    await cluster.stop()
  }
}

/** Gives its number. */
async function buy(server: Program, token: string, box_ids: readonly string[], lines: number): Promise<string> {
  const reply = await fetch(`${server.url}/v1/erp/qc/india/create-purchase-order`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ box_ids }),
  })
  const { message, data } = (await reply.json()) as {
    message: string
    data?: { purchase_order?: { purchase_order: string; lines: number } }
  }
  if (data?.purchase_order?.lines !== lines) throw new Error(`the purchase order was not made: ${message}`)
  return data.purchase_order.purchase_order
}

const writtenFor = (number: string) => {
  const own = sql`(SELECT id FROM purchase_order WHERE number = ${number})`
  const isOf = sql<SqlBool>`t.purchase_order_id = ${own}`
  const isMove = sql<SqlBool>`t.document_type = 'purchase_order' AND t.document_id = ${number}`
  return {
    purchase_order: sql<SqlBool>`t.number = ${number}`,
    ...{ purchase_order_line: isOf, purchase_order_box: isOf, purchase_order_source: isOf, qc_move: isOf },
    stock: sql<SqlBool>`t.sku_id IN (SELECT t.sku_id FROM stock_move t WHERE ${isMove})`,
    stock_move: isMove,
    audit_event: sql<SqlBool>`(t.entity = 'purchase_order' AND t.entity_id = ${number})
      OR (t.event = 'box.purchased' AND t.details->>'purchase_order' = ${number})`,
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchPurchaseOrder({ size: sizeAsked() }))
