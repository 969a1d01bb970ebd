import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { fontFile } from '../src/server/documents/font-file.ts'
import { shippingLabelLayout } from '../src/server/documents/shipping-label.ts'
import { openTypeface } from '../src/server/documents/typeface.ts'
import { makeBulkShipment } from '../tests/support/bulk-shipment.ts'
import { formOf } from '../tests/support/client.ts'
import { makeShippingLabel } from '../tests/support/labels.ts'
import { makeUser } from '../tests/support/people.ts'
import { packingFile } from '../tests/support/shipments.ts'
import { openCluster } from './database.ts'
import { usualPdfkit } from './label-peers.ts'
import { median, timed } from './measure.ts'
import { type Program, sessionOf, startOurs } from './programs.ts'
import type { BenchRow } from './row.ts'
import { type Options, sizeAsked, sized } from './run-options.ts'

const ROWS_A_BOX = 10
const NO_AIM = 'none set'

/** From the click to the labels of 200 boxes over HTTP: the first bytes, and the whole file, beside the usual recipe. */
export async function benchFirstLabels(options: Options): Promise<BenchRow[]> {
  const boxes = sized(options, { whole: 200, quick: 200, smoke: 20 })
  const cluster = await openCluster()
  try {
    let shipment_id = ''
    let userId = ''
    let list: Buffer = Buffer.alloc(0)
    const url = await cluster.database('labels', async ({ db }) => {
      const user = await makeUser(db, { role: 'vendor' })
      const made = await makeBulkShipment(db, user, boxes * ROWS_A_BOX)
      userId = user.id
      shipment_id = made.shipment_id
      list = Buffer.from((await packingFile(made.list)).bytes)
    })
    const server = await startOurs(url)
    try {
      const token = await sessionOf(url, userId)
      await pack(server, token, shipment_id, list)
      const ask = () => askLabels(server, token, shipment_id)
      return await compare(ask, boxes, sized(options, { whole: 3, quick: 1, smoke: 1 }))
    } finally {
      await server.stop()
    }
  } finally {
    await cluster.stop()
  }
}

async function compare(ask: () => Promise<Took>, boxes: number, rounds: number): Promise<BenchRow[]> {
  const first: number[] = []
  const whole: number[] = []
  const peer: number[] = []
  const labels = Array.from({ length: boxes }, (_, index) => makeShippingLabel(index, { boxCount: boxes }))
  const drawings = labels.map(shippingLabelLayout(openTypeface()))
  const fonts = { medium: readFileSync(fontFile('medium')), bold: readFileSync(fontFile('bold')) }
  for (let round = 0; round <= rounds; round++) {
    const own = await ask()
    // Without server and database: only the drawing, which is favourable to the peer.
    const other = await timed(() => usualPdfkit(drawings, fonts))
    if (round === 0) continue
    first.push(own.first)
    whole.push(own.whole)
    peer.push(other)
  }
  const row = (name: string, ours: number): BenchRow => {
    const other = median(peer)
    return { name, ours, peer: other, unit: 'ms', ratio: other / ours, aim: NO_AIM, ok: true }
  }
  return [
    row(
      `labels of ${boxes} boxes: click to the first bytes, beside pdfkit + bwip-js PNG without a server`,
      median(first),
    ),
    row(`labels of ${boxes} boxes: click to the whole file, beside the same`, median(whole)),
  ]
}

/** Milliseconds to the first bytes and to the last. */
interface Took {
  first: number
  whole: number
}

async function askLabels(server: Program, token: string, shipment_id: string): Promise<Took> {
  const start = performance.now()
  const reply = await fetch(`${server.url}/v1/erp/vendor/get-shipping-label`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ shipment_id }),
  })
  if (!reply.ok || !reply.body) throw new Error(`no labels: ${await reply.text()}`)
  let first = 0
  let bytes = 0
  for await (const part of reply.body) {
    first ||= performance.now() - start
    bytes += part.length
  }
  if (bytes < 10_000) throw new Error('the labels are missing')
  return { first, whole: performance.now() - start }
}

async function pack(server: Program, token: string, shipment_id: string, bytes: Buffer): Promise<void> {
  const { headers, payload } = formOf({ shipment_id }, { name: 'packing.xlsx', bytes })
  const reply = await fetch(`${server.url}/v1/erp/vendor/upload-packing-list`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: new Uint8Array(payload as Buffer),
  })
  if (!reply.ok) throw new Error(`the list was not taken: ${await reply.text()}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await benchFirstLabels({ size: sizeAsked() }))
