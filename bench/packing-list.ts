import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import ExcelJS from 'exceljs'
import { type SqlBool, sql } from 'kysely'
import pg from 'pg'
import { packingList } from '../src/shared/areas/shipments/sheets.ts'
import { bilingual } from '../src/shared/kernel/sheet.ts'
import { makeBulkShipment } from '../tests/support/bulk-shipment.ts'
import { makeUser } from '../tests/support/people.ts'
import type { ListRow } from '../tests/support/shipments.ts'
import { insertBare as insertSame, makeBareTables, type WrittenRows } from './bare-rows.ts'
import { openCluster, withDatabase } from './database.ts'
import { byTurns, timed } from './measure.ts'
import { type Program, sessionOf, startOurs } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, type Size, sizeAsked, sized } from './run-options.ts'

const MOST_TIMES = 3
const AIM = `at most ${MOST_TIMES} × the bare read and insert`

/** What a packing list writes, row by row; the sums of its orders are few. */
const tables = ['box', 'box_line', 'line_move', 'order_line'] as const

/** Rows of a list, and rounds. */
const sizes: Record<Size, [number, number][]> = {
  whole: [
    [5_000, 9],
    [20_000, 4],
  ],
  quick: [[5_000, 4]],
  smoke: [[200, 1]],
}

/** A packing list sent to a real server, validated and committed, beside exceljs reading the same file and a bare insert of its rows. */
export async function benchPackingList(options: Options): Promise<BenchRow[]> {
  const cluster = await openCluster()
  try {
    const rows: BenchRow[] = []
    for (const [count, rounds] of sized(options, sizes)) rows.push(...(await benchUpload(cluster, count, rounds)))
    return rows
  } finally {
    await cluster.stop()
  }
}

/** A shipment that awaits this packing list. */
export interface Prepared {
  shipment_id: string
  bytes: Buffer
}

async function benchUpload(
  cluster: Awaited<ReturnType<typeof openCluster>>,
  count: number,
  rounds: number,
): Promise<BenchRow[]> {
  const prepared: Prepared[] = []
  let userId = ''
  const url = await cluster.database(`packing_${count}`, async ({ db }) => {
    const user = await makeUser(db, { role: 'vendor' })
    userId = user.id
    for (let round = 0; round <= rounds; round++) {
      const { shipment_id, list } = await makeBulkShipment(db, user, count)
      prepared.push({ shipment_id, bytes: await asExcelWrites(list) })
    }
    await makeBareTables(db, tables)
  })
  const server = await startOurs(url)
  const bare = new pg.Client(url)
  try {
    await bare.connect()
    await bare.query('CREATE TABLE bare_row (box int, order_id text, nm_sku text, quantity int, tracking_id text)')
    const token = await sessionOf(url, userId)
    const of = (round: number) => prepared[round] ?? { shipment_id: '', bytes: Buffer.alloc(0) }
    const turns = await byTurns(rounds, {
      ours: (round) => timed(() => upload(server, token, of(round), count)),
      peer: (round) => timed(async () => insertBare(bare, await readExcelJs(of(round).bytes, count))),
    })
    const name = `packing list, ${count} rows: validated and committed, beside exceljs reading it and a bare insert`
    // The lists are in by now: what each wrote is written once more, beside reading its file.
    const same = await withDatabase({ databaseUrl: url }, ({ db }) =>
      byTurns(rounds, {
        ours: async () => turns.ours,
        peer: async (round) => {
          const { shipment_id, bytes } = of(round)
          return (await timed(() => readExcelJs(bytes, count))) + (await insertSame(db, writtenFor(shipment_id)))
        },
      }),
    )
    return [
      timeRow(name, turns, AIM, turns.ours <= MOST_TIMES * turns.peer),
      timeRow(
        `packing list, ${count} rows: beside exceljs and inserts of all the rows it writes (keys and indexes, no foreign ones)`,
        same,
        AIM,
        same.ours <= MOST_TIMES * same.peer,
      ),
    ]
  } finally {
    await bare.end()
    await server.stop()
  }
}

function writtenFor(shipmentId: string): WrittenRows {
  const shipment = sql`(SELECT id FROM shipment WHERE shipment_id = ${shipmentId})`
  const boxes = sql`(SELECT id FROM box WHERE shipment_id = ${shipment})`
  return {
    box: sql<SqlBool>`t.shipment_id = ${shipment}`,
    box_line: sql<SqlBool>`t.box_id IN ${boxes}`,
    line_move: sql<SqlBool>`t.shipment_id = ${shipment} AND t.kind = 'pack'`,
    order_line: sql<SqlBool>`t.id IN (SELECT order_line_id FROM box_line WHERE box_id IN ${boxes})`,
  }
}

/** One statement in a transaction of its own: no key, no index, no check. */
async function insertBare(client: pg.Client, rows: readonly unknown[][]): Promise<void> {
  const columns = [0, 1, 2, 3, 4].map((at) => rows.map((row) => row[at] ?? null))
  await client.query(
    'INSERT INTO bare_row SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::int[], $5::text[])',
    columns,
  )
}

/** Throws unless all rows were taken. */
export async function upload(
  server: Program,
  token: string,
  { shipment_id, bytes }: Prepared,
  count: number,
): Promise<void> {
  const form = new FormData()
  form.set('shipment_id', shipment_id)
  form.set('file', new Blob([new Uint8Array(bytes)]), 'packing.xlsx')
  const reply = await fetch(`${server.url}/v1/erp/vendor/upload-packing-list`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': shipment_id },
    body: form,
  })
  const { message, data } = (await reply.json()) as { message: string; data?: { rows_taken: number } }
  if (data?.rows_taken !== count) throw new Error(`the packing list was not taken: ${message}`)
}

/** Gives the cells of its rows. Throws where rows are missing. */
export async function readExcelJs(bytes: Buffer, count: number): Promise<unknown[][]> {
  const rows: unknown[][] = []
  const reader = new ExcelJS.stream.xlsx.WorkbookReader(Readable.from([bytes]), {
    worksheets: 'emit',
    sharedStrings: 'cache',
    hyperlinks: 'ignore',
    styles: 'ignore',
    entries: 'ignore',
  })
  for await (const sheet of reader) {
    // The first place of `values` is empty: columns begin at 1.
    for await (const row of sheet) if (row.hasValues) rows.push((row.values as unknown[]).slice(1))
  }
  if (rows.length !== count + 1) throw new Error('exceljs lost rows')
  return rows.slice(1)
}

/** With shared strings, as Excel itself writes. */
export function asExcelWrites(list: readonly ListRow[]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('Sheet1')
  sheet.addRow(packingList.columns.map((column) => bilingual(column.header)))
  for (const row of list) sheet.addRow([row.box_no, row.order_id, row.nm_sku, row.quantity, row.tracking_id])
  return workbook.xlsx.writeBuffer().then((bytes) => Buffer.from(bytes))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchPackingList({ size: sizeAsked() }))
