import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { misread, otherSite, outcomes, scanIn } from '../support/door.ts'
import { fannedOut } from '../support/fan-out.ts'
import { qcDisagreements, type ShippedBoxes, shippedBoxes } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { oneBoxPerLine, openShipment, packedShipment, packingFile } from '../support/shipments.ts'

const {
  receiving: receivingCalls,
  counting: countingCalls,
  notices: noticesCalls,
  shipments: shipmentsCalls,
} = contract

let server: TestServer
let door: Client
let second: Client

beforeAll(async () => {
  server = await testServer()
  door = await server.as('china_warehouse_team')
  second = await server.as(await server.makeUser({ role: 'ops_team' }))
})
afterAll(() => server?.stop())

const ssccs = ({ boxes }: ShippedBoxes) => boxes.map(({ sscc }) => sscc)

async function boxAt(place: number, made: ShippedBoxes) {
  const id = made.boxes[place]?.box_id ?? ''
  const rows = { box: await server.db.selectFrom('box').where('id', '=', id).selectAll().executeTakeFirst() }
  const qc = await server.db.selectFrom('qc_box').where('box_id', '=', id).selectAll().executeTakeFirst()
  return { ...rows, qc }
}

const eventsOf = async (sscc: string | undefined) =>
  (
    await server.db
      .selectFrom('audit_event')
      .where('entity', '=', 'box')
      .where('entity_id', '=', sscc ?? '')
      .orderBy('id')
      .select(['event', 'details'])
      .execute()
  ).map(({ event, details }) => [event, details])

describe('a scan', () => {
  // Would catch: a code read in one form only; a box taken in without its pieces.
  it('takes a box in by SSCC, printed or marked, in full-width letters, by tracking id or by id', async () => {
    const { boxes } = await shippedBoxes(server, [[1], [2], [3], [4], [5], [6]])
    const [a, b, c, d, e, f] = boxes
    const wide = [...(d?.tracking_id ?? '')].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')
    const data = await scanIn(door, [
      a?.sscc ?? '',
      `(00) ${b?.sscc}`,
      `]C100${c?.sscc}`,
      wide,
      ` ${e?.tracking_id.toLowerCase()} `,
      f?.box_id ?? '',
    ])
    expect(outcomes(data)).toEqual(Array(6).fill('inwarded'))
    expect(data).toMatchObject({ inwarded: 6, refused: 0 })
    expect(data.results.map(({ box }) => box?.pieces)).toEqual([1, 2, 3, 4, 5, 6])
    expect(data.results[2]?.box).toMatchObject({ sscc: c?.sscc, position: 3, boxes_in_shipment: 6, sku_count: 1 })
    expect(await qcDisagreements(server)).toEqual([])
  })

  // Would catch: one bad code that fails the whole call; an outcome that is told as another one.
  it('has its own outcome, and spoils no other', async () => {
    const good = await shippedBoxes(server, [[2], [2]])
    const elsewhere = await shippedBoxes(server, [[2]])
    const site = await otherSite(server, elsewhere.shipment_id)
    const packed = await packedShipment(server)
    const gone = await packedShipment(server)
    await gone.client.call(shipmentsCalls.updateShipment, {
      action: 'cancel',
      shipment_id: gone.shipment_id,
      version: gone.version,
    })
    const [sscc = ''] = ssccs(good)
    const codes = ['NOBODYS-BOX-1', misread(sscc), ssccs(elsewhere)[0] ?? '', packed.sscc, gone.sscc, sscc, sscc]
    const data = await scanIn(door, codes, { site: await homeSite() })
    expect(outcomes(data)).toEqual([
      'unknown',
      'unknown',
      'other_site',
      'not_shipped',
      'not_shipped',
      'inwarded',
      'duplicate',
    ])
    const words = data.results.map(({ message, values }) => [message, values])
    expect(words[0]).toEqual(['Nobody knows a box {{code}}.', { code: 'NOBODYS-BOX-1' }])
    expect(words[1]?.[0]).toContain('was misread')
    expect(words[2]?.[1]).toMatchObject({ site_name: (await siteOf(site.id)).name })
    expect(words[3]?.[0]).toContain('was not marked as shipped')
    expect(words[4]?.[0]).toContain('was cancelled')
    expect(data).toMatchObject({ inwarded: 1, refused: 6 })
    await closed(site)
  })

  // Would catch: a site that is taken as it is typed, so that every box of the door is another site's.
  // And: a box that comes in at a site it was not sent to, since nobody said which site it came to.
  it('needs a site of China QC; where there are several it must be said, but not to take a box back', async () => {
    const made = await shippedBoxes(server, [[2], [2]])
    const [first = '', last = ''] = ssccs(made)
    const site = await otherSite(server, made.shipment_id)
    const refused = await door.call(receivingCalls.inwardBoxes, { site: 'NOWHERE', boxes: [{ code: 'X' }] })
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_input'])
    const unsaid = await door.call(receivingCalls.inwardBoxes, { boxes: [{ code: last }] })
    expect([unsaid.status, unsaid.body.code, unsaid.body.message]).toEqual([
      400,
      'invalid_input',
      'Say at which site of China QC the boxes come in.',
    ])
    expect(outcomes(await scanIn(door, [first], { site: site.code }))).toEqual(['inwarded'])
    expect(outcomes(await scanIn(door, [first], { action: 'undo' }))).toEqual(['undone'])
    await closed(site)
    expect(outcomes(await scanIn(door, ssccs(await shippedBoxes(server, [[2]]))))).toEqual(['inwarded'])
  })

  // Would catch: a vendor whose tracking id is the SSCC on another vendor's label, and whose box then comes in for it.
  it('of an SSCC is the box whose SSCC it is, whatever tracking ids say; none may be an SSCC', async () => {
    const [victim, other] = [await shippedBoxes(server, [[2]]), await shippedBoxes(server, [[3], [4]])]
    const [sscc = ''] = ssccs(victim)
    const details = await other.shipment.client.call(shipmentsCalls.getShipmentDetails, {
      shipment_id: other.shipment_id,
    })
    for (const tracking_id of [sscc, `00${sscc}`, `00-${sscc}`]) {
      const { status, body } = await other.shipment.client.call(shipmentsCalls.updateShipmentDetails, {
        shipment_id: other.shipment_id,
        version: details.body.data.shipment.version,
        boxes: [{ box_no: '1', tracking_id }],
      })
      expect([status, body.message]).toEqual([400, 'This is the SSCC of a box, not a tracking ID.'])
    }
    // As they may stand in a database from before.
    for (const [at, tracking_id] of [sscc, `00${sscc}`].entries())
      await server.db
        .updateTable('box')
        .set({ tracking_id })
        .where('id', '=', other.boxes[at]?.box_id ?? '')
        .execute()
    const { results } = await scanIn(door, [`]C100${sscc}`, sscc])
    expect(results.map(({ outcome, box }) => [outcome, box?.sscc])).toEqual([
      ['inwarded', sscc],
      ['duplicate', sscc],
    ])
  })

  // Would catch: a box that its vendor took off the list, and whose old label still brings it in.
  it('of a box that was taken off its packing list says so', async () => {
    const open = await openShipment(server, { pieces: [2, 3] })
    const list = async (rows: Parameters<typeof packingFile>[0]) =>
      open.client.call(shipmentsCalls.uploadPackingList, {
        shipment_id: open.shipment_id,
        file: await packingFile(rows),
      })
    const first = await list(oneBoxPerLine(open))
    const old = first.body.data.boxes?.at(1)?.sscc ?? ''
    await list(oneBoxPerLine(open).map((row) => ({ ...row, box_no: '1' })))
    const { results } = await scanIn(door, [old])
    expect(results[0]).toMatchObject({ outcome: 'not_shipped' })
    expect(results[0]?.message).toContain('was taken off the packing list')
  })

  // Would catch: a statement that hostile text ends, a sign the database refuses, a wildcard that finds somebody's box.
  it('of hostile text finds nothing and breaks nothing', async () => {
    const texts = [
      '%',
      '_',
      "'; DROP TABLE box; --",
      'A\u0000B',
      '\ud800',
      '\u{10FFFF}',
      'Ａ'.repeat(80),
      ']C1',
      '(00)',
    ]
    const data = await scanIn(
      door,
      texts.map((code, at) => ({ code, scan_id: `hostile-${at}` })),
    )
    expect(outcomes(data)).toEqual(texts.map(() => 'unknown'))
    for (const code of ['', '   ', 'A'.repeat(81), '\u200b']) {
      const refused = await door.call(receivingCalls.inwardBoxes, { boxes: [{ code }] })
      expect([code, refused.status]).toEqual([code, 400])
    }
    expect((await door.call(receivingCalls.inwardBoxes, { boxes: Array(501).fill({ code: 'X' }) })).status).toBe(400)
  })
})

describe('a scan sent again', () => {
  // Would catch: a station that sounds "duplicate" for its own scan, only because the answer to it was lost.
  it('comes to the same, whatever its key; another scan of the box is a duplicate', async () => {
    const [sscc = ''] = ssccs(await shippedBoxes(server, [[2]]))
    const scan = { code: sscc, scan_id: 'scan-0001', scanned_at: '2026-03-01T08:00:00.000Z' }
    const first = await scanIn(door, [scan])
    expect(outcomes(first)).toEqual(['inwarded'])
    expect(await scanIn(door, [scan])).toEqual(first)
    expect(outcomes(await scanIn(door, [scan, scan, { code: sscc, scan_id: 'scan-0002' }]))).toEqual([
      'inwarded',
      'inwarded',
      'duplicate',
    ])
    const by = await scanIn(second, [sscc])
    expect(by.results[0]).toMatchObject({ outcome: 'duplicate', values: { by: await nameOf(door) } })
    const inward = (await eventsOf(sscc)).filter(([event]) => event === 'box.inwarded')
    expect(inward).toEqual([['box.inwarded', { scan_id: 'scan-0001', scanned_at: '2026-03-01T08:00:00.000Z' }]])
    expect(await qcDisagreements(server)).toEqual([])
  })

  it('twice in one call is one scan; two scans of one box are one box and a duplicate', async () => {
    const [a = '', b = ''] = ssccs(await shippedBoxes(server, [[2], [3]]))
    const twice = { code: a, scan_id: 'scan-twice-1' }
    expect(outcomes(await scanIn(door, [twice, twice]))).toEqual(['inwarded', 'inwarded'])
    const two = [b, b].map((code, at) => ({ code, scan_id: `scan-two-${at}` }))
    expect(outcomes(await scanIn(door, two))).toEqual(['inwarded', 'duplicate'])
    expect(await qcDisagreements(server)).toEqual([])
  })

  // Would catch: a late retry that takes a box in which somebody has just put back.
  it('after the box was put back does not take it in anew', async () => {
    const made = await shippedBoxes(server, [[2]])
    const [sscc = ''] = ssccs(made)
    const scan = { code: sscc, scan_id: 'scan-late-1' }
    await scanIn(door, [scan])
    expect(outcomes(await scanIn(door, [{ code: sscc, scan_id: 'undo-late-1' }], { action: 'undo' }))).toEqual([
      'undone',
    ])
    expect(outcomes(await scanIn(door, [scan]))).toEqual(['inwarded'])
    expect((await boxAt(0, made)).qc).toBeUndefined()
    expect(outcomes(await scanIn(door, [{ code: sscc, scan_id: 'scan-late-2' }]))).toEqual(['inwarded'])
    expect((await boxAt(0, made)).qc).toBeDefined()
  })
})

describe('undo', () => {
  // Would catch: an undo that leaves pieces at QC, or that forgets what was done.
  it('puts a box back as it was; the ledger and the history keep both', async () => {
    const made = await shippedBoxes(server, [[12, 8]])
    const [sscc = ''] = ssccs(made)
    await scanIn(door, [sscc])
    const undo = [{ code: sscc, scan_id: 'undo-0001' }]
    const data = await scanIn(door, undo, { action: 'undo' })
    expect(data).toMatchObject({ inwarded: 1, refused: 0, results: [{ outcome: 'undone', box: { sscc } }] })
    expect(await scanIn(door, undo, { action: 'undo' })).toEqual(data)
    expect(await boxAt(0, made)).toMatchObject({ box: { inwarded_at: null }, qc: undefined })
    const moves = await server.db
      .selectFrom('qc_move')
      .where('box_id', '=', made.boxes[0]?.box_id ?? '')
      .orderBy('id')
      .select(['kind', 'quantity'])
      .execute()
    expect(moves.map(({ kind, quantity }) => `${kind} ${quantity}`).sort()).toEqual(
      ['inward 12', 'inward 8', 'uninward 12', 'uninward 8'].sort(),
    )
    const names = (await eventsOf(sscc)).map(([event]) => event)
    expect(names.slice(-2)).toEqual(['box.inwarded', 'box.inward_undone'])
    const again = await scanIn(door, [sscc])
    expect(outcomes(again)).toEqual(['inwarded'])
    expect((await boxAt(0, made)).qc).toMatchObject({ declared: 20, uncounted: 20 })
    expect(await qcDisagreements(server)).toEqual([])
  })

  // Would catch: pieces that are counted already and vanish from QC with an undo.
  it('is refused once something was done with the box, for what is not in, and for codes that nobody knows', async () => {
    const made = await shippedBoxes(server, [[4], [4], [4]])
    const [counted = '', onItsWay = '', fresh = ''] = ssccs(made)
    await scanIn(door, [counted, fresh])
    const { status } = await door.call(countingCalls.verifyQuantity, {
      box_id: counted,
      version: (await boxAt(0, made)).qc?.version ?? 0,
      lines: [{ nm_sku: made.boxes[0]?.items[0]?.nm_sku ?? '', counted: 4 }],
    })
    expect(status).toBe(200)
    const data = await scanIn(door, [counted, onItsWay, 'NOBODYS-BOX-2', fresh, fresh], { action: 'undo' })
    expect(outcomes(data)).toEqual(['not_undone', 'not_undone', 'unknown', 'undone', 'not_undone'])
    expect(data.results[0]?.message).toContain('counted or inspected')
    expect(data.results[1]?.message).toContain('is not in')
    expect((await boxAt(0, made)).qc).toMatchObject({ to_inspect: 4 })
    expect(await qcDisagreements(server)).toEqual([])
  })

  // Would catch: an old Undo on a station's list that takes back what somebody else scanned since.
  it('takes back the scan that it names and no later one', async () => {
    const made = await shippedBoxes(server, [[2]])
    const [sscc = ''] = ssccs(made)
    await scanIn(door, [{ code: sscc, scan_id: 'named-scan-1' }])
    await scanIn(second, [sscc], { action: 'undo' })
    await scanIn(second, [{ code: sscc, scan_id: 'named-scan-2' }])
    const undo = (scan_id: string, takes_back: string) =>
      scanIn(door, [{ code: sscc, scan_id, takes_back }], { action: 'undo' })
    const old = await undo('named-undo-1', 'named-scan-1')
    expect(old.results[0]).toMatchObject({ outcome: 'not_undone', values: { by: await nameOf(second) } })
    expect(old.results[0]?.message).toContain('taken in anew since')
    expect((await boxAt(0, made)).qc).toBeDefined()
    const done = await undo('named-undo-2', 'named-scan-2')
    expect(outcomes(done)).toEqual(['undone'])
    expect(await undo('named-undo-2', 'named-scan-2')).toEqual(done)
  })
})

describe('what is told', () => {
  // Would catch: a notice a box, one for another vendor, or one for a scan that took nothing in.
  it('its vendor hears of arrived boxes once a shipment, with their number', async () => {
    const made = await shippedBoxes(server, [[1], [1], [1]])
    const other = await shippedBoxes(server, [[1]])
    const [a = '', b = '', c = ''] = ssccs(made)
    await scanIn(door, [a, b, ...ssccs(other)])
    await scanIn(door, [a, c])
    await scanIn(door, [a])
    const told = (await noticesOf(made.shipment.client)).filter(({ kind }) => kind === 'boxes_arrived')
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ count: 3, values: { shipment_id: made.shipment_id } })
    expect(told[0]?.message).toContain(`3 boxes of shipment ${made.shipment_id}`)
    const theirs = (await noticesOf(other.shipment.client)).filter(({ kind }) => kind === 'boxes_arrived')
    expect(theirs.map(({ values }) => values.shipment_id)).toEqual([other.shipment_id])
  })
})

async function noticesOf(client: Client) {
  await fannedOut(server)
  return (await client.call(noticesCalls.getNotices, { page_size: 100 })).body.data.rows
}

async function homeSite(): Promise<string> {
  const { code } = await server.db
    .selectFrom('site')
    .where('kind', '=', 'china_qc')
    .where('code', 'not like', 'QC-OTHER%')
    .select('code')
    .executeTakeFirstOrThrow()
  return code
}

/** There is one site of China QC again. */
async function closed({ id }: { id: string }): Promise<void> {
  await server.db.updateTable('site').set({ kind: 'warehouse' }).where('id', '=', id).execute()
}

const siteOf = (id: string) => server.db.selectFrom('site').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

async function nameOf(client: Client): Promise<string> {
  return (await client.call(contract.people.getUserDetails, {})).body.data.user.name
}
