import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { ean13 } from '../../src/server/documents/codes.ts'
import { indiaLabelLayout } from '../../src/server/documents/india-label.ts'
import { allMarks } from '../../src/server/documents/label-model.ts'
import { indiaSkuLabelsFile } from '../../src/server/documents/labels.ts'
import { openTypeface } from '../../src/server/documents/typeface.ts'
import { labelFactLengths } from '../../src/shared/areas/india-labels/rules.ts'
import type { IndiaSkuLabel } from '../../src/shared/areas/labels/rules.ts'
import { contract } from '../../src/shared/areas.ts'
import { zplResolutions } from '../../src/shared/kernel/printing.ts'
import type { Client } from '../support/client.ts'
import { freshDatabase } from '../support/database.ts'
import { scanPictures, withPrinted } from '../support/printed.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { pgm } from '../support/zpl/canvas.ts'
import { printZpl } from '../support/zpl/print.ts'

const calls = contract.indiaLabels

const label = (part: Partial<IndiaSkuLabel> = {}): IndiaSkuLabel => ({
  ...{ nmSku: 'DR1008EMR-M', styleCode: 'DR1008', styleName: 'Jasmine Wrap Midi Dress', color: 'Emerald', size: 'M' },
  colorZh: '',
  ...{ ean: '8901234000120', mrp: '4,299.00', netQuantity: '1 N', month: '11/2026', origin: 'China', isMade: false },
  company: 'Selvedge Fashion Private Limited',
  address: 'Plot 214, Udyog Vihar Phase IV, Gurugram 122015, Haryana',
  consumerCare: '1800 120 4455 · care@selvedge.example',
  copies: 1,
  ...part,
})

/** As long as the settings let anybody say it, in words of usual length. */
const longest = label({
  ...{
    ean: null,
    mrp: '1,23,456.00',
    styleName: 'Osmanthus Jacquard Qipao Dress with Detachable Belt',
    color: 'Sage Green',
  },
  ...{ size: '36C', netQuantity: '2 N (1 top, 1 belt)', origin: 'Bosnia & Herzegovina' },
  company: 'Selvedge International Fashion and Lifestyle Retail Pvt. Ltd.'.slice(0, labelFactLengths.company_name),
  address:
    'Survey No. 128/4, Third Floor, Tower B, Hoodi Main Road, Whitefield Industrial Area, Bengaluru 560066, Karnataka, India.'.slice(
      0,
      labelFactLengths.company_address,
    ),
  consumerCare:
    'The manager, consumer care, 1800 120 4455, Mon to Sat 9 to 18, complaints.india@selvedge-fashion.example'.slice(
      0,
      labelFactLengths.consumer_care,
    ),
})

const labels = [label(), label({ ean: null }), longest, label({ nmSku: 'TP4003', ean: '0036000291452', isMade: true })]

const expected = [
  { type: 'EAN-13', data: '8901234000120' },
  { type: 'CODE-128', data: 'DR1008EMR-M' },
  { type: 'CODE-128', data: 'DR1008EMR-M' },
  { type: 'EAN-13', data: '0036000291452' },
]

describe('labels for sale in India on paper', () => {
  // Would catch: bars that a till cannot read on a page of 203 dpi, and a page of another size than the label.
  it('are read by a scanner, EAN-13 where there is one and else the SKU', async () => {
    await withPrinted(indiaSkuLabelsFile(labels), async (printed) => {
      expect(await printed.codes()).toEqual(expected.map((code) => [code]))
      const [width, height] = [50, 30].map((mm) => (mm * 72) / 25.4)
      expect(await printed.info()).toMatch(
        new RegExp(`Page size: +${Math.floor(width ?? 0)}\\.\\d+ x ${Math.floor(height ?? 0)}`),
      )
      const text = await printed.text()
      for (const words of [
        'MRP Rs. 4,299.00 (incl. of all taxes)',
        'Net qty: 1 N',
        'Imported: 11/2026',
        'Country of origin: China',
      ])
        expect(text).toContain(words)
      expect(text).toContain('Imported by: Selvedge Fashion Private Limited, Plot')
      expect(text).toContain('Manufactured by: Selvedge')
      expect(text).toContain('Consumer care: 1800 120 4455')
    })
  })

  // Would catch: an EAN that label printers draw as a Code 128, or with bars of uneven width.
  it.each(zplResolutions)('are read from a label printer of %s dpi', async (resolution) => {
    const bytes = await buffer(indiaSkuLabelsFile(labels, { form: `zpl-${resolution}` }))
    const pictures = printZpl(bytes).labels.map(pgm)
    expect(await scanPictures(pictures)).toEqual(expected.map((code) => [code]))
  })

  // Would catch: half an address on a label, which the law takes for none.
  it('hold all that the settings may say, without an ellipsis, within the label', () => {
    const { marks } = indiaLabelLayout(openTypeface())(longest)
    const texts = marks.flatMap((mark) => (mark.kind === 'text' ? mark.lines : []))
    expect(texts.map(({ text }) => text).join(' ')).not.toContain('…')
    for (const mark of allMarks(indiaLabelLayout(openTypeface())(longest)))
      if (mark.kind === 'text')
        for (const { x, y, width } of mark.lines) {
          expect(x).toBeGreaterThanOrEqual(0.5)
          expect(x + width).toBeLessThanOrEqual(49.5)
          expect(y).toBeLessThanOrEqual(29.7)
        }
  })

  // Would catch: a piece whose size or colour ends in an ellipsis, so that nobody in the shop can tell it from its neighbour.
  it('say size and colour whole, however long the names are', () => {
    const color = 'Midnight Navy with Contrast Ivory Piping and Gold Buttons No2'.slice(0, 60)
    const size = 'XXXL Tall / EU 52-54'
    const { marks } = indiaLabelLayout(openTypeface())(label({ color, size, styleName: 'Jasmine '.repeat(12) }))
    const texts = marks.map((mark) => (mark.kind === 'text' ? mark.lines.map(({ text }) => text).join('') : ''))
    expect(texts.some((text) => text.startsWith(color))).toBe(true)
    expect(texts.map((text) => text.replaceAll(' ', ''))).toContain(size.replaceAll(' ', ''))
  })

  // Would catch: a shop whose people read Chinese given the colour in English alone, though it is known in both.
  it('say the colour in both languages, or in the one that is known', () => {
    const lineOf = (part: Partial<IndiaSkuLabel>) => {
      const { marks } = indiaLabelLayout(openTypeface())(label(part))
      const texts = marks.map((mark) => (mark.kind === 'text' ? mark.lines.map(({ text }) => text).join('') : ''))
      return texts.find((text) => text.startsWith('Emerald'))
    }
    expect(lineOf({ colorZh: '祖母绿' })).toBe('Emerald 祖母绿 · Jasmine Wrap Midi Dress')
    expect(lineOf({ colorZh: '' })).toBe('Emerald · Jasmine Wrap Midi Dress')
  })

  it('fail clearly for digits that are no EAN-13', () => {
    // Would catch: a wrong check digit that is drawn, and refused by every till.
    expect(() => ean13('8901234000125', { box: { x: 0, y: 0, width: 50, height: 8 }, mostDots: 3 })).toThrow(RangeError)
    expect(Readable.isDisturbed(indiaSkuLabelsFile([label()]))).toBe(false)
  })
})

describe('labels that are asked for', () => {
  let server: TestServer
  let manager: Client

  beforeAll(async () => {
    const { db } = await freshDatabase()
    await seedDemo(db)
    server = await testServer({ db })
    manager = await server.as('india-qc@demo.selvedge')
    await sql`INSERT INTO style_customs (style_id, origin) SELECT id, 'CN' FROM style WHERE code IN ('TP4003', 'DR1008')
      ON CONFLICT (style_id) DO UPDATE SET origin = 'CN'`.execute(db)
  })

  const items = (...codes: string[]) => codes.map((nm_sku) => ({ nm_sku, copies: 2 }))
  const check = async (input: Record<string, unknown>) => {
    const { status, body } = await manager.call(calls.checkIndiaSkuLabels, input as never)
    expect([status, body]).toMatchObject([200, {}])
    return body.data
  }
  const fieldsOf = (body: unknown) =>
    (body as { details: { fields: { field: string; message: string }[] } }).details.fields

  // Would catch: labels printed for the SKUs that are complete while the others are forgotten.
  it('are refused as a whole with what each SKU lacks, and nothing is written down as printed', async () => {
    const asked = { items: items('DR1008EMR-M', 'TP4003PNK-S') }
    expect(await check(asked)).toMatchObject({
      is_ready: false,
      total: 4,
      labels: [
        { nm_sku: 'DR1008EMR-M', missing: [] },
        { nm_sku: 'TP4003PNK-S', missing: ['mrp'], mrp_minor: null },
      ],
    })
    const { status, bytes } = await manager.call(calls.getIndiaQcSkuLabels, asked)
    expect(status).toBe(400)
    expect(fieldsOf(JSON.parse(bytes.toString()))).toEqual([
      expect.objectContaining({ field: 'items.TP4003PNK-S', message: 'TP4003PNK-S: the MRP is missing.' }),
    ])
    const { rows } = await sql`SELECT 1 FROM audit_event WHERE event = 'labels.india_sku'`.execute(server.db)
    expect(rows).toEqual([])
  })

  // Would catch: a site whose consumer care nobody said yet; a default of another site's printed there.
  it('are refused by what the site lacks, until somebody says it', async () => {
    const asked = { site: 'WDEL', items: items('DR1008EMR-M') }
    const missing = await check(asked)
    expect(missing.missing_of_site).toEqual(['company_name', 'company_address', 'consumer_care'])
    const refused = await manager.call(calls.getIndiaQcSkuLabels, asked)
    expect(fieldsOf(JSON.parse(refused.bytes.toString())).map(({ field }) => field)).toEqual(
      missing.missing_of_site.map((fact) => `site.${fact}`),
    )
    const settings = {
      ...{ company_name: 'Selvedge', company_address: 'Delhi', consumer_care: '1800', net_quantity: '1 N' },
    }
    const save = (version: number, by: Client) =>
      by.call(calls.saveIndiaLabelSettings, {
        site: 'WDEL',
        settings: { ...settings, company_name: `S${version}` },
        version,
      })
    const ops = await server.as('ops@demo.selvedge')
    expect((await save(0, manager)).status).toBe(403)
    const [first, second] = await Promise.all([save(0, ops), save(0, ops)])
    expect([first.status, second.status].toSorted()).toEqual([200, 409])
    expect((await save(1, ops)).body.data).toMatchObject({ version: 2, changed_by: 'Ananya Rao' })
    expect((await check(asked)).is_ready).toBe(true)
  })

  // Would catch: a style's MRP over the SKU's own; a month of the server's zone; an export of China's prices to who may see none.
  it('print the SKU’s own MRP before its style’s, in the month that is asked for', async () => {
    await sql`UPDATE sku SET mrp_minor = 199900, mrp_currency = 'INR' WHERE nm_sku = 'DR1008EMR-S'`.execute(server.db)
    const asked = { items: items('DR1008EMR-S', 'DR1008EMR-M'), month: '2026-03' }
    const { labels: rows } = await check(asked)
    expect(rows[0]?.mrp_minor).toBe(199_900)
    expect(rows[1]?.mrp_minor).toBe(429_900)
    expect(JSON.stringify(rows)).not.toContain('11800')
    const { status, bytes } = await manager.call(calls.getIndiaQcSkuLabels, asked)
    expect(status).toBe(200)
    await withPrinted(Readable.from([bytes]), async (printed) => {
      const text = await printed.text()
      expect(text).toContain('MRP Rs. 1,999.00')
      expect(text.match(/Imported: 03\/2026/g)).toHaveLength(4)
    })
    const { rows: told } = await sql<{ details: unknown }>`
      SELECT details FROM audit_event WHERE event = 'labels.india_sku'`.execute(server.db)
    expect(told).toEqual([{ details: { count: 4, site: 'INQC', month: '2026-03' } }])
  })

  // Would catch: labels for sale on pieces that were rejected; a box of China's count taken for one received in India.
  it('are one for each piece of a box received in India that was not rejected', async () => {
    const { rows } = await sql<{ sscc: string; id: string }>`
      SELECT b.sscc, b.id FROM box b JOIN qc_box q ON q.box_id = b.id AND q.site_kind = 'china_qc'
      WHERE (SELECT count(*) FROM qc_line l WHERE l.box_id = b.id) > 1 AND q.shipped > 0
        AND NOT EXISTS (SELECT FROM qc_box i WHERE i.box_id = b.id AND i.site_kind = 'india_qc') LIMIT 1`.execute(
      server.db,
    )
    const [box] = rows
    if (!box) throw new Error('the demo ships no box of two SKUs')
    const refused = await manager.call(calls.checkIndiaSkuLabels, { box: box.sscc })
    expect(refused.body).toMatchObject({ code: 'not_found' })
    await sql`INSERT INTO qc_box (box_id, site_id, site_kind, shipment_id, vendor_id, inwarded_by, updated_by, declared, uncounted, passed, failed)
      SELECT box_id, s.id, 'india_qc', shipment_id, vendor_id, inwarded_by, updated_by, 12, 0, 9, 3 FROM qc_box q, site s
      WHERE q.box_id = ${box.id} AND q.site_kind = 'china_qc' AND s.code = 'INQC'`.execute(server.db)
    await sql`INSERT INTO qc_line (box_id, site_id, sku_id, position, declared, uncounted, passed, failed)
      SELECT l.box_id, s.id, l.sku_id, l.place, 6, 0, 6 - l.place, l.place FROM (
        SELECT box_id, sku_id, row_number() OVER (ORDER BY position)::int AS place FROM qc_line WHERE box_id = ${box.id} LIMIT 2) l, site s
      WHERE s.code = 'INQC'`.execute(server.db)
    const found = await check({ box: box.sscc })
    expect(found.labels.map(({ copies }) => copies)).toEqual([5, 4])
    expect(found.site.site).toBe('INQC')
    const foreign = await manager.call(calls.checkIndiaSkuLabels, { box: box.sscc, items: items('AC6003IVO-S') })
    expect(foreign.body).toMatchObject({ code: 'not_found' })
  })

  it.each([
    // Would catch: a print of nothing, of China's site, of a month that there is not.
    ['nothing named', {}, 400],
    ['a site in China', { site: 'CNQC', items: [{ nm_sku: 'DR1008EMR-M', copies: 1 }] }, 404],
    ['a thirteenth month', { items: [{ nm_sku: 'DR1008EMR-M', copies: 1 }], month: '2026-13' }, 400],
    ['an SKU that nobody knows', { items: [{ nm_sku: 'NOBODY-M', copies: 1 }] }, 404],
  ])('are refused for %s', async (_, input, status) => {
    expect((await manager.call(calls.checkIndiaSkuLabels, input as never)).status).toBe(status)
  })
})
