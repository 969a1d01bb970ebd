import { execFileSync } from 'node:child_process'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkLedgers } from '../../src/server/app/check-ledgers.ts'
import { countedBySku, countPieces, settlePieces, uncountPieces } from '../../src/server/areas/counting/count.ts'
import { settleDiscrepancies } from '../../src/server/areas/counting/discrepancies.ts'
import { qcDiscrepancies } from '../../src/server/areas/counting/discrepancy-rows.ts'
import { judgeBox } from '../../src/server/areas/inspection/judge-box.ts'
import { qcLineFacts } from '../../src/server/areas/qc-boxes/box-rows.ts'
import { moveStock } from '../../src/server/areas/stock/move-stock.ts'
import { sitePlace } from '../../src/server/areas/stock/places.ts'
import { contract } from '../../src/shared/areas.ts'
import { asItStands } from '../support/as-it-stands.ts'
import { boxesInIndia, lineInIndia, stockInIndia } from '../support/india-boxes.ts'
import { makeOrder } from '../support/orders.ts'
import { done } from '../support/qc-world.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { createPurchaseOrder, purchaseOrders, purchaseOrderDetails, purchaseOrderFile, boxesToPurchase } =
  contract.purchaseOrders
const { reconcileRejectedSkus } = contract.rejectedSkus

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})

describe('a purchase order', () => {
  it('takes accepted pieces once, at the prices of their orders, and posts them to stock', async () => {
    // Would catch: rejected pieces that are bought, pieces that are bought twice, stock that no document brought.
    const at = await boxesInIndia(server, [[12, 8], [5]])
    const [one, two] = at.boxes
    if (!one || !two) throw new Error('two boxes')
    const [first = '', second = ''] = one.items.map(({ nm_sku }) => nm_sku)
    await at.judge(one.sscc, { [first]: 2 })
    await at.judge(two.sscc)
    const ops = asItStands(server, await server.as('ops'))
    const waiting = (await done(ops, boxesToPurchase, { box_ids: [one.sscc, two.sscc] })).rows
    expect(waiting.map(({ pieces, rejected }) => [pieces, rejected])).toEqual([
      [18, 2],
      [5, 0],
    ])
    const { purchase_order } = await done(at.client, createPurchaseOrder, {
      box_ids: [one.sscc, two.sscc],
      remark: 'first',
    })
    expect(purchase_order).toMatchObject({ state: 'POSTED', boxes: 2, pieces: 23, lines: 2, total: null, remark: null })
    expect(purchase_order.purchase_order).toMatch(/^PO-\d{4}-\d{6}$/)
    expect(await lineInIndia(server, one.sscc, first)).toMatchObject({ passed: 0, purchased: 10, failed: 2 })
    expect(await stockInIndia(server)).toMatchObject({ [`floor ${first} good`]: 15, [`floor ${second} good`]: 8 })
    // Would catch: words that found the boxes and do not find what was bought of them.
    const bought = await sql<{ tracking_id: string; style: string }>`SELECT b.tracking_id, s.code AS style FROM box b
      JOIN box_line l ON l.box_id = b.id JOIN order_line o ON o.id = l.order_line_id JOIN sku k ON k.id = o.sku_id
      JOIN style s ON s.id = k.style_id WHERE b.sscc = ${one.sscc} LIMIT 1`.execute(server.db)
    for (const search of Object.values(bought.rows[0] ?? {})) {
      const { rows } = await done(ops, purchaseOrders, { search, tab: 'posted' })
      expect([search, rows.map((row) => row.purchase_order)]).toEqual([
        search,
        expect.arrayContaining([purchase_order.purchase_order]),
      ])
    }
    const [seen] = (await done(ops, purchaseOrders, { purchase_orders: [purchase_order.purchase_order] })).rows
    const details = await done(ops, purchaseOrderDetails, { purchase_order: purchase_order.purchase_order })
    const worth = details.lines.reduce((sum, line) => sum + (line.value?.minor ?? 0), 0)
    expect(seen?.total?.minor).toBe(worth)
    expect(details.lines.map(({ nm_sku, quantity }) => [nm_sku, quantity])).toEqual([
      [first, 15],
      [second, 8],
    ])
    expect(details.boxes).toMatchObject([
      { pieces: 18, inspections: [1] },
      { pieces: 5, inspections: [1] },
    ])
    expect(details.stock_moves).toHaveLength(2)
    const again = await at.client.call(createPurchaseOrder, { box_ids: [one.sscc] })
    expect([again.status, again.body.message]).toEqual([409, 'Nothing accepted in box 1 waits for a purchase order.'])
    const single = await at.client.call(createPurchaseOrder, { inspections: [{ box_id: one.sscc, number: 1 }] })
    expect(single.body.message).toBe(
      `Inspection 1 of box 1 is on purchase order ${purchase_order.purchase_order} already.`,
    )
  })

  it('becomes one of each vendor where boxes of several are bought together, all or none', async () => {
    // Would catch: boxes of two vendors on one document, one order that stands while the other was refused, pieces bought twice.
    const [one, other] = [await boxesInIndia(server, [[6], [3]]), await boxesInIndia(server, [[4]])]
    for (const { sscc } of one.boxes) await one.judge(sscc)
    const box_ids = [...one.boxes, ...other.boxes].map(({ sscc }) => sscc)
    const refused = await one.client.call(createPurchaseOrder, { box_ids, by_vendor: true })
    expect(refused.status).toBe(409)
    const ops = asItStands(server, await server.as('ops'))
    const suppliers = async () =>
      (await done(ops, boxesToPurchase, { box_ids })).rows.map(({ pieces }) => pieces).toSorted()
    expect(await suppliers()).toEqual([3, 6])
    for (const { sscc } of other.boxes) await other.judge(sscc)
    const mixed = await one.client.call(createPurchaseOrder, { box_ids })
    expect(mixed.body.message).toBe('Please select only one vendor.')
    const { purchase_orders: made } = await done(one.client, createPurchaseOrder, { box_ids, by_vendor: true })
    expect(made.map(({ boxes, pieces }) => [boxes, pieces]).toSorted()).toEqual([
      [1, 4],
      [2, 9],
    ])
    expect([new Set(made.map(({ supplier_id }) => supplier_id)).size, await suppliers()]).toEqual([2, []])
  })

  it('takes tranches and concessions, each once', async () => {
    // Would catch: pieces of a concession that nobody can buy, or that come back after they were bought.
    const at = await boxesInIndia(server, [[10]])
    const [box] = at.boxes
    if (!box) throw new Error('a box')
    const [first = ''] = box.items.map(({ nm_sku }) => nm_sku)
    await at.judge(box.sscc, { [first]: 4 })
    await done(at.client, createPurchaseOrder, { inspections: [{ box_id: box.sscc, number: 1 }] })
    const said = await done(at.client, reconcileRejectedSkus, {
      ...{ in_part: true, lines: [{ box_id: box.sscc, nm_sku: first }] },
      lines: [
        { box_id: box.sscc, nm_sku: first, dispositions: [{ kind: 'concession', quantity: 3, reason: 'Hardly seen' }] },
      ],
    })
    const second = await done(at.client, createPurchaseOrder, { box_ids: [box.sscc] })
    expect(second.purchase_order).toMatchObject({ pieces: 3, boxes: 1 })
    const undo = {
      action: 'undo' as const,
      remark: 'x',
      disposition_ids: said.rows.flatMap((row) => row.dispositions.map((one) => one.disposition_id)),
    }
    const refused = await at.client.call(reconcileRejectedSkus, undo)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The pieces of this concession were bought or judged again since: they can no longer be rejected.',
    ])
    const ops = asItStands(server, await server.as('ops'))
    await done(ops, createPurchaseOrder, {
      ...{ action: 'reverse' as const, purchase_order: second.purchase_order.purchase_order, reason: 'Counted wrong' },
    })
    await done(at.client, reconcileRejectedSkus, undo)
    expect(await lineInIndia(server, box.sscc, first)).toMatchObject({ passed: 0, purchased: 6, failed: 4 })
  })

  it('takes what passed without the excess that went back to the vendor since', async () => {
    // Would catch: a box of which nothing can be bought any more, since one passed piece beyond its list was sent back.
    const at = await boxesInIndia(server, [[10]])
    const [box] = at.boxes
    if (!box) throw new Error('a box')
    const [first = ''] = box.items.map(({ nm_sku }) => nm_sku)
    await at.with(box.sscc, (tx, own) => uncountPieces(tx, at.context, own))
    await at.with(box.sscc, async (tx, own) => {
      const [line] = await qcLineFacts(tx, [own])
      await countPieces(tx, at.context, own, { counted: new Map([[line?.sku_id ?? '', 11]]), isBlind: false })
    })
    await at.judge(box.sscc)
    await at.with(box.sscc, async (tx, own) => {
      const [excess] = await qcDiscrepancies(tx, own)
      const outcome = { case_id: excess?.case_id ?? '', outcome: 'send_back' as const, quantity: 1 }
      await settlePieces(tx, at.context, own, await settleDiscrepancies(tx, at.context, own, [outcome]))
    })
    expect(await lineInIndia(server, box.sscc, first)).toMatchObject({ passed: 10, failed: 1 })
    const { purchase_order } = await done(at.client, createPurchaseOrder, { box_ids: [box.sscc] })
    expect(purchase_order).toMatchObject({ pieces: 10 })
    expect(await lineInIndia(server, box.sscc, first)).toMatchObject({ passed: 0, purchased: 10, failed: 1 })
  })

  it('of a box with a piece that nobody ordered names it; sent back, the other pieces are bought', async () => {
    // Would catch: 41 good pieces that can never be bought for one kept piece of another SKU; a refusal that names no box.
    const at = await boxesInIndia(server, [[41], [5]])
    const [one, two] = at.boxes
    if (!one || !two) throw new Error('two boxes')
    const strange = (await makeOrder(server.db, { vendor: at.shipment.order.vendor })).lines[0]?.nm_sku ?? ''
    await at.with(one.sscc, (tx, own) => uncountPieces(tx, at.context, own))
    await at.with(one.sscc, async (tx, own) => {
      const lines = await qcLineFacts(tx, [own])
      const counted = new Map(lines.map(({ sku_id, uncounted }) => [sku_id, uncounted]))
      const found = await countedBySku(tx, own, [{ nm_sku: strange, counted: 1 }])
      await countPieces(tx, at.context, own, { counted: new Map([...counted, ...found]), isBlind: false })
    })
    await at.with(one.sscc, async (tx, own) => {
      const [excess] = await qcDiscrepancies(tx, own)
      const outcome = { case_id: excess?.case_id ?? '', outcome: 'accepted' as const, quantity: 1 }
      await settlePieces(tx, at.context, own, await settleDiscrepancies(tx, at.context, own, [outcome]))
    })
    await at.judge(one.sscc)
    await at.judge(two.sscc)
    const box_ids = [one.sscc, two.sscc]
    const refused = await at.client.call(createPurchaseOrder, { box_ids })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `Nobody ordered ${strange}, of which 1 pcs are in box 1: send them back to buy the rest of it, or leave the box out.`,
    ])
    expect(refused.body.details.fields?.map(({ field }) => field)).toEqual([one.sscc])
    const made = await done(at.client, createPurchaseOrder, { box_ids, unordered: 'send_back' })
    expect(made.purchase_order).toMatchObject({ pieces: 46, boxes: 2 })
    expect(await lineInIndia(server, one.sscc, strange)).toMatchObject({ passed: 0, purchased: 0, failed: 1 })
    const ops = asItStands(server, await server.as('ops'))
    const reversed = { action: 'reverse' as const, purchase_order: made.purchase_order.purchase_order, reason: 'Again' }
    await done(ops, createPurchaseOrder, reversed)
    expect((await done(at.client, createPurchaseOrder, { box_ids })).purchase_order).toMatchObject({ pieces: 46 })
  })

  it('is reversed by a lead, with a reason, while its pieces are where it put them', async () => {
    // Would catch: stock that goes below what lies there; a receipt that is reversed twice; pieces that cannot be bought anew.
    const at = await boxesInIndia(server, [[6]])
    const [box] = at.boxes
    if (!box) throw new Error('a box')
    const [first = ''] = box.items.map(({ nm_sku }) => nm_sku)
    await at.judge(box.sscc)
    const { purchase_order } = await done(at.client, createPurchaseOrder, { box_ids: [box.sscc] })
    const asked = { action: 'reverse' as const, purchase_order: purchase_order.purchase_order, reason: 'Wrong vendor' }
    expect((await at.client.call(createPurchaseOrder, { ...asked, version: 1 })).status).toBe(403)
    const ops = asItStands(server, await server.as('ops'))
    expect((await ops.call(createPurchaseOrder, { ...asked, reason: '' })).status).toBe(400)
    expect((await ops.call(createPurchaseOrder, { ...asked, version: 9 })).status).toBe(409)
    const put = (kind: 'quarantine' | 'floor') =>
      server.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ id: string }>`SELECT id FROM sku WHERE nm_sku = ${first}`.execute(tx)
        const [floor, other] = [await sitePlace(tx, at.site, 'floor'), await sitePlace(tx, at.site, 'quarantine')]
        const [from, to] = kind === 'quarantine' ? [floor, other] : [other, floor]
        const good = (placeId: string) => ({ placeId, condition: 'good' as const })
        const { rows: events } = await sql<{ id: string }>`SELECT id FROM audit_event LIMIT 1`.execute(tx)
        await moveStock(
          tx,
          [
            {
              ...{ kind: 'put_away', skuId: rows[0]?.id ?? '', quantity: 2, from: good(from), to: good(to) },
              document: { type: 'put_away', id: 'P-1' },
            },
          ],
          events[0]?.id ?? '',
        )
      })
    await put('quarantine')
    const moved = await ops.call(createPurchaseOrder, asked)
    expect(moved.status).toBe(409)
    expect(moved.body.message).toContain('4')
    expect(await lineInIndia(server, box.sscc, first)).toMatchObject({ purchased: 6 })
    await put('floor')
    const { purchase_order: back } = await done(ops, createPurchaseOrder, asked)
    expect(back).toMatchObject({ state: 'REVERSED', allowed_actions: [], reverse_reason: 'Wrong vendor' })
    expect(back.reversal).toMatch(/^PO-R-\d{4}-\d{6}$/)
    expect((await ops.call(createPurchaseOrder, asked)).status).toBe(409)
    expect(await lineInIndia(server, box.sscc, first)).toMatchObject({ purchased: 0, passed: 6 })
    expect((await stockInIndia(server))[`floor ${first} good`]).toBeUndefined()
    await done(at.client, createPurchaseOrder, { box_ids: [box.sscc] })
    expect((await stockInIndia(server))[`floor ${first} good`]).toBe(6)
  })

  it('bought anew after a reversal has the price of what came back, not that of what stayed bought', async () => {
    // Would catch: pieces of the first order bought at the price of the second, whose own pieces another purchase order has already.
    const at = await boxesInIndia(server, [[10]])
    const [box] = at.boxes
    if (!box) throw new Error('a box')
    const [first = ''] = box.items.map(({ nm_sku }) => nm_sku)
    // Four of the ten were packed for a second order, at half as much again.
    await sql`WITH packed AS (SELECT bl.*, l.order_id AS of_order FROM box_line bl JOIN order_line l ON l.id = bl.order_line_id
        WHERE bl.box_id = ${box.box_id}),
      dearer AS (INSERT INTO vendor_order (id, order_id, vendor_id, style_id, destination_id, currency, order_date, ship_by,
          unit_price_minor, ordered, awaiting)
        SELECT gen_random_uuid(), o.order_id || '-2', vendor_id, style_id, destination_id, currency, order_date, ship_by,
          unit_price_minor * 3 / 2, 4, 4 FROM vendor_order o JOIN packed p ON p.of_order = o.id RETURNING id),
      line AS (INSERT INTO order_line (id, order_id, sku_id, opened, ordered, awaiting)
        SELECT gen_random_uuid(), d.id, l.sku_id, 4, 4, 4 FROM dearer d, packed p JOIN order_line l ON l.id = p.order_line_id RETURNING id),
      fewer AS (UPDATE box_line SET quantity = 6 WHERE box_id = ${box.box_id})
      INSERT INTO box_line (box_id, order_line_id, position, quantity) SELECT ${box.box_id}, id, 99, 4 FROM line`.execute(
      server.db,
    )
    const ops = asItStands(server, await server.as('ops'))
    const judgePart = (passed: number) =>
      at.with(box.sscc, async (tx, held) => {
        const lines = await qcLineFacts(tx, [held])
        await judgeBox(tx, at.context, held, lines, {
          lines: [{ nm_sku: first, passed, failed: 0, on_hold: 0, sampled: passed, from: 'to_inspect' as const }],
          ...{ defects: [], measurements: [], image_ids: [], verdict: 'passed', override_reason: undefined },
        })
      })
    const prices = async (purchase_order: string) => {
      const { lines } = await done(ops, purchaseOrderDetails, { purchase_order })
      return lines.map(({ quantity, unit_price }) => [quantity, unit_price?.minor])
    }
    await judgePart(6)
    const one = (await done(ops, createPurchaseOrder, { box_ids: [box.sscc] })).purchase_order
    const [[, low = 0] = []] = await prices(one.purchase_order)
    await judgePart(4)
    const [waiting] = (await done(ops, boxesToPurchase, { box_ids: [box.sscc] })).rows
    const two = (await done(ops, createPurchaseOrder, { box_ids: [box.sscc] })).purchase_order
    expect(await prices(two.purchase_order)).toEqual([[4, Math.floor(low * 1.5)]])
    expect(waiting?.value?.minor).toBe(two.total?.minor)
    await done(ops, createPurchaseOrder, { action: 'reverse', purchase_order: one.purchase_order, reason: 'Wrong' })
    const anew = (await done(ops, createPurchaseOrder, { box_ids: [box.sscc] })).purchase_order
    expect(await prices(anew.purchase_order)).toEqual([[6, low]])
  })

  it('is made once of an inspection, however many ask at once', async () => {
    // Would catch: two receipts of the same pieces; a number of the series that nobody has.
    const at = await boxesInIndia(server, [[6], [4]])
    for (const { sscc } of at.boxes) await at.judge(sscc)
    const box_ids = at.boxes.map(({ sscc }) => sscc)
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        at.client.call(
          createPurchaseOrder,
          n % 2 ? { box_ids } : { inspections: box_ids.map((box_id) => ({ box_id, number: 1 })) },
        ),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    const { rows } = await sql<{ gaps: boolean }>`SELECT count(*) <> max(serial) AS gaps FROM purchase_order
      GROUP BY series`.execute(server.db)
    expect(rows).toEqual([{ gaps: false }])
  })

  it('is a file with prices for who sees them, and without for who does not', { timeout: 90_000 }, async () => {
    // Would catch: a price on paper or in a cell for India QC.
    const at = await boxesInIndia(server, [[6]])
    const [box] = at.boxes
    await at.judge(box?.sscc ?? '')
    const { purchase_order } = await done(at.client, createPurchaseOrder, { box_ids: [box?.sscc ?? ''] })
    const asked = { purchase_order: purchase_order.purchase_order }
    const { default: ExcelJS } = await import('exceljs')
    const cells = async (bytes: Buffer) => {
      const workbook = new ExcelJS.Workbook()
      await workbook.xlsx.load(bytes as unknown as ArrayBuffer)
      return workbook.worksheets.flatMap((sheet) =>
        sheet
          .getSheetValues()
          .flatMap((row) => (Array.isArray(row) ? row : []))
          .map(String),
      )
    }
    const [blind, seeing] = [at.client, await server.as('ops')]
    const without = await cells((await blind.call(purchaseOrderFile, { ...asked, format: 'xlsx' })).bytes)
    const with_ = await cells((await seeing.call(purchaseOrderFile, { ...asked, format: 'xlsx' })).bytes)
    expect(with_.join()).toMatch(/Unit price.*Total \(CNY\)/)
    expect(without.join()).not.toMatch(/price|CNY|Total/)
    await sql`INSERT INTO trade_party (code, kind, name, address, country) VALUES ('IND-T', 'consignee', 'A', 'B', 'IN')`.execute(
      server.db,
    )
    await sql`WITH made AS (
        INSERT INTO invoice (id, number, series, serial, issued_on, site_id, currency, consignee_code, exporter, consignee, boxes, pieces,
          total_minor, created_by)
        SELECT gen_random_uuid(), 'CI-T-000777', 'CI-T', 777, current_date, s.id, 'CNY', 'IND-T', '{}', '{}', 1, 6, 0, u.id
        FROM (SELECT id FROM site LIMIT 1) s, (SELECT id FROM app_user LIMIT 1) u RETURNING id, site_id)
      INSERT INTO invoice_box (invoice_id, box_id, site_id, position)
      SELECT m.id, b.id, m.site_id, 1 FROM made m, box b WHERE b.sscc = ${box?.sscc}`.execute(server.db)
    for (const client of [blind, seeing]) {
      const { status, bytes } = await client.call(purchaseOrderFile, { ...asked, format: 'pdf' })
      expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
      // Would catch: a paper that is called one thing, numbered another and signed as a third, or that names no invoice, shipment or box.
      const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' })
      const { shipment_id } = at.shipment
      for (const part of ['PURCHASE ORDER', asked.purchase_order, 'Authorised signature', shipment_id, 'CI-T-000777'])
        expect(text).toContain(part)
      expect(text).toMatch(new RegExp(`Boxes 箱号 ${shipment_id}\\s+1\\b`))
      expect(text).not.toMatch(/GRN|Received by/)
    }
  })
})

it('whatever people decide and buy at once, no piece is at two places', { timeout: 120_000 }, async () => {
  // Would catch: decisions of more than was rejected, stock that is not the sum of its moves, a deadlock that is not tried again.
  const at = await boxesInIndia(server, [[9, 7], [8], [6, 5], [10]])
  for (const { sscc, items } of at.boxes)
    await at.judge(sscc, Object.fromEntries(items.map(({ nm_sku, quantity }) => [nm_sku, Math.ceil(quantity / 2)])))
  const ops = asItStands(server, await server.as('ops'))
  const kinds = ['return', 'rework', 'replace', 'credit', 'concession', 'b_grade', 'scrap'] as const
  const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T
  const statuses = new Map<number, number>()
  const step = async () => {
    const box = pick(at.boxes)
    const row = () => contract.rejectedSkus.getRejectedSkus
    const what = Math.floor(Math.random() * 6)
    const noted = async (asked: Promise<{ status: number }>) => {
      const { status } = await asked
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    if (what < 2) {
      const dispositions = [{ kind: pick(kinds), quantity: 1 + Math.floor(Math.random() * 3), reason: 'fine' }]
      const lines = box.items.map(({ nm_sku }) => ({ box_id: box.sscc, nm_sku, dispositions }))
      return noted(ops.call(reconcileRejectedSkus, { in_part: true, remark: 'oil', lines }))
    }
    if (what < 4) {
      const open = (await done(ops, row(), { tab: 'all', search: at.shipment_id })).rows.flatMap(
        (one) => one.dispositions,
      )
      const one = open.length > 0 ? pick(open) : undefined
      const next = { rework: 'back_from_rework', replace: 'replaced', credit: 'credited' } as const
      const action = what === 2 ? 'undo' : one && one.kind in next ? next[one.kind as keyof typeof next] : 'undo'
      return (
        one && noted(ops.call(reconcileRejectedSkus, { action, disposition_ids: [one.disposition_id], remark: 'x' }))
      )
    }
    if (what === 4) return noted(ops.call(createPurchaseOrder, { box_ids: [box.sscc] }))
    const posted = (await done(ops, purchaseOrders, { tab: 'posted', search: at.shipment_id })).rows
    const order = posted.length > 0 ? pick(posted) : undefined
    return (
      order &&
      noted(ops.call(createPurchaseOrder, { action: 'reverse', purchase_order: order.purchase_order, reason: 'x' }))
    )
  }
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let n = 0; n < 12; n += 1) await step()
    }),
  )
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
  expect(statuses.get(200) ?? 0).toBeGreaterThan(10)
  expect((await checkLedgers(server.db)).filter(({ total }) => total > 0)).toEqual([])
  const { rows } = await sql`
    SELECT l.box_id, l.failed, l.disposed, l.returned, l.purchased, d.given, p.bought FROM qc_line l
    JOIN site w ON w.id = l.site_id AND w.kind = 'india_qc'
    CROSS JOIN LATERAL (SELECT
      coalesce(sum(x.quantity) FILTER (WHERE x.state <> 'UNDONE' AND NOT (x.kind = 'rework' AND x.state = 'DONE')
        AND x.kind NOT IN ('return', 'concession')), 0) AS given,
      coalesce(sum(x.quantity) FILTER (WHERE x.state <> 'UNDONE' AND x.kind = 'return'), 0) AS sent
      FROM disposition x WHERE x.box_id = l.box_id AND x.site_id = l.site_id AND x.sku_id = l.sku_id) d
    CROSS JOIN LATERAL (SELECT coalesce(sum(b.quantity), 0) AS bought FROM purchase_order_box b
      JOIN purchase_order o ON o.id = b.purchase_order_id AND o.state = 'POSTED'
      WHERE b.box_id = l.box_id AND b.site_id = l.site_id AND b.sku_id = l.sku_id) p
    WHERE l.disposed <> d.given OR l.returned <> d.sent OR l.purchased <> p.bought`.execute(server.db)
  expect(rows).toEqual([])
})
