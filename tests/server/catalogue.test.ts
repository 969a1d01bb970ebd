import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { linkKey } from '../../src/shared/areas/catalogue/links.ts'
import {
  type CatalogueStatus,
  cameFromAfter,
  catalogueStatuses,
  isDecision,
  movesFrom,
  sideStatuses,
} from '../../src/shared/areas/catalogue/statuses.ts'
import { contract } from '../../src/shared/areas.ts'
import { moveAlong, offered, pictured, reviewed, sampled, whole } from '../support/catalogue.ts'
import type { Client } from '../support/client.ts'
import { type TestServer, testServer } from '../support/server.ts'

const calls = contract.catalogue

let server: TestServer
let ops: Client
let cataloguer: Client
let vendorId: string
let maker: Awaited<ReturnType<TestServer['makeVendor']>>
let theirs: string

beforeAll(async () => {
  server = await testServer()
  ops = await server.as('ops')
  cataloguer = await server.as('cataloging_team')
  maker = await server.makeVendor()
  vendorId = maker.id
  theirs = (await server.makeVendor()).id
})

const one = async (styles = {}) => (await offered(server, vendorId, [styles]))[0] ?? ''
const details = async (catalogue_id: string, by = ops) =>
  (await by.call(calls.getStyleDetails, { catalogue_id })).body.data
const move = (catalogue_id: string, to: CatalogueStatus, remark = 'So it is', by = ops) =>
  by.call(calls.updateVendorCatalogue, { catalogue_ids: [catalogue_id], to, remark })
const back = (catalogue_id: string, by = ops) =>
  by.call(calls.updateVendorCatalogue, { catalogue_ids: [catalogue_id], back: true, remark: 'Too soon' })

const toLive: CatalogueStatus[] = [
  ...(['Selected for Sample QC', 'Sample QC Done', 'Pending for Assortment Selection'] as const),
  ...(['Assortment Passed', 'Buyer Review Pending'] as const),
]

describe('the supplier filter', () => {
  // Would catch: a list that is filtered by supplier, for somebody who may not read the suppliers.
  it('is filled for everybody who reads the catalogue', async () => {
    for (const role of ['cataloging_team', 'bm_team', 'bm_admin', 'internal_team'] as const) {
      const { status, body } = await (await server.as(role)).call(contract.data.getVendors, {})
      expect([role, status]).toEqual([role, 200])
      expect(body.data.vendors.length).toBeGreaterThan(1)
    }
  })
})

describe('the statuses', () => {
  // Would catch: a way that the server goes and the table does not know, or the other way around; a side state that forgets its way back.
  it('are walked by the server as the table says, with any steps back', async () => {
    const walk = fc.array(fc.record({ at: fc.nat(20), isBack: fc.integer({ min: 0, max: 4 }) }), {
      ...{ minLength: 3, maxLength: 9 },
    })
    await fc.assert(
      fc.asyncProperty(walk, async (steps) => {
        const code = await one()
        await sampled(server, code)
        const way: { status: CatalogueStatus; cameFrom: CatalogueStatus | null }[] = [
          { status: 'New Styles', cameFrom: null },
        ]
        for (const { at, isBack } of steps) {
          const now = way.at(-1) ?? { status: 'New Styles' as const, cameFrom: null }
          if (isBack === 0) {
            const { status } = await back(code)
            expect(status).toBe(way.length > 1 ? 200 : 409)
            if (way.length > 1) way.pop()
          } else {
            const to = catalogueStatuses[at % catalogueStatuses.length] ?? 'New Styles'
            const isAllowed = movesFrom(now.status, now.cameFrom).some((known) => known.to === to)
            // Nobody was asked to decide it.
            const expected = isAllowed && !isDecision(now.status, to) ? 200 : 409
            expect({ from: now.status, to, is: (await move(code, to)).status }).toEqual({
              ...{ from: now.status, to, is: expected },
            })
            if (expected === 200) way.push({ status: to, cameFrom: cameFromAfter(now.status, to) })
          }
          expect((await details(code)).style.status).toBe(way.at(-1)?.status)
        }
      }),
      { numRuns: 12 },
    )
  })

  // Would catch: a status that no good or bad style ever gets to, and one that nothing leads out of by mistake.
  it('are all reached from a new style, and end where they should', () => {
    const seen = new Set<CatalogueStatus>()
    const reach = (status: CatalogueStatus, cameFrom: CatalogueStatus | null) => {
      const isSide = (sideStatuses as readonly string[]).includes(status)
      if (seen.has(status) && !isSide) return
      seen.add(status)
      if (!isSide) for (const { to } of movesFrom(status, cameFrom)) reach(to, cameFromAfter(status, to))
      else expect(movesFrom(status, cameFrom).map(({ to }) => to)).toEqual([cameFrom])
    }
    reach('New Styles', null)
    expect([...seen].toSorted()).toEqual([...catalogueStatuses].toSorted())
    const ends = catalogueStatuses.filter((status) => movesFrom(status, 'New Styles').length === 0)
    expect(ends.toSorted()).toEqual(['Assortment Failed', 'Design Rejected', 'Live on Website'])
  })

  // Would catch: a tab whose count is of another status, and a sixteenth that the database takes.
  it('are the tabs, and no other is stored', async () => {
    const { body } = await ops.call(calls.getVendorCatalogues, { part: 'counts' })
    expect(Object.keys(body.data.counts ?? {}).toSorted()).toEqual(['all', ...catalogueStatuses].toSorted())
    const code = await one()
    await expect(
      sql`UPDATE catalogue_style SET status = 'Sold' WHERE code = ${code}`.execute(server.db),
    ).rejects.toThrow()
  })
})

describe('a move', () => {
  // Would catch: P on the wall that makes a sample's verdict of a style whose sample nobody has seen.
  it('to Sample QC Done needs a sample that passed, and says what lacks', async () => {
    const code = await one()
    await moveAlong(ops, code, 'Selected for Sample QC')
    const silent = await move(code, 'Sample QC Done')
    expect([silent.status, silent.body.message]).toEqual([
      409,
      `${code} cannot go to Sample QC Done: no sample of it was asked for yet, and one has to pass.`,
    ])
    await ops.call(contract.samples.requestSamples, { catalogue_ids: [code], due_on: '2030-01-02' })
    expect((await move(code, 'Sample QC Done')).body.message).toMatch(/its sample SM-\d+ is “Asked for”/)
    expect((await details(code)).style.status).toBe('Selected for Sample QC')
  })

  // Would catch: a right to judge styles for India that guards a line of the menu, and nothing else.
  it('of a style for India is made by who judges those, of a style for China by who judges those', async () => {
    const india = await one({ supplyChain: 'india' })
    const china = await one()
    const to = 'Selected for Sample QC' as const
    const refused = await move(india, to, 'So it is', cataloguer)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect((await details(india, cataloguer)).allowed).toEqual([])
    const said = (by: Client, code: string) =>
      by.call(calls.updateVendorAttributesFromUi, { catalogue_ids: [code], attributes: { padded: true } })
    expect((await said(cataloguer, india)).body.message).toContain('judge styles for India')
    expect((await cataloguer.call(calls.addNote, { catalogue_id: india, text: 'x' })).status).toBe(403)
    expect([(await move(china, to, '', cataloguer)).status, (await move(india, to, '')).status]).toEqual([200, 200])
  })

  // Would catch: a rejection without a reason, and a buyer's verdict given by somebody of the catalogue.
  it('needs a remark where it refuses, and the role that the table names', async () => {
    const code = await one()
    const silent = await ops.call(calls.updateVendorCatalogue, { catalogue_ids: [code], to: 'Design Rejected' })
    expect([silent.status, silent.body.message]).toEqual([400, 'Please say why.'])
    await moveAlong(ops, code, ...toLive)
    expect((await move(code, 'Design Rejected', 'Too dear', cataloguer)).status).toBe(403)
  })

  // Would catch: a step back that undoes a step back, so that two of them go nowhere.
  it('is taken back one by one, each with its remark in the history', async () => {
    const code = await one()
    await moveAlong(ops, code, 'Selected for Sample QC', 'Sample QC Done')
    expect((await back(code)).status).toBe(200)
    expect((await back(code)).status).toBe(200)
    const { style, moves } = await details(code)
    expect(style.status).toBe('New Styles')
    expect(moves.map(({ to_status, is_back }) => [to_status, is_back])).toEqual([
      ...[
        ['New Styles', false],
        ['Selected for Sample QC', false],
        ['Sample QC Done', false],
      ],
      ...[
        ['Selected for Sample QC', true],
        ['New Styles', true],
      ],
    ])
    expect((await back(code)).status).toBe(409)
  })

  // Would catch: anybody's verdict undone by anybody.
  it('is taken back by who made it or an admin', async () => {
    const code = await one()
    await moveAlong(ops, code, 'Selected for Sample QC')
    expect((await back(code, cataloguer)).status).toBe(403)
    const own = await one()
    await moveAlong(cataloguer, own, 'Selected for Sample QC')
    expect((await back(own, cataloguer)).status).toBe(200)
  })

  // Would catch: a verdict that is lost when the answer is, or counts twice when it is sent again.
  it('counts once, however often a verdict is sent', async () => {
    const codes = await offered(server, vendorId, [{}, {}, {}])
    await moveAlong(ops, codes[1] ?? '', 'Design Rejected')
    const verdict_ids = codes.map(() => crypto.randomUUID())
    const send = () =>
      ops.call(calls.updateVendorCatalogue, {
        ...{ catalogue_ids: codes, verdict_ids, to: 'Selected for Sample QC' as const, mode: 'each' as const },
      })
    const [first, again] = [await send(), await send()]
    expect(first.body.data.results.map(({ outcome }) => outcome)).toEqual(['changed', 'refused', 'changed'])
    expect(again.body.data.results.map(({ outcome }) => outcome)).toEqual(['changed', 'refused', 'changed'])
    expect((await details(codes[0] ?? '')).moves).toHaveLength(2)
    const undo = { catalogue_ids: [codes[0] ?? ''], back: true, remark: 'Slipped' }
    // Somebody judged on: what is taken back is this verdict, or nothing.
    await moveAlong(ops, codes[0] ?? '', 'Sample QC Done')
    expect((await ops.call(calls.updateVendorCatalogue, { ...undo, takes_back: verdict_ids[0] })).status).toBe(409)
  })

  // Would catch: half of a choice moved.
  it('of many is all or nothing', async () => {
    const codes = await offered(server, vendorId, [{}, {}])
    await moveAlong(ops, codes[1] ?? '', 'Design Rejected')
    const answer = await ops.call(calls.updateVendorCatalogue, { catalogue_ids: codes, to: 'Selected for Sample QC' })
    expect(answer.status).toBe(409)
    expect((await details(codes[0] ?? '')).style.status).toBe('New Styles')
  })

  // Would catch: a link that leads a buyer anywhere, and yuan taken for rupees at the first order.
  it('takes a link to 1688 alone, and a price in what its vendor is paid in', async () => {
    const [code = ''] = await offered(server, vendorId, [{}])
    const say = (set: object) => ops.call(calls.updateVendorCatalogue, { catalogue_ids: [code], set })
    const said = async (set: object) => {
      const { status, body } = await say(set)
      return [status, body.details?.fields?.[0]?.message ?? body.message]
    }
    const wrong = [400, 'A link is one of 1688, by https.']
    expect(await said({ link_1688: 'https://1688.com.evil.example/offer/610947572360.html' })).toEqual(wrong)
    expect(await said({ link_1688: 'http://detail.1688.com/offer/610947572360.html' })).toEqual(wrong)
    expect(await said({ link_1688: 'https://detail.1688.com/offer/610947572360.html' })).toEqual([200, 'Saved.'])
    expect((await say({ link_1688: '' })).status).toBe(200)
    const rupees = await said({ price: { minor: 100, currency: 'INR' } })
    expect(rupees).toEqual([400, `The price of ${code} is in CNY.`])
    expect((await say({ price: { minor: 100, currency: 'CNY' } })).status).toBe(200)
  })

  // Would catch: a later verdict laid over one that its judge never saw.
  it('of a style that changed since it was read is stale', async () => {
    const code = await one()
    await moveAlong(ops, code, 'Selected for Sample QC')
    const answer = await ops.call(calls.updateVendorCatalogue, {
      ...{ catalogue_ids: [code], to: 'Sample QC Done' as const, version: 1 },
    })
    expect([answer.status, answer.body.code]).toEqual([409, 'stale'])
  })

  // Would catch: history that can be rewritten.
  it('and what was said of a style is written once', async () => {
    const code = await one()
    await ops.call(calls.addNote, { catalogue_id: code, text: 'Lovely' })
    for (const table of ['catalogue_move', 'catalogue_note']) {
      await expect(sql`UPDATE ${sql.table(table)} SET id = id`.execute(server.db)).rejects.toThrow(/append-only/)
      await expect(sql`DELETE FROM ${sql.table(table)}`.execute(server.db)).rejects.toThrow(/append-only/)
    }
  })
})

describe('going live', () => {
  // Would catch: a style on the website without a price, and a refusal that names one of five lacks.
  it('lists all that is missing first', async () => {
    const code = await one()
    await moveAlong(ops, code, ...toLive)
    await reviewed(server, code)
    const { style } = await details(code)
    expect(style.missing).toEqual([
      ...[
        'fabric_type',
        'fabric_composition',
        'transparency',
        'stretchability',
        'picture',
        'price',
        'sizes',
        'hs_code',
      ],
    ])
    const answer = await move(code, 'Live on Website')
    expect(answer.status).toBe(409)
    expect(answer.body.message).toContain(
      'Fabric type, Fabric composition, Transparency, Stretchability, Picture, Price',
    )
  })

  // Would catch: a colour or a size left out of the SKUs, a style that is typed again, and one made twice.
  it('makes the style and SKUs that orders use, once', async () => {
    const code = await one({
      ...{ ...whole, link1688: 'https://detail.1688.com/offer/610947572360.html', name: 'Aurora', nameZh: '晨曦' },
      colors: [
        { color: 'Black', colorZh: '黑色' },
        { color: 'Blackberry', colorZh: '黑莓' },
      ],
    })
    await pictured(server, code)
    await moveAlong(ops, code, ...toLive)
    await reviewed(server, code)
    await moveAlong(ops, code, 'Live on Website')
    const { style } = await details(code)
    expect(style.style_id).toMatch(/^NM\d{5}$/)
    const { rows } = await sql<Record<string, unknown>>`
      SELECT s.name, s.name_zh, s.price_minor::int AS price, c.hs_code, s.picture_id IS NOT NULL AS has_picture,
        (SELECT array_agg(k.nm_sku ORDER BY k.nm_sku) FROM sku k WHERE k.style_id = s.id) AS skus
      FROM style s JOIN style_customs c ON c.style_id = s.id WHERE s.code = ${style.style_id}`.execute(server.db)
    const sku = (rest: string) => `${style.style_id}-${rest}`
    expect(rows).toEqual([
      {
        ...{ name: 'Aurora', name_zh: '晨曦', price: 4650, hs_code: '621210', has_picture: true },
        skus: [...['BLA-L', 'BLA-M', 'BLA-S'].map(sku), ...['BLA2-L', 'BLA2-M', 'BLA2-S'].map(sku)],
      },
    ])
    expect((await back(code)).status).toBe(409)
    const edit = { catalogue_ids: [code], set: { name: 'Other' } }
    expect((await ops.call(calls.updateVendorCatalogue, edit)).status).toBe(409)
  })

  // Would catch: an inspection of the first order that knows no measure, though the garment spec says them; a measure of a size nobody sells.
  it('takes the measures of its garment spec along, of the sizes that it is sold in', async () => {
    const code = await one(whole)
    await pictured(server, code)
    await sql`INSERT INTO garment_point (catalogue_id, size, point, point_zh, how_to_measure, spec_mm, tolerance_mm, position)
      SELECT c.id, x.size, 'Chest', '胸围', 'Flat', x.mm, 10, 2 FROM catalogue_style c,
        (VALUES ('S', 820), ('M', 860), ('4XL', 1200)) AS x (size, mm) WHERE c.code = ${code}`.execute(server.db)
    await moveAlong(ops, code, ...toLive)
    await reviewed(server, code)
    await moveAlong(ops, code, 'Live on Website')
    const { rows } =
      await sql`SELECT m.size, m.point, m.point_zh, m.spec_mm, m.tolerance_mm, m.position FROM style_measure m
      JOIN catalogue_style c ON c.style_id = m.style_id WHERE c.code = ${code} ORDER BY m.spec_mm`.execute(server.db)
    const chest = { point: 'Chest', point_zh: '胸围', tolerance_mm: 10, position: 2 }
    expect(rows).toEqual([
      { ...chest, size: 'S', spec_mm: 820 },
      { ...chest, size: 'M', spec_mm: 860 },
    ])
  })

  // Would catch: the filter "complete" finding other styles than those whose list of lacks is empty.
  it('is open to the same styles in SQL as in the function', async () => {
    const part = <T>(value: T) => fc.option(fc.constant(value), { nil: null })
    const style = fc.record({
      ...{ fabricType: part('Lace'), fabricComposition: part(''), padded: part(false), pushUp: part(true) },
      ...{ wiring: part('Wired'), transparency: part('Sheer'), pilling: part('None'), sizeSet: part('CATSET') },
      ...{ stretchability: part('Low stretch'), hsCode: part('621210'), price: part({ minor: 1, currency: 'CNY' }) },
      category: fc.constantFrom('Lingerie', 'Dresses', 'Tops', 'Nothing known'),
    })
    const some = [
      ...fc.sample(style, 60),
      ...['Lingerie', 'Dresses', 'Tops'].map((category) => ({ ...whole, category, pilling: 'None' })),
    ]
    const codes = await offered(server, vendorId, some)
    for (const [at, code] of codes.entries()) if (at % 3 !== 0 || at >= 60) await pictured(server, code)
    const ask = async (filter: object) =>
      (await ops.call(calls.getVendorCatalogues, { catalogue_ids: codes, page_size: 500, ...filter })).body.data.rows
    const all = await ask({})
    const complete = await ask({ completeness: 'complete' })
    const expected = all.filter(({ missing }) => missing.length === 0).map(({ catalogue_id }) => catalogue_id)
    expect(expected.length).toBeGreaterThanOrEqual(3)
    expect(complete.map(({ catalogue_id }) => catalogue_id)).toEqual(expected)
    expect(await ask({ completeness: 'lacking' })).toHaveLength(all.length - complete.length)
  })
})

describe('what a style is like', () => {
  // Would catch: attributes of a bulk change written over by what was left out.
  it('is said of many at once, what is left out stays', async () => {
    const codes = await offered(server, vendorId, [{ fabricType: 'Lace' }, { padded: true }])
    const { status } = await ops.call(calls.updateVendorAttributesFromUi, {
      ...{ catalogue_ids: codes, attributes: { wiring: 'Wire-free' as const, padded: null } },
    })
    expect(status).toBe(200)
    const [first, second] = await Promise.all(codes.map((code) => details(code)))
    expect([first?.style.fabric_type, first?.style.wiring]).toEqual(['Lace', 'Wire-free'])
    expect([second?.style.padded, second?.style.wiring]).toEqual([null, 'Wire-free'])
  })

  // Would catch: the same 1688 offer written in two ways counted as two.
  it('names others of the same 1688 offer', async () => {
    const [a = '', b = ''] = await offered(server, vendorId, [
      { link1688: 'https://detail.1688.com/offer/700000000001.html?spm=a1.b2' },
      { link1688: 'http://m.1688.com/offer/700000000001.html' },
    ])
    expect((await details(a)).same.map(({ catalogue_id, by }) => [catalogue_id, by])).toEqual([[b, 'link']])
    expect(linkKey('https://www.taobao.com/list?offerId=700000000001&x=1')).toBe('700000000001')
    expect(linkKey('https://www.shop.cn/a/')).toBe(linkKey('http://shop.cn/a?b=1'))
  })
})

describe('a vendor', () => {
  // Would catch: what the house says of a style, or its turn among ours, told to its vendor.
  it('sees its own, without what the house says', async () => {
    const account = await server.makeUser({ role: 'vendor', vendor: maker })
    const vendor = await server.as(account)
    const code = await one({ buyerRemarks: 'Pay no more than 30' })
    const [other = ''] = await offered(server, theirs)
    await ops.call(calls.addNote, { catalogue_id: code, text: 'Secret' })
    await moveAlong(ops, code, ...toLive)
    const seen = await details(code, vendor)
    expect([seen.style.status, seen.style.vendor_status]).toEqual([null, 'Being looked at'])
    expect([seen.moves, seen.notes, seen.style.buyer_remarks, seen.style.last_remark]).toEqual([[], [], null, null])
    expect((await vendor.call(calls.getStyleDetails, { catalogue_id: other })).status).toBe(404)
    const { counts } = (await vendor.call(calls.getVendorCatalogues, { part: 'counts' })).body.data
    expect(Object.keys(counts ?? {})).toEqual(['all'])
    const listed = (await vendor.call(calls.getVendorCatalogues, { tab: 'New Styles', page_size: 500 })).body.data.rows
    expect(listed.map((row) => row.catalogue_id)).toContain(code)
    expect(listed.map((row) => row.catalogue_id)).not.toContain(other)
  })

  // Would catch: a vendor that judges its own style.
  it('takes its own back, and moves nothing else', async () => {
    const vendor = await server.as(await server.makeUser({ role: 'vendor', vendor: maker }))
    const code = await one()
    expect((await move(code, 'Selected for Sample QC', 'Mine is good', vendor)).status).toBe(403)
    const edit = { catalogue_ids: [code], set: { hs_code: '621210' } }
    expect((await vendor.call(calls.updateVendorCatalogue, edit)).status).toBe(403)
    expect((await move(code, 'Vendor Delisted', 'No more cloth', vendor)).status).toBe(200)
    expect((await details(code)).style.status).toBe('Vendor Delisted')
  })
})
