import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspectionReportPdf } from '../../src/server/areas/inspection/report-layout.ts'
import type { ReportPaper } from '../../src/server/areas/inspection/report-paper.ts'
import { contract } from '../../src/shared/areas.ts'
import { refusalReasons, severities } from '../../src/shared/kernel/reasons.ts'
import type { Client } from '../support/client.ts'
import { onWayToIndia } from '../support/india.ts'
import { LONG_TEXTS } from '../support/labels.ts'
import { plainPhoto, sendPhoto } from '../support/pictures.ts'
import { withPrinted } from '../support/printed.ts'
import { boxesAtQc } from '../support/qc.ts'
import { type Counted, countedBoxes, openBox, passing, savedImage, stain } from '../support/qc-inspection.ts'
import { resources, type TestServer, testServer } from '../support/server.ts'

const { inspectionReport, signInspection } = contract.inspection
const inIndia = contract.indiaInspection

let server: TestServer
let lead: Client

beforeAll(async () => {
  server = await testServer()
  lead = await server.as(await server.makeUser({ role: 'ops_team', team: 'china' }))
})
afterAll(() => server?.stop())

/** Where somebody wants to look at the pages themselves. */
const keptIn = process.env.REPORTS

async function pagesOf(bytes: Buffer, name: string): Promise<{ text: string[]; all: string; checked: string }> {
  if (keptIn) await writeFile(`${keptIn}/${name}.pdf`, bytes)
  return withPrinted(Readable.from([bytes]), async (pdf) => {
    const text = (await pdf.text()).split('\f').filter((page) => page.trim() !== '')
    return { text, all: text.join('\n').replace(/\s+/g, ' '), checked: await pdf.check() }
  })
}

async function report(client: Client, input: Parameters<typeof client.call<typeof inspectionReport>>[1], name: string) {
  const reply = await client.call(inspectionReport, input)
  expect([reply.status, reply.headers['content-type']], JSON.stringify(reply.body)).toEqual([200, 'application/pdf'])
  return pagesOf(reply.bytes, name)
}

async function judge(made: Counted, said: Parameters<Counted['judge']>[0], by?: Client): Promise<void> {
  const reply = await made.judge(said, by)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}

const drawn = [
  [60, 200, 120, 90, 180, 210, 240, 90, 330, 220],
  [380, 160, 420, 120, 470, 160, 520, 120, 600, 170, 820, 150],
]

describe('the report of an inspection', () => {
  // Would catch: a figure that is not the inspection's, a verdict without the reason of its overruling, a name of the library that is lost,
  // a word left in the other language.
  it('says plan, count, result, defects by name, photographs and who signed, in either language', async () => {
    const made = await countedBoxes(server, [[20, 10]])
    const [a = '', b = ''] = made.skus
    const photos = await Promise.all([plainPhoto(640, 480), plainPhoto(480, 640)])
    const image_ids = await Promise.all(photos.map((photo) => sendPhoto(lead, photo)))
    const defects = [
      stain(b, 2, { image_ids: image_ids.slice(0, 1), defect_code: 'OIL-STAIN' }),
      stain(b, 1, { reason: 'Size issue', severity: 'critical', remark: '=too small' }),
    ]
    const lines = [passing(a, 20, 8), { nm_sku: b, failed: 10, sampled: 10 }]
    const said = { lines, defects, image_ids: image_ids.slice(1), verdict: 'mixed' as const }
    await judge(made, { ...said, override_reason: 'Sorted by hand', remark: 'Carton was wet' }, lead)
    const box_id = made.box.sscc
    const english = await report(lead, { box_id, number: 1 }, 'one-en')
    expect(english.checked).toContain('No syntax or stream encoding errors found')
    for (const said of [
      ...['Inspection report', `Box ${(await made.open()).box.box_no} of ${made.shipment_id} · inspection 1`],
      ...['Computed: Rejected by the sample · chosen: Mixed', 'Overruled: Sorted', 'Carton was wet'],
      ...['18 of 30 pieces judged', '16.7', 'Normal inspection', 'Oil stain', 'Size issue', '=too small', a, b],
      ...['Photos (2)', 'Page 1 of', 'QC lead'],
    ])
      expect.soft(english.all).toContain(said)
    expect(english.all).not.toMatch(/[\u4e00-\u9fff]/)
    const signed = await lead.call(signInspection, { box_id, number: 1, part: 'inspector', strokes: drawn })
    expect(signed.status, JSON.stringify(signed.body)).toBe(200)
    expect((await lead.call(signInspection, { box_id, number: 1, part: 'lead', strokes: drawn })).status).toBe(200)
    const chinese = await report(lead, { box_id, language: 'zh' }, 'one-zh')
    for (const said of [
      '检验报告',
      '抽样判定拒收',
      '改判原因：Sorted',
      '油污',
      '尺码问题',
      '正常检验',
      '质检主管',
      '第 1 页',
    ])
      expect.soft(chinese.all).toContain(said)
  })

  // Would catch: rows lost at the turn of a page, a paper of any length, thirty photographs on ten pages.
  it('bounds what it shows and says how much it leaves out', { timeout: 120_000 }, async () => {
    const made = await countedBoxes(server, [Array.from({ length: 30 }, () => 4)])
    const pictures = await Promise.all(Array.from({ length: 6 }, () => plainPhoto(320, 240)))
    const sent = await Promise.all(pictures.map((picture) => sendPhoto(made.client, picture)))
    const more = await Promise.all(Array.from({ length: 24 }, () => savedImage(server, made.user.id)))
    const image_ids = [...sent, ...more]
    const defects = made.skus.flatMap((nm_sku, at) => [
      stain(nm_sku, 2, { remark: `oil at the left hem, seen from two metres, of the batch of the week ${at}` }),
      stain(nm_sku, 1, {
        ...{ reason: refusalReasons[at % refusalReasons.length] ?? 'Other', severity: severities[at % 3] ?? 'minor' },
        ...{ image_ids: image_ids.slice(at, at + 1) },
      }),
    ])
    const lines = made.skus.map((nm_sku) => ({ nm_sku, passed: 1, failed: 3, sampled: 4 }))
    await judge(made, { lines, defects, verdict: 'mixed', override_reason: 'Sorted' }, made.client).catch(async () =>
      judge(made, { lines: lines.map((line) => ({ ...line, passed: 1, failed: 3 })), defects, verdict: 'mixed' }),
    )
    for (const language of ['en', 'zh'] as const) {
      const { text, all } = await report(made.client, { box_id: made.box.sscc, language }, `sixty-${language}`)
      expect(text.length).toBeLessThan(12)
      for (const nm_sku of made.skus) expect.soft(all).toContain(nm_sku)
      expect(all).toContain(language === 'en' ? 'Photos (24; 6 more in Selvedge)' : '照片（24；其余 6 张见系统）')
      for (const [at, page] of text.entries())
        expect
          .soft(page)
          .toContain(language === 'en' ? `Page ${at + 1} of ${text.length}` : `第 ${at + 1} 页，共 ${text.length} 页`)
    }
    const reply = await made.client.call(inspectionReport, { box_id: made.box.sscc })
    expect(reply.bytes.length).toBeLessThan(3_000_000)
  })

  // Would catch: a lot's report that tells of other lots of its boxes, or loses what another box's inspection found.
  it('of a lot tells all of its boxes together', { timeout: 60_000 }, async () => {
    const made = await countedBoxes(
      server,
      Array.from({ length: 12 }, () => [6, 4]),
    )
    for (const [at, box] of made.boxes.entries()) {
      const { box: open } = await openBox(made.client, box.sscc)
      const lines = box.items.map(({ nm_sku, quantity }) => passing(nm_sku, quantity, at < 6 ? quantity : 0))
      const input = {
        box_id: box.sscc,
        version: open.version,
        lines,
        verdict: 'passed' as const,
        scope: 'shipment' as const,
      }
      const reply = await lead.call(contract.inspection.verifyQcInspection, {
        ...input,
        override_reason: 'Known',
        looser_reason: 'Known',
      })
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    }
    const { inspections } = await openBox(lead, made.boxes[0]?.sscc ?? '')
    const [lot] = inspections[0]?.lots ?? []
    const { all, text } = await report(lead, { lot_id: lot?.lot_id ?? '' }, 'lot-en')
    expect(all).toContain(`of ${made.shipment_id}`)
    expect(all).toContain('No defect was found.')
    expect(all).toContain(`${lot?.lot_size} pieces, boxes: 12`)
    expect(text.length).toBeLessThan(6)
    await report(lead, { lot_id: lot?.lot_id ?? '', language: 'zh' }, 'lot-zh')
    const whole = await report(lead, { shipment_id: made.shipment_id }, 'shipment-en')
    expect(whole.all).toContain(`Shipment ${made.shipment_id}`)
    expect(whole.all).toContain('Total 120 120 0')
    const other = (await boxesAtQc(server, [[1]])).shipment.client
    expect((await other.call(inspectionReport, { shipment_id: made.shipment_id })).status).toBe(404)
    expect((await made.shipment.client.call(inspectionReport, { shipment_id: made.shipment_id })).status).toBe(200)
  })

  // Would catch: a report of another vendor's box or lot; the reason of an overruling, which stays in the company, on a vendor's paper.
  it('tells a vendor of its own, without what stays in the company', async () => {
    const made = await countedBoxes(server, [[12]])
    const [a = ''] = made.skus
    const said = { lines: [passing(a, 12, 12)], defects: [stain(a, 6)], verdict: 'passed' as const }
    await judge(made, { ...said, override_reason: 'Buyer agreed in secret' }, lead)
    const [lot] = (await made.open()).inspections[0]?.lots ?? []
    const own = await report(made.shipment.client, { box_id: made.box.sscc }, 'vendor')
    expect(own.all).toContain('oil on the front')
    expect(own.all).not.toContain('secret')
    expect(own.all).not.toMatch(/CNY|USD|¥/)
    expect((await report(lead, { box_id: made.box.sscc }, 'house')).all).toContain('Overruled: Buyer')
    const other = (await boxesAtQc(server, [[1]])).shipment.client
    expect((await other.call(inspectionReport, { box_id: made.box.sscc })).status).toBe(404)
    expect((await other.call(inspectionReport, { lot_id: lot?.lot_id ?? '' })).status).toBe(404)
    expect((await made.shipment.client.call(inspectionReport, { lot_id: lot?.lot_id ?? '' })).status).toBe(200)
    const strokes = { box_id: made.box.sscc, number: 1, part: 'lead', strokes: drawn } as const
    expect((await made.shipment.client.call(signInspection, strokes)).status).toBe(403)
  })

  it('says in words what there is no report of', async () => {
    const made = await countedBoxes(server, [[2]])
    const box_id = made.box.sscc
    const refused = async (input: Parameters<typeof lead.call<typeof inspectionReport>>[1]) => {
      const { status, body } = await lead.call(inspectionReport, input)
      return [status, (body as unknown as { message: string }).message]
    }
    expect(await refused({ box_id })).toEqual([404, 'Nothing was inspected yet.'])
    expect(await refused({ box_id, number: 3 })).toEqual([404, 'This box has no inspection 3.'])
    expect(await refused({})).toEqual([400, 'A report is of a box, a lot or a shipment: please name one of them.'])
    expect((await refused({ lot_id: '0199f6a0-0000-7000-8000-000000000000' }))[0]).toBe(404)
  })
})

describe('signing', () => {
  // Would catch: somebody else's name under an inspection, a signature that is drawn over, a lead's signature by who is none.
  it('is for who inspected and for leads, once each', async () => {
    const made = await countedBoxes(server, [[5]])
    await judge(made, { lines: [passing(made.skus[0] ?? '', 5)], verdict: 'passed' })
    const input = { box_id: made.box.sscc, number: 1, strokes: drawn }
    const sign = async (client: Client, part: 'inspector' | 'lead') =>
      (await client.call(signInspection, { ...input, part })).status
    expect(await sign(lead, 'inspector')).toBe(403)
    expect(await sign(made.client, 'lead')).toBe(403)
    expect(await sign(made.client, 'inspector')).toBe(200)
    expect(await sign(made.client, 'inspector')).toBe(409)
    expect(await sign(lead, 'lead')).toBe(200)
    const history = (await made.open()).history.map(({ event }) => event)
    expect(history.filter((event) => event === 'inspection.signed')).toHaveLength(2)
    for (const strokes of [[[1, 2]], [[1, 2, 3]], [[0, 0, 2_000, 5]], Array.from({ length: 80 }, () => [1, 1, 2, 2])])
      expect((await lead.call(signInspection, { ...input, part: 'lead', strokes })).status).toBe(400)
  })

  // Would catch: India's inspection signed or reported by China's call, and the other way round.
  it('is of one country', async () => {
    const shipped = await onWayToIndia(server, [[3]])
    const manager = await server.as(await server.makeUser({ role: 'ops', team: null }))
    const box_id = shipped.boxes[0]?.sscc ?? ''
    const inChina = await lead.call(inspectionReport, { box_id })
    expect([200, 404]).toContain(inChina.status)
    expect((await manager.call(inIndia.inspectionReport, { box_id })).status).toBe(404)
    const input = { box_id, number: 1, part: 'lead', strokes: drawn } as const
    expect((await manager.call(inIndia.signInspection, input)).status).toBe(404)
  })
})

describe('the paper', () => {
  // Would catch: a name that breaks the file or leaves the page.
  it('is sound and keeps within its page whatever its texts are', async () => {
    const hostile = [...LONG_TEXTS, '<script>alert(1)</script>', '(\\) endobj %PDF', '\u202egnp.exe', '👩‍👩‍👧 مرحبا']
    const [a = '', b = ''] = hostile
    const paper: ReportPaper = {
      ...{ language: 'zh', title: a, subject: b, verdict: a, photosTitle: a, signaturesTitle: b },
      facts: hostile.map((text) => [text, text] as const),
      styles: hostile.map((text) => ({ name: text, about: text, picture: null })),
      tables: [
        {
          ...{ title: a, note: b, none: a },
          columns: [
            { title: a, width: 10 },
            { title: b, width: 30, isNumber: true },
          ],
          rows: [...hostile, ...hostile, ...hostile].map((text) => ({ cells: [[text, text], [text]] })),
        },
        { title: a, note: null, none: b, columns: [], rows: [] },
      ],
      photos: hostile.map((text) => ({
        about: text,
        found: text,
        remark: text,
        width: 3,
        height: 9_000,
        read: async () => null,
      })),
      signatures: hostile.map((text) => ({ part: text, name: text, at: text, strokes: [[0, 0, 900, 900]] })),
      pageOf: (page, all) => `${page} / ${all}`,
    }
    const dark = await withPrinted(inspectionReportPdf(paper, resources), async (pdf) => {
      expect(await pdf.check()).toContain('No syntax or stream encoding errors found')
      return (await pdf.pages(40)).map(({ width, height, grey }) => {
        const isMargin = (at: number) => {
          const [x, y] = [at % width, Math.floor(at / width)]
          return x < width * 0.06 || x > width * 0.94 || y < height * 0.03 || y > height * 0.975
        }
        return grey.reduce((sum, value, at) => sum + (value < 160 && isMargin(at) ? 1 : 0), 0)
      })
    })
    expect(dark.length).toBeGreaterThan(1)
    expect(dark).toEqual(dark.map(() => 0))
  })
})
