import { pathToFileURL } from 'node:url'
import { type SqlBool, sql } from 'kysely'
import { makeBulkShipment } from '../tests/support/bulk-shipment.ts'
import { indiaSite } from '../tests/support/india.ts'
import { makeUser } from '../tests/support/people.ts'
import { SKUS_A_BOX, sendBoxes } from '../tests/support/sent-boxes.ts'
import { insertBare, makeBareTables } from './bare-rows.ts'
import { openCluster, withDatabase } from './database.ts'
import { byTurns, timed } from './measure.ts'
import { type Program, sessionOf, startOurs } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, sizeAsked, sized } from './run-options.ts'

const MOST_TIMES = 5

/** What receiving a box writes. */
const tables = ['qc_box', 'qc_line', 'qc_move', 'audit_event'] as const

/** Boxes of ten SKUs received in India by a file, beside bare inserts of the rows that this writes into tables with the same indexes. */
export async function benchReceiveBoxes(options: Options): Promise<BenchRow[]> {
  const { count, rounds } = sized(options, {
    whole: { count: 2_000, rounds: 4 },
    quick: { count: 500, rounds: 2 },
    smoke: { count: 20, rounds: 1 },
  })
  const cluster = await openCluster()
  try {
    let userId = ''
    const lots: string[][] = []
    const url = await cluster.database('receive_boxes', async ({ db }) => {
      const vendor = await makeUser(db, { role: 'vendor' })
      userId = (await makeUser(db, { role: 'india_qc_inward_wh', team: 'india' })).id
      const site = await indiaSite({ db })
      for (let round = 0; round <= rounds; round++) {
        const { shipment_id } = await makeBulkShipment(db, vendor, count * SKUS_A_BOX)
        lots.push((await sendBoxes(db, { shipment_id, site, count, from: round * count })).ssccs)
      }
      await makeBareTables(db, tables)
    })
    const server = await startOurs(url)
    try {
      const token = await sessionOf(url, userId)
      const turns = await withDatabase({ databaseUrl: url }, ({ db }) =>
        byTurns(rounds, {
          ours: (round) => timed(() => upload(server, token, lots[round] ?? [])),
          peer: async (round) => insertBare(db, writtenFor(lots[round] ?? [])),
        }),
      )
      const name = `${count.toLocaleString('en')} boxes received by file, beside bare inserts of the same rows`
      return [timeRow(name, turns, `at most ${MOST_TIMES} × the inserts`, turns.ours <= MOST_TIMES * turns.peer)]
    } finally {
      await server.stop()
    }
  } finally {
    await cluster.stop()
  }
}

async function upload(server: Program, token: string, ssccs: readonly string[]): Promise<void> {
  const form = new FormData()
  form.set('mode', 'all')
  form.set('file', new Blob([['SSCC', ...ssccs].join('\n')]), 'boxes.csv')
  const reply = await fetch(`${server.url}/selvedge/india/receive-boxes-file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': `bench-${ssccs[0]}` },
    body: form,
  })
  const { message, data } = (await reply.json()) as { message: string; data?: { rows_taken: number } }
  if (data?.rows_taken !== ssccs.length) throw new Error(`the boxes were not received: ${message}`)
}

const writtenFor = (ssccs: readonly string[]) => {
  const isInBox = sql<SqlBool>`t.box_id IN (SELECT id FROM box WHERE sscc = ANY(${ssccs}::bpchar[]))`
  return {
    ...{ qc_box: isInBox, qc_line: isInBox, qc_move: isInBox },
    audit_event: sql<SqlBool>`t.entity = 'box_in_india' AND t.entity_id = ANY(${ssccs}::text[])`,
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchReceiveBoxes({ size: sizeAsked() }))
