import { Readable } from 'node:stream'
import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { returnNotePdf } from '../../src/server/areas/returns/document-layout.ts'
import type { NoteDocument, NoteLine, NotePhoto } from '../../src/server/areas/returns/document-model.ts'
import { contract } from '../../src/shared/areas.ts'
import { LONG_TEXTS } from '../support/labels.ts'
import { plainPhoto, sendPhoto } from '../support/pictures.ts'
import { withPrinted } from '../support/printed.ts'
import { boxesAtQc } from '../support/qc.ts'
import { resources, type TestServer, testServer } from '../support/server.ts'

const { returns: returnsCalls } = contract

const line = (at: number, changes: Partial<NoteLine> = {}): NoteLine => ({
  ...{
    boxNo: String(at + 1),
    sscc: '',
    shipmentId: 'SHP-2026-000381',
    nmSku: `NM${104_200 + at}-M`,
    styleId: 'DR-2041',
    styleName: 'Tiered dress 层叠裙',
  },
  ...{
    color: 'Dusty rose',
    colorZh: '豆沙粉',
    size: 'M',
    quantity: at + 1,
    lookedAt: '1 / 2',
    defects: ['2 × Stain 污渍 (minor 次要): 油渍'],
  },
  ...changes,
})

const photo = (at: number, read: NotePhoto['read'], changes: Partial<NotePhoto> = {}): NotePhoto => ({
  ...{ width: 400, height: 300, about: `Box 箱 ${at}`, found: 'Stain 污渍', remark: '油渍', read },
  ...changes,
})

const vendorAddress = { address: '18 Shahe Garment Road, Tianhe, Guangzhou', addressZh: '广州市天河区沙河服装路 18 号' }

const note = (changes: Partial<NoteDocument> = {}): NoteDocument => ({
  ...{ number: 'RN-000381', isCancelled: false, cancelReason: null, day: '2026-11-21' },
  supplier: {
    code: 'GZ-018',
    name: 'Guangzhou Lanyue Garments Co., Ltd.',
    nameZh: '广州市蓝悦服饰有限公司',
    ...vendorAddress,
  },
  site: { name: 'China QC', nameZh: '广州质检仓', address: '广州市白云区' },
  company: '织边时装 Selvedge Fashion',
  ...{
    reason: 'Stain 污渍',
    remark: '请返工',
    disputes: [],
    carrier: null,
    trackingId: null,
    madeBy: '陈小红',
    boxes: 1,
    pieces: 1,
  },
  ...{ lines: [line(0)], lots: [], photos: [], photosLeftOut: 0 },
  ...changes,
})

const printed = <R>(paper: NoteDocument, look: Parameters<typeof withPrinted<R>>[1]) =>
  withPrinted(returnNotePdf(paper, { resourcesDir: resources }), look)

async function pagesOf(paper: NoteDocument): Promise<{ count: number; text: string[]; checked: string }> {
  return printed(paper, async (pdf) => {
    const text = (await pdf.text()).split('\f').filter((page) => page.trim() !== '')
    const count = Number(/Pages:\s+(\d+)/.exec(await pdf.info())?.[1])
    return { count, text, checked: await pdf.check() }
  })
}

describe('the paper', () => {
  // Would catch: a carrier who cannot find the vendor, a code, carrier or remark that ends in an ellipsis, "1 boxes".
  it('says the vendor with its address, its code and the remark whole, and one box as one', async () => {
    const remark = '请在返工前拆掉全部吊牌，逐件检查侧缝和袖口，'.repeat(20)
    const carrier = 'Guangzhou Baiyun International Express and Freight Forwarding Company Limited'
    const name = `${'Guangzhou Lanyue International Garments and Knitwear Manufacturing '.repeat(2)}Co., Ltd.`
    const paper = note({
      remark,
      carrier,
      supplier: { code: 'GZ-018', name, nameZh: '广州市蓝悦服饰有限公司', ...vendorAddress },
    })
    const [page = ''] = (await pagesOf(paper)).text
    const said = page.replace(/\s+/g, '')
    for (const part of ['GZ-018', vendorAddress.address, vendorAddress.addressZh, 'Total 合计: 1 box 箱 · 1 piece 件'])
      expect(said).toContain(part.replace(/\s+/g, ''))
    expect(said.match(/侧缝和袖口/g)).toHaveLength(20)
    expect(page).toMatch(/Limited/)
    expect(page).not.toContain('…')
  })

  it('is sound and keeps within its page whatever names and remarks are made of', async () => {
    // Would catch: a name that breaks the file, runs over its neighbour's column or off the page.
    const [a = '', b = '', c = ''] = LONG_TEXTS
    const hostile = [...LONG_TEXTS, '<script>alert(1)</script>', '(\\) endobj %PDF', '\u202egnp.exe', '👩‍👩‍👧 مرحبا']
    const paper = note({
      supplier: { code: c, name: a, nameZh: b, address: a, addressZh: b },
      site: { name: b, nameZh: a, address: a },
      company: a,
      remark: hostile.join(' ').slice(0, 500),
      madeBy: b,
      carrier: a,
      trackingId: c,
      isCancelled: true,
      cancelReason: a,
      lines: hostile.map((text, at) =>
        line(at, { boxNo: text, nmSku: text, color: text, colorZh: text, size: text, defects: hostile }),
      ),
      lots: hostile.map((text) => ({
        ...{
          name: text,
          boxes: text,
          plan: [text, text, text],
          found: [text, text, text],
          verdict: [text, text],
          isRejected: true,
        },
      })),
      photos: hostile.map((text, at) => photo(at, async () => null, { about: text, found: text, remark: text })),
    })
    const { count, text, checked } = await pagesOf(paper)
    expect(checked).toContain('No syntax or stream encoding errors found')
    expect(text.join('')).toContain('CANCELLED')
    expect(text.map((page) => page.includes('RN-000381'))).toEqual(text.map(() => true))
    expect(count).toBe(text.length)
    // Nothing is black outside the margins, on any page.
    const dark = await printed(paper, async (pdf) =>
      (await pdf.pages(40)).map(({ width, height, grey }) => {
        const isMargin = (at: number) => {
          const [x, y] = [at % width, Math.floor(at / width)]
          return x < width * 0.06 || x > width * 0.94 || y < height * 0.03 || y > height * 0.975
        }
        return grey.reduce((sum, value, at) => sum + (value < 160 && isMargin(at) ? 1 : 0), 0)
      }),
    )
    expect(dark).toEqual(dark.map(() => 0))
  })

  it('repeats the head of its table and numbers its pages, and loses no line between them', async () => {
    // Would catch: rows lost at the turn of a page, pages that cannot be put back in order.
    const paper = note({ lines: Array.from({ length: 120 }, (_, at) => line(at)) })
    const { count, text } = await pagesOf(paper)
    expect(count).toBeGreaterThan(3)
    for (const [at, page] of text.entries()) expect.soft(page).toMatch(new RegExp(`${at + 1} ?/ ?${count}\\s*$`))
    for (let at = 0; at < 120; at++)
      expect.soft(text.filter((page) => page.includes(`NM${104_200 + at}-M`))).toHaveLength(1)
    const tables = text.filter((page) => page.includes('-M'))
    expect(tables.every((page) => page.includes('Defects'))).toBe(true)
  })

  it('holds one photograph at a time, and goes on where one is gone or broken', async () => {
    // Would catch: sixty photographs in memory at once; one lost picture that costs the whole paper.
    let open = 0
    let most = 0
    const picture = await plainPhoto(400, 300)
    const read = async () => {
      open += 1
      most = Math.max(most, open)
      await new Promise((go) => setImmediate(go))
      open -= 1
      return picture
    }
    const photos = Array.from({ length: 60 }, (_, at) => photo(at, read))
    photos[3] = photo(3, async () => null)
    photos[4] = photo(4, async () => Buffer.from('no picture'))
    photos[5] = photo(5, async () => Promise.reject(new Error('the database is away')))
    const { text, checked } = await pagesOf(note({ photos, photosLeftOut: 12 }))
    expect(checked).toContain('No syntax or stream encoding errors found')
    expect(most).toBe(1)
    expect(text.join('')).toContain('12 more')
    for (const at of [0, 5, 59]) expect.soft(text.join('')).toMatch(new RegExp(`Box 箱 ${at}\\b`))
  })
})

describe('the paper of a real return', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })

  it('shows a style beside its code', async () => {
    // Would catch: a picture that lies over the code beside it, or over the next row.
    const black = await sharp({ create: { width: 80, height: 160, channels: 3, background: '#000000' } })
      .jpeg()
      .toBuffer()
    const picture = { width: 80, height: 160, read: async () => black }
    const paper = note({ lines: [line(0, { picture, defects: [] }), line(1)] })
    await printed(paper, async (pdf) => {
      const [page] = await pdf.pages(100)
      const width = page?.width ?? 0
      const dark = [...(page?.grey ?? [])].flatMap((value, at) => (value < 40 ? [at] : []))
      // Its column, 14 + 13 + 29 mm from the left, 9 mm wide: half as wide as it is high, in the middle.
      const mm = (of: number) => Math.round((of * 100) / 25.4)
      const inside = dark.filter((at) => at % width > mm(58) && at % width < mm(63)).length
      expect(inside).toBeGreaterThan(mm(4) * mm(8) * 0.9)
      expect(await pdf.text()).toContain('NM104200-M')
    })
  })

  it('says in both languages what goes back and why, and shows the photographs that prove it', {
    timeout: 90_000,
  }, async () => {
    // Would catch: photographs of other pieces, or of a verdict that was taken back, in the vendor's hands.
    const at = await boxesAtQc(server, [[12, 8]])
    const box = at.boxes[0]
    const [bad = '', good = ''] = box?.items.map(({ nm_sku }) => nm_sku) ?? []
    const red = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#ff0000' } })
      .jpeg()
      .toBuffer()
    const { style_id: code } = await server.db
      .selectFrom('sku as k')
      .innerJoin('style as s', 's.id', 'k.style_id')
      .where('k.nm_sku', '=', bad)
      .select('s.code as style_id')
      .executeTakeFirstOrThrow()
    const ops = await server.as('ops')
    const picture = { name: 'style.jpg', bytes: await plainPhoto() }
    expect((await ops.call(contract.pictures.upload, { style_id: code, file: picture })).status).toBe(200)
    const proof = await sendPhoto(at.client, red)
    const elsewhere = await sendPhoto(at.client)
    await inspected(server, box?.box_id ?? '', at.user.id, {
      sku: bad,
      image: proof,
      reason: 'Stain',
      remark: '胸前油渍',
    })
    await inspected(server, box?.box_id ?? '', at.user.id, {
      sku: good,
      image: elsewhere,
      reason: 'Other',
      remark: '别的',
    })
    await sql`UPDATE qc_line SET uncounted = 0, failed = declared WHERE box_id = ${box?.box_id}
      AND sku_id = (SELECT id FROM sku WHERE nm_sku = ${bad})`.execute(server.db)
    await sql`UPDATE qc_box SET uncounted = 8, failed = 12 WHERE box_id = ${box?.box_id}`.execute(server.db)
    const made = await at.client.call(returnsCalls.confirmReturnToVendor, {
      lines: [{ box_id: box?.box_id ?? '', nm_sku: bad, quantity: 12 }],
      ...{ reason: 'Stain', remark: '油渍无法去除', carrier: '顺丰速运' },
    })
    expect(made.body.data.return_note).toMatchObject({ pieces: 12, photos: 1 })
    const { return_note } = made.body.data.return_note
    const file = await at.shipment.client.call(returnsCalls.returnNoteFile, { return_note })
    expect(file.headers['content-disposition']).toContain(`return_note_${return_note}.pdf`)
    // Would catch: a paper without the picture by which its reader knows the style.
    expect(file.bytes.toString('latin1').split('/Subtype /Image').length - 1).toBe(2)
    await withPrinted(Readable.from([file.bytes]), async (pdf) => {
      const text = await pdf.text()
      for (const said of [
        'Return note 退货单',
        return_note,
        bad,
        'Stain 污渍',
        '油渍无法去除',
        '胸前油渍',
        '顺丰速运',
        'Photographs 照片 (1)',
      ])
        expect.soft(text).toContain(said)
      expect.soft(text).not.toContain('别的')
      const [page] = await pdf.pages(50)
      // Red is a middle grey: as large an area as the photograph has on the page.
      const grey = page?.grey.filter((value) => value > 60 && value < 130).length ?? 0
      expect(grey).toBeGreaterThan(8_000)
    })
    const { rows } = await sql`SELECT 1 FROM audit_event WHERE event = 'file.downloaded'
      AND entity_id = ${`return_note_${return_note}.pdf`}`.execute(server.db)
    expect(rows).toHaveLength(1)
  })
})

interface Found {
  sku: string
  image: string
  reason: string
  remark: string
}

/** An inspection that failed pieces of one SKU, with one defect and its photograph, written straight down. */
async function inspected(server: TestServer, boxId: string, userId: string, { sku, image, reason, remark }: Found) {
  const [inspection, defect] = [v7(), v7()]
  await sql`INSERT INTO qc_inspection (id, box_id, site_id, number, round, kind, computed, verdict, by)
    SELECT ${inspection}::uuid, q.box_id, q.site_id,
      (SELECT count(*) + 1 FROM qc_inspection i WHERE i.box_id = q.box_id), 1, 'inspection', 'none', 'failed', ${userId}::uuid
    FROM qc_box q WHERE q.box_id = ${boxId}`.execute(server.db)
  await sql`INSERT INTO qc_inspection_line (inspection_id, sku_id, failed)
    SELECT ${inspection}::uuid, id, 12 FROM sku WHERE nm_sku = ${sku}`.execute(server.db)
  await sql`INSERT INTO qc_defect (id, inspection_id, sku_id, reason, severity, units, remark)
    SELECT ${defect}::uuid, ${inspection}::uuid, id, ${reason}, 'minor', 12, ${remark} FROM sku WHERE nm_sku = ${sku}`.execute(
    server.db,
  )
  await sql`INSERT INTO qc_photo (image_id, inspection_id, defect_id, position)
    VALUES (${image}, ${inspection}, ${defect}, 1)`.execute(server.db)
}
