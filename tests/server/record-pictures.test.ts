import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stopSheetThreads } from '../../src/server/sheets/sheet-threads.ts'
import type { KindName } from '../../src/shared/areas/data/kinds.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { plainPhoto } from '../support/pictures.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { fixture, inlineRow, type RawWorkbook, rawParts, worksheet } from '../support/workbooks.ts'
import { type ZipPart, zip } from '../support/zips.ts'

const { data } = contract

afterAll(stopSheetThreads)

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin')
  await bring('vendors', { name: 'vendors.csv', bytes: 'Vendor,Name,City\nGZ01,Yihe,Guangzhou' })
  const base = ['Style,Name,Category,Vendor', ...['A', 'B', 'C', 'D', 'E'].map((code) => `ST-${code},N,Dresses,GZ01`)]
  await bring('styles', { name: 'styles.csv', bytes: base.join('\n') })
  const skus = ['NM SKU,Style,Colour,Size', 'D-RED-S,ST-D,Red,S', 'D-RED-M,ST-D,Red,M', 'D-BLU-M,ST-D,Blue,M']
  await bring('skus', { name: 'skus.csv', bytes: skus.join('\n') })
})

type Mode = 'check' | 'all' | 'good_rows'

async function bring(kind: KindName, file: { name: string; bytes: string | Uint8Array }, mode: Mode = 'all') {
  const reply = await admin.call(data.importRecords, { kind, mode, file })
  expect(reply.status, reply.body.message).toBe(200)
  return reply.body.data.import
}

/** Of each style, and of its colours, what is shown; by place. */
async function shown(like: string) {
  const { rows } = await sql<{ style: string; color: string | null; position: number }>`
    SELECT s.code AS style, p.color, p.position FROM style_picture p JOIN style s ON s.id = p.style_id
    WHERE s.code LIKE ${like} AND p.removed_at IS NULL ORDER BY 1, 2, 3`.execute(server.db)
  return rows.map(({ style, color, position }) => [style, color, position].join(' ').replace('  ', ' '))
}

async function storedFiles(): Promise<number> {
  let count = 0
  for await (const _ of server.files.list('pictures')) count += 1
  return count
}

const main = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...all: string[]) => `<Relationships>${all.join('')}</Relationships>`
const relation = (id: string, type: string, target: string, more = '') =>
  `<Relationship Id="${id}" Type="${main}/${type}" Target="${target}"${more}/>`

interface Lying {
  /** From 0. */
  row: number
  to?: number
  bytes?: Buffer
  name?: string
  isLinked?: boolean
}

/** A workbook whose first sheet has pictures lying over it. */
function withDrawing(sheet: string, pictures: readonly Lying[], more: Partial<RawWorkbook> = {}): Uint8Array {
  const named = pictures.map(({ name = 'jpg' }, at) => `image${at}.${name}`)
  const anchors = pictures.map(
    ({ row, to = row, isLinked }, at) =>
      `<xdr:twoCellAnchor><xdr:from><xdr:col>4</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>1000</xdr:rowOff></xdr:from>` +
      `<xdr:to><xdr:col>5</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${to}</xdr:row><xdr:rowOff>150000</xdr:rowOff></xdr:to>` +
      `<xdr:pic><xdr:blipFill><a:blip ${isLinked ? 'r:link' : 'r:embed'}="rId${at}"/></xdr:blipFill></xdr:pic></xdr:twoCellAnchor>`,
  )
  const parts: ZipPart[] = [
    { name: 'xl/worksheets/_rels/sheet1.xml.rels', data: relations(relation('rId1', 'drawing', '../drawings/d.xml')) },
    {
      name: 'xl/drawings/d.xml',
      data: `<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:r="${main}">${anchors.join('')}</xdr:wsDr>`,
    },
    {
      name: 'xl/drawings/_rels/d.xml.rels',
      data: relations(...named.map((name, at) => relation(`rId${at}`, 'image', `../media/${name}`))),
    },
    ...pictures.flatMap(({ bytes }, at) => (bytes ? [{ name: `xl/media/${named[at]}`, data: bytes }] : [])),
  ]
  return zip(rawParts({ sheet, ...more, more: parts }))
}

const head = inlineRow(['Style', 'Name', 'Category', 'Vendor', '图片'])
const styleRow = (code: string) => inlineRow([code, 'N', 'Dresses', 'GZ01'])
const xlsx = (bytes: Uint8Array) => ({ name: 'styles.xlsx', bytes })

describe('pictures in a workbook', () => {
  // Would catch: a reader that knows one way of anchoring only, or takes the row in which a picture's corner is for its own.
  it.each([
    ['openpyxl', 'OPX', [1, 2]],
    ['libreoffice', 'LBO', [1, 3]],
  ] as const)(
    'as %s saves them go to the styles of their rows, and once more change nothing',
    async (program, code, rows) => {
      const { bytes } = await fixture(`pictures/${program}.xlsx`)
      const file = { name: `${program}.xlsx`, bytes }
      const before = await storedFiles()
      const looked = await bring('styles', file, 'check')
      expect(looked).toMatchObject({ state: 'checked', pictures: { new: 2, unchanged: 0, refused: 0 }, fault_count: 0 })
      expect([await shown(`${code}%`), await storedFiles()]).toEqual([[], before])
      expect(await bring('styles', file)).toMatchObject({ state: 'taken', pictures: { new: 2 } })
      expect(await shown(`${code}%`)).toEqual(rows.map((row) => `${code}${row} 1`))
      expect(await bring('styles', file)).toMatchObject({
        ...{ state: 'taken', kinds: { styles: { unchanged: 3 } } },
        pictures: { new: 0, unchanged: 2, refused: 0 },
      })
      // Would catch: a drawing of every picture that stays behind for nobody.
      expect(await storedFiles()).toBe(before + 2)
      const { body } = await admin.call(contract.pictures.styles, { search: `${code}1` })
      expect(body.data.rows[0]).toMatchObject({ style_id: `${code}1`, picture: expect.any(String) })
    },
  )

  // Built by hand after files of WPS, which is not at hand. Would catch: pictures in cells that are lost in silence.
  it('in cells, as WPS writes them, are read by their formula', async () => {
    const formula = (id: string) =>
      `<c r="E2" t="str"><f>_xlfn.DISPIMG("${id}",1)</f><v>=DISPIMG("${id}",1)</v></c>`
        .replaceAll('"I', '&quot;I')
        .replaceAll('",1', '&quot;,1')
    const row = (id: string) => styleRow('ST-A').replace('</row>', `${formula(id)}</row>`)
    const parts = [
      {
        name: 'xl/cellimages.xml',
        data: `<etc:cellImages xmlns:etc="e" xmlns:xdr="x" xmlns:a="a" xmlns:r="${main}"><etc:cellImage><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="ID_A1"/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId1"/></xdr:blipFill></xdr:pic></etc:cellImage></etc:cellImages>`,
      },
      { name: 'xl/_rels/cellimages.xml.rels', data: relations(relation('rId1', 'image', 'media/image1.jpeg')) },
      { name: 'xl/media/image1.jpeg', data: await plainPhoto() },
    ]
    const file = (id: string) => xlsx(zip(rawParts({ sheet: worksheet(head + row(id)), more: parts })))
    expect(await bring('styles', file('ID_A1'))).toMatchObject({ state: 'taken', pictures: { new: 1 } })
    expect(await shown('ST-A')).toEqual(['ST-A 1'])
    expect(await bring('styles', file('ID_GONE'))).toMatchObject({
      ...{ state: 'refused', pictures: { new: 0, refused: 1 } },
      faults: [{ cell: 'E2', column: 'Picture / 图片', message: expect.stringContaining('cannot be read') }],
    })
  })

  // Built by hand after the format's description. Would catch: "place in cell" of Excel 365 that is taken for an error, or for nothing.
  it('in cells, as Excel 365 places them, are read over its rich values', async () => {
    const row = styleRow('ST-B').replace('</row>', '<c r="E2" t="e" vm="1"><v>#VALUE!</v></c></row>')
    const parts = [
      {
        name: 'xl/metadata.xml',
        data: '<metadata><metadataTypes count="1"><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLRICHVALUE" count="1"><bk><extLst><ext uri="u"><xlrd:rvb i="0"/></ext></extLst></bk></futureMetadata><valueMetadata count="1"><bk><rc t="1" v="0"/></bk></valueMetadata></metadata>',
      },
      { name: 'xl/richData/rdrichvalue.xml', data: '<rvData count="1"><rv s="0"><v>0</v><v>5</v></rv></rvData>' },
      {
        name: 'xl/richData/rdrichvaluestructure.xml',
        data: '<rvStructures count="1"><s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/></s></rvStructures>',
      },
      {
        name: 'xl/richData/richValueRel.xml',
        data: `<richValueRels xmlns:r="${main}"><rel r:id="rId1"/></richValueRels>`,
      },
      {
        name: 'xl/richData/_rels/richValueRel.xml.rels',
        data: relations(relation('rId1', 'image', '../media/image1.png')),
      },
      {
        name: 'xl/media/image1.png',
        data: await sharp(await plainPhoto())
          .png()
          .toBuffer(),
      },
    ]
    const file = xlsx(zip(rawParts({ sheet: worksheet(head + row), more: parts })))
    expect(await bring('styles', file)).toMatchObject({ state: 'taken', pictures: { new: 1 } })
    expect(await shown('ST-B')).toEqual(['ST-B 1'])
  })

  // Would catch: a faulty picture that is dropped in silence, that takes its row or the whole file down with it, or whose place nobody tells.
  it('that are broken, double, linked or on no row are told at their cell; good rows and pictures are taken without them', async () => {
    const photo = await plainPhoto(200, 200)
    const sheet = worksheet(head + ['ST-A', 'ST-B', 'ST-C', 'ST-E'].map(styleRow).join(''))
    const file = xlsx(
      withDrawing(sheet, [
        { row: 0, name: 'emf', bytes: Buffer.from('a logo over the header') },
        { row: 1, bytes: photo.subarray(0, photo.length / 2) },
        { row: 2, bytes: await plainPhoto() },
        { row: 2, bytes: await plainPhoto() },
        { row: 3, isLinked: true },
        { row: 4, bytes: await plainPhoto() },
        { row: 7, bytes: await plainPhoto() },
      ]),
    )
    const before = [await shown('ST-%'), await storedFiles()]
    const faults = [
      { row: 2, cell: 'E2', message: 'The picture is damaged or incomplete.' },
      { row: 3, cell: 'E3', message: 'Two pictures lie on this row. Please leave one.' },
      { row: 4, cell: 'E4', message: expect.stringContaining('link') },
      { row: 8, cell: 'E8', message: 'This picture lies on a row without a record.' },
    ]
    expect(await bring('styles', file)).toMatchObject({ state: 'refused', fault_count: 4, faults })
    expect([await shown('ST-%'), await storedFiles()]).toEqual(before)
    expect(await bring('styles', file, 'good_rows')).toMatchObject({
      ...{ state: 'taken', pictures: { new: 1, refused: 4 }, kinds: { styles: { unchanged: 4, refused: 0 } } },
    })
    expect(await shown('ST-E')).toEqual(['ST-E 1'])
    expect(await storedFiles()).toBe(Number(before[1]) + 1)
  })

  // Would catch: text in the column of pictures (an address, a file's name) that is lost in silence.
  it('that are text are at fault', async () => {
    const row = styleRow('ST-A').replace('</row>', '<c r="E2" t="inlineStr"><is><t>a.jpg</t></is></c></row>')
    const file = xlsx(zip(rawParts({ sheet: worksheet(head + row) })))
    expect(await bring('styles', file)).toMatchObject({
      ...{ state: 'refused', pictures: null },
      faults: [{ cell: 'E2', value: 'a.jpg', message: 'A picture belongs into this cell, not text.' }],
    })
  })

  // Would catch: a colour's picture put on the whole style, and two rows of a colour that fight for its place.
  it('of SKUs are of the colour of their row', async () => {
    const [red, other] = [await plainPhoto(), await plainPhoto()]
    const rows = ['D-RED-S', 'D-RED-M', 'D-BLU-M'].map((sku) => inlineRow([sku]))
    const sheet = worksheet(inlineRow(['NM SKU']) + rows.join(''))
    const same = [
      { row: 1, bytes: red },
      { row: 2, bytes: red },
    ]
    expect(await bring('skus', { name: 's.xlsx', bytes: withDrawing(sheet, same) })).toMatchObject({
      ...{ state: 'taken', pictures: { new: 1, refused: 0 } },
    })
    expect(await shown('ST-D')).toEqual(['ST-D Red 1'])
    const two = [
      { row: 1, bytes: red },
      { row: 2, bytes: other },
    ]
    expect(await bring('skus', { name: 's.xlsx', bytes: withDrawing(sheet, two) })).toMatchObject({
      faults: [{ row: 3, message: 'Another row has another picture of the same style and colour.' }],
    })
    // What another style shows already is drawn for this one, too, and a new picture takes the first place.
    const moved = withDrawing(sheet, [
      { row: 3, bytes: red },
      { row: 1, bytes: other },
    ])
    expect(await bring('skus', { name: 's.xlsx', bytes: moved })).toMatchObject({ pictures: { new: 2 } })
    expect(await shown('ST-D')).toEqual(['ST-D Blue 1', 'ST-D Red 1'])
  })
})
