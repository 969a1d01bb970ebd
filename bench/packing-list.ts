import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import ExcelJS from 'exceljs'
import { packingList } from '../src/shared/areas/shipments/sheets.ts'
import { bilingual } from '../src/shared/kernel/sheet.ts'
import { makeBulkShipment } from '../tests/support/bulk-shipment.ts'
import { makeUser } from '../tests/support/people.ts'
import type { ListRow } from '../tests/support/shipments.ts'
import { openCluster } from './database.ts'
import { byTurns, timed } from './measure.ts'
import { type Program, sessionOf, startOurs } from './programs.ts'
import { type BenchRow, timeRow } from './row.ts'
import { type Options, type Size, sizeAsked, sized } from './run-options.ts'

const MOST_TIMES = 1.5
const AIM = `5,000 rows: at most ${MOST_TIMES} × the bare read`

/** Rows of a list, and rounds. */
const sizes: Record<Size, [number, number][]> = {
  whole: [
    [5_000, 9],
    [20_000, 4],
  ],
  quick: [[5_000, 4]],
  smoke: [[200, 1]],
}

/** A packing list sent to a real server, validated and committed, beside exceljs merely reading the same file. */
export async function benchPackingList(options: Options): Promise<BenchRow[]> {
  const cluster = await openCluster()
  try {
    const rows: BenchRow[] = []
    for (const [count, rounds] of sized(options, sizes)) rows.push(await benchUpload(cluster, count, rounds))
    return rows
  } finally {
    await cluster.stop()
  }
}

interface Prepared {
  shipment_id: string
  bytes: Buffer
}

async function benchUpload(
  cluster: Awaited<ReturnType<typeof openCluster>>,
  count: number,
  rounds: number,
): Promise<BenchRow> {
  const prepared: Prepared[] = []
  let userId = ''
  const url = await cluster.database(`packing_${count}`, async ({ db }) => {
    const user = await makeUser(db, { role: 'vendor' })
    userId = user.id
    for (let round = 0; round <= rounds; round++) {
      const { shipment_id, list } = await makeBulkShipment(db, user, count)
      prepared.push({ shipment_id, bytes: await asExcelWrites(list) })
    }
  })
  const server = await startOurs(url)
  try {
    const token = await sessionOf(url, userId)
    const of = (round: number) => prepared[round] ?? { shipment_id: '', bytes: Buffer.alloc(0) }
    const turns = await byTurns(rounds, {
      ours: (round) => timed(() => upload(server, token, of(round), count)),
      peer: (round) => timed(() => readExcelJs(of(round).bytes, count)),
    })
    const name = `packing list, ${count} rows: validated and committed, beside exceljs merely reading it`
    return timeRow(name, turns, AIM, turns.ours <= MOST_TIMES * turns.peer)
  } finally {
    await server.stop()
  }
}

async function upload(server: Program, token: string, { shipment_id, bytes }: Prepared, count: number): Promise<void> {
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

export async function readExcelJs(bytes: Buffer, count: number): Promise<void> {
  let seen = 0
  const reader = new ExcelJS.stream.xlsx.WorkbookReader(Readable.from([bytes]), {
    worksheets: 'emit',
    sharedStrings: 'cache',
    hyperlinks: 'ignore',
    styles: 'ignore',
    entries: 'ignore',
  })
  for await (const sheet of reader) {
    for await (const row of sheet) if (row.hasValues) seen++
  }
  if (seen !== count + 1) throw new Error('exceljs lost rows')
}

/** With shared strings, as Excel itself writes. */
function asExcelWrites(list: readonly ListRow[]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('Sheet1')
  sheet.addRow(packingList.columns.map((column) => bilingual(column.header)))
  for (const row of list) sheet.addRow([row.box_no, row.order_id, row.nm_sku, row.quantity, row.tracking_id])
  return workbook.xlsx.writeBuffer().then((bytes) => Buffer.from(bytes))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchPackingList({ size: sizeAsked() }))
