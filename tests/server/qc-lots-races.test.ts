import { beforeAll, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { freshDatabase } from '../support/database.ts'
import { outcomes, scanIn } from '../support/door.ts'
import { qcDisagreements } from '../support/qc.ts'
import { countedBoxes, openBox, passing } from '../support/qc-inspection.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { verifyQcInspection } = contract.inspection

let server: TestServer
beforeAll(async () => {
  const { db } = await freshDatabase({ poolSize: 12 })
  server = await testServer({ db })
})

it('boxes of a shipment that are judged at once, beside scans of them, are one lot', async () => {
  // Would catch: a lot planned twice, neither knowing of the other's boxes; scans and verdicts that wait for each other.
  const { boxes, client } = await countedBoxes(server, [[20], [20], [20], [20], [20], [20]])
  // Fewer of them are looked at than by the settings.
  const lead = await server.as('ops_team')
  const seen = await Promise.all(boxes.map(({ sscc }) => openBox(client, sscc)))
  const judge = ({ box, lines }: (typeof seen)[number]) =>
    lead.call(verifyQcInspection, {
      box_id: box.sscc,
      version: box.version,
      scope: 'shipment',
      looser_reason: 'One lot at the vendor',
      lines: lines.map((line) => passing(line.nm_sku, 20, 5)),
      verdict: 'passed',
    })
  const [judged, scanned] = await Promise.all([
    Promise.all(seen.map(judge)),
    Promise.all(
      boxes.flatMap(({ sscc }) => [
        scanIn(client, [sscc], { action: 'undo' }).then(outcomes),
        scanIn(client, [sscc]).then(outcomes),
      ]),
    ),
  ])
  expect(judged.map(({ status }) => status)).toEqual(boxes.map(() => 200))
  expect(new Set(scanned.flat())).toEqual(new Set(['not_undone', 'duplicate']))
  const lots = await server.db.selectFrom('qc_lot').where('scope', '=', 'shipment').select(['lot_size']).execute()
  expect(lots).toEqual([{ lot_size: 120 }])
  expect((await openBox(client, boxes[0]?.sscc ?? '')).plans).toMatchObject([{ tally: { sampled: 30 } }])
  expect(await qcDisagreements(server)).toEqual([])
})
