import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dotsPerMm } from '../../src/server/documents/bitmap.ts'
import type { LabelDrawing } from '../../src/server/documents/label-model.ts'
import {
  barcodeLabelsFile,
  shippingLabelsFile,
  skuLabelsFile,
  testPageFile,
} from '../../src/server/documents/labels.ts'
import { fitText } from '../../src/server/documents/text-fit.ts'
import { openTypeface } from '../../src/server/documents/typeface.ts'
import { labelsZpl } from '../../src/server/documents/zpl.ts'
import { LABEL_SIZES } from '../../src/shared/areas/labels/rules.ts'
import { type PrintForm, type ZplResolution, zplResolutions } from '../../src/shared/kernel/printing.ts'
import { ssccElement } from '../../src/shared/kernel/sscc.ts'
import { LONG_TEXTS, makeContentLine, makeShippingLabel, makeSkuLabel } from '../support/labels.ts'
import { type PrintedPage, scanPictures, withPrinted } from '../support/printed.ts'
import { type Canvas, pgm } from '../support/zpl/canvas.ts'
import { printZpl, type ZplField, type ZplPrint } from '../support/zpl/print.ts'

const typeface = openTypeface()

const formOf = (resolution: ZplResolution): PrintForm => `zpl-${resolution}`

type Make = (form: PrintForm) => Readable

const prints = new Map<string, Promise<ZplPrint>>()
const names = new Map<Make, number>()

/** The same job is printed once for all tests that look at it. */
function printed(make: Make, resolution: ZplResolution, wider = 1): Promise<ZplPrint> {
  if (!names.has(make)) names.set(make, names.size)
  const key = `${names.get(make)} ${resolution} ${wider}`
  const known = prints.get(key)
  if (known) return known
  const print = buffer(make(formOf(resolution))).then((bytes) => printZpl(bytes, { wider }))
  prints.set(key, print)
  return print
}

/** Ordinary boxes, then heavy and hostile ones, some without a tracking id. */
const boxes = Array.from({ length: 12 }, (_, index) => {
  const words = LONG_TEXTS[index % LONG_TEXTS.length] ?? ''
  if (index < 2) return makeShippingLabel(index)
  return makeShippingLabel(index, {
    vendor: { code: words, name: words, nameZh: words, address: words, addressZh: words },
    company: words,
    destination: { name: words, nameZh: words, address: words, addressZh: words },
    contents: Array.from({ length: index * 2 }, (_, line) => ({ ...makeContentLine(line), color: words })),
    trackingId: index % 3 === 0 ? null : `YT${7_700_000_000 + index}`,
  })
})
const skus = [
  makeSkuLabel(0),
  makeSkuLabel(1, { nmSku: 'NM-DRS-2040-SAGEGREEN-XXL' }),
  makeSkuLabel(2, { nmSku: 'nm>^~_\\`{}|' }),
  makeSkuLabel(3, { styleName: LONG_TEXTS[0] ?? '', styleNameZh: LONG_TEXTS[1] ?? '' }),
  makeSkuLabel(4, { nmSku: '00012345678901234567' }),
]
const { vendor: from, destination: to } = makeShippingLabel(0)
const barcodes = [
  { code: 'SHELF-A-12', title: 'Shelf A-12', subtitle: '货架 A 区' },
  { code: '369012340000010005', title: 'SHP-2026-000381', subtitle: '12', way: { from, to } },
]

const shipping: Make = (form) => shippingLabelsFile(boxes, { form })
const sku: Make = (form) => skuLabelsFile(skus, { form })
const barcode: Make = (form) => barcodeLabelsFile(barcodes, { form })
const testPage =
  (size: { widthMm: number; heightMm: number }): Make =>
  (form) =>
    testPageFile({ ...size, printer: 'Zebra ZD421 装箱台 2' }, { form })

/** Names as papers carry them, long ones too. */
const named: Make = (form) => {
  const [name = '', nameZh = '', address = ''] = LONG_TEXTS
  const destination = { name, nameZh, address, addressZh: nameZh }
  const labels = [makeShippingLabel(0), makeShippingLabel(1, { destination, trackingId: null })]
  return shippingLabelsFile(labels, { form })
}

const kinds = [
  ['shipping', shipping, LABEL_SIZES.shipping],
  ['sku', sku, LABEL_SIZES.sku],
  ['barcode', barcode, LABEL_SIZES.barcode],
  ['box', testPage(LABEL_SIZES.box), LABEL_SIZES.box],
] as const

describe.each(zplResolutions)('labels for a %i dpi printer', (resolution) => {
  const perMm = dotsPerMm(resolution)
  // 8 dots a millimetre, as 203 dpi heads have, are 203.2.
  const dpi = perMm * 25.4

  // Would catch: a label of another size than its paper, which the printer tears off at the wrong place.
  it.each(kinds)(
    'of the kind %s have its size to the dot, all ink on them, and leave nothing in the printer',
    async (_, make, size) => {
      const { labels, saved, stored } = await printed(make, resolution)
      for (const label of labels) {
        expect([label.width, label.height]).toEqual([
          Math.round(size.widthMm * perMm),
          Math.round(size.heightMm * perMm),
        ])
        expect(label.spilled).toBe(0)
      }
      expect(saved).toEqual([])
      // What many labels share is sent once, not with each of them: with and without a tracking id, here.
      expect(stored).toBeLessThanOrEqual(2)
    },
  )

  // Would catch: a font that runs a little wider than is believed, which pushes a name over the edge or into a code.
  it('keep their texts in place where the printer’s font runs 5 % wider', async () => {
    for (const make of [shipping, sku]) {
      const { labels } = await printed(make, resolution, 1.05)
      expect(labels.map((label) => label.spilled)).toEqual(labels.map(() => 0))
    }
  })

  // What is sent is not yet what a scanner reads: the codes are encoded anew from ^BC's data, drawn and scanned.
  it('are read by a scanner: SSCC from Code 128 and QR, the tracking id from its own code', async () => {
    const pages = await scanned(await printed(shipping, resolution))
    for (const [index, box] of boxes.entries()) {
      const element = ssccElement(box.sscc)
      const expected = [
        { type: 'CODE-128', data: element },
        { type: 'QR-Code', data: element },
        ...(box.trackingId === null ? [] : [{ type: 'CODE-128', data: box.trackingId }]),
      ]
      expect(pages[index]).toHaveLength(expected.length)
      expect(pages[index]).toEqual(expect.arrayContaining(expected))
    }
  })

  it('are read by a scanner: any SKU, and the samples of the test page', async () => {
    const read = await scanned(await printed(sku, resolution))
    expect(read.map((page) => page.map((code) => code.data))).toEqual(skus.map(({ nmSku }) => [nmSku]))
    const codes = fc.sample(
      fc.string({ unit: fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789-_./>^~'), minLength: 4, maxLength: 32 }),
      { numRuns: 32, seed: 11 },
    )
    const many = codes.map((nmSku, index) => makeSkuLabel(index, { nmSku }))
    const pages = await scanned(await printed((form) => skuLabelsFile(many, { form }), resolution))
    expect(pages.map((page) => page.map((code) => code.data))).toEqual(codes.map((code) => [code]))
    const [samples] = await scanned(await printed(testPage(LABEL_SIZES.sku), resolution))
    expect(samples?.map((code) => `${code.type} ${code.data}`).sort()).toEqual([
      'CODE-128 SELVEDGE',
      'QR-Code SELVEDGE',
    ])
  })

  // Would catch: modules of a broken width, a code grown into its neighbours, an SSCC smaller than GS1 allows.
  it('have codes of whole dots with their quiet zones white', async () => {
    const { labels } = await printed(shipping, resolution)
    for (const label of labels) {
      for (const field of label.fields) {
        if (field.kind !== 'code128') continue
        expect(field.module).toBeGreaterThanOrEqual(2)
        const quiet = 10 * field.module
        const beside = [field.x - quiet, field.x + field.width].map((x) => ({ ...field, x, width: quiet }))
        expect(beside.map((box) => inkShare(label, box))).toEqual([0, 0])
        if (field.data.startsWith('>;>8')) expect(field.module / perMm).toBeGreaterThanOrEqual(0.495)
      }
    }
  })

  // Would catch: Chinese as blanks, as boxes, in a wrong weight or beside its place.
  it('show all that the PDF shows, where it shows it', async () => {
    for (const make of [named, sku, barcode, testPage(LABEL_SIZES.box)]) {
      const { labels } = await printed(make, resolution)
      const pages = await withPrinted(make('pdf'), (pdf) => pdf.pages(dpi))
      expect(labels).toHaveLength(pages.length)
      for (const [index, label] of labels.entries()) {
        const page = pages[index]
        if (!page) continue
        const drawn = { ...label, x: 0, y: 0 }
        expect(likeness(label, page, drawn, label.fields.flatMap(otherwiseOnPages))).toBeGreaterThan(0.95)
        for (const field of label.fields)
          if (field.kind === 'graphic' && field.height < field.width / 2)
            expect(likeness(label, page, field), JSON.stringify(field)).toBeGreaterThan(0.95)
      }
    }
  })

  it('are as many as asked for, a repeated one sent once', async () => {
    const labels = [makeSkuLabel(0, { copies: 3 }), makeSkuLabel(1, { copies: 2 })]
    const print = await printed((form) => skuLabelsFile(labels, { form }), resolution)
    expect(print.labels.map((label) => label.copies)).toEqual([3, 2])
    const same = { code: 'A-1', title: 'a', subtitle: 'b' }
    const other = { ...same, code: 'A-2' }
    const repeated = await printed((form) => barcodeLabelsFile([same, same, other, same], { form }), resolution)
    expect(repeated.labels.map((label) => label.copies)).toEqual([2, 1, 1])
  })
})

describe('words of strangers in ZPL', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: fc.constantFrom(...'^~\\_\u0010\n\r,XAZFSDJ00字é'), maxLength: 60 }),
    fc.constantFrom('^XZ^XA^JUS', '~JR', '^FS^XZ~HS', '\u0003^XA', '_5EXZ', '^FH', ...LONG_TEXTS),
  )

  // Would catch: a vendor's name that ends its field and gives the printer commands of its own.
  it('are text and nothing else: the printer hears the same commands whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, fc.constantFrom(...zplResolutions), async (a, b, resolution) => {
        const fitted = [a, b].map((words, index) =>
          fitText(words, { x: 1, y: 1 + index * 9, width: 48, height: 8 }, { face: typeface.bold, size: 3, lines: 2 }),
        )
        const drawing = { widthMm: 50, heightMm: 20, furniture: [], marks: fitted }
        const bytes = await buffer(labelsZpl([drawing], typeface, resolution))
        // An unknown command throws, and so does a known one in a wrong place.
        const { labels } = printZpl(bytes)
        const fields = labels.flatMap((label) => label.fields)
        const lines = fitted.flatMap((mark) => mark.lines)
        expect(bytes.toString('latin1').match(/\^XA/g)).toHaveLength(1)
        expect(fields.length).toBeLessThanOrEqual(lines.length)
        const texts = fields.flatMap((field) => (field.kind === 'text' ? [field.text] : []))
        for (const shown of texts) expect(lines.map((line) => line.text)).toContain(shown)
      }),
    )
  })

  it('reach the printer unchanged where its own font writes them', async () => {
    const { labels } = await printed((form) => skuLabelsFile([makeSkuLabel(0, { nmSku: 'NM_1-2' })], { form }), 203)
    const texts = labels
      .flatMap((label) => label.fields)
      .flatMap((field) => (field.kind === 'text' ? [field.text] : []))
    expect(texts).toContain('NM_1-2')
  })
})

describe('the ZPL of a job', () => {
  it('fails clearly without any label', async () => {
    await expect(buffer(shippingLabelsFile([], { form: 'zpl-203' }))).rejects.toThrow('There is no label to print.')
  })

  it('passes on what goes wrong while labels are read', async () => {
    async function* broken(): AsyncGenerator<LabelDrawing> {
      yield { widthMm: 10, heightMm: 10, furniture: [], marks: [] }
      throw new Error('the database went away')
    }
    await expect(buffer(labelsZpl(broken(), typeface, 203))).rejects.toThrow('the database went away')
  })

  // Would catch: a writer that gathers the whole job before the first byte leaves.
  it('leaves while its labels are still being made', async () => {
    let made = 0
    function* drawings(): Generator<LabelDrawing> {
      for (; made < 2_000; made++) {
        const mark = fitText(
          `第 ${made} 箱 ${'箱'.repeat(40)}`,
          { x: 1, y: 1, width: 98, height: 8 },
          { face: typeface.bold, size: 6, smallest: 2 },
        )
        yield { widthMm: 100, heightMm: 10, furniture: [], marks: [mark] }
      }
    }
    for await (const _ of labelsZpl(drawings(), typeface, 203)) break
    expect(made).toBeLessThan(1_000)
  })

  // Zebra's own picture commands are the only thing that outlives a label in the printer.
  it('stores what its labels share under a name of its content', async () => {
    const [first, second] = await Promise.all([shipping, sku].map((make) => buffer(make('zpl-203'))))
    const names = (bytes: Buffer | undefined) =>
      [...(bytes?.toString('latin1') ?? '').matchAll(/~DGR:(\w+)\.GRF/g)].map(([, name]) => name)
    expect(new Set([...names(first), ...names(second)]).size).toBe(3)
    expect(await buffer(sku('zpl-203'))).toEqual(second)
  })
})

async function scanned(print: ZplPrint) {
  return scanPictures(print.labels.map((label) => pgm(label)))
}

interface DotBox {
  x: number
  y: number
  width: number
  height: number
}

function inkShare(label: Canvas, box: DotBox): number {
  let ink = 0
  for (const at of dotsOf(label, box)) ink += label.dots[at] ?? 0
  return ink / (box.width * box.height)
}

/** Where a label differs from its page on purpose: the printer's own font, and modules of this head's dots. */
function otherwiseOnPages(field: ZplField): DotBox[] {
  const isQr = field.kind === 'graphic' && field.height <= field.width && field.height > 0.8 * field.width
  if (field.kind === 'code128' || isQr) {
    const more = Math.ceil(field.width * 0.06)
    return [{ x: field.x - more, y: field.y - more, width: field.width + 2 * more, height: field.height + 2 * more }]
  }
  if (field.kind !== 'text') return []
  const more = Math.ceil((field.end - field.x) * 0.15)
  const above = Math.ceil(field.height * 1.1)
  return [
    {
      x: field.x - more,
      y: field.y - above,
      width: field.end - field.x + 2 * more,
      height: above + Math.ceil(field.height * 0.4),
    },
  ]
}

function holds({ x, y, width, height }: DotBox, dotX: number, dotY: number): boolean {
  return dotX >= x && dotX < x + width && dotY >= y && dotY < y + height
}

/**
 * How much of each one's ink lies on the other's or beside it by a dot (edges are rounded otherwise): the smaller share of the
 * two, so neither may have what the other lacks.
 */
function likeness(label: Canvas, page: PrintedPage, box: DotBox, without: readonly DotBox[] = []): number {
  const places = [...dotsOf(label, box)].filter(
    (at) => !without.some((other) => holds(other, at % label.width, Math.floor(at / label.width))),
  )
  const onLabel = (x: number, y: number) => x >= 0 && x < label.width && label.dots[y * label.width + x] === 1
  const onPage = (x: number, y: number) => x >= 0 && x < page.width && (page.grey[y * page.width + x] ?? 255) < 140
  const near = (ink: Inked, other: Inked) => shareNear(places, label.width, ink, other)
  return Math.min(near(onLabel, onPage), near(onPage, onLabel))
}

type Inked = (x: number, y: number) => boolean

function shareNear(places: readonly number[], width: number, ink: Inked, other: Inked): number {
  let all = 0
  let near = 0
  for (const at of places) {
    const x = at % width
    const y = Math.floor(at / width)
    if (!ink(x, y)) continue
    all++
    if ([0, -1, 1].some((down) => [0, -1, 1].some((across) => other(x + across, y + down)))) near++
  }
  return all === 0 ? 1 : near / all
}

function* dotsOf(label: Canvas, { x, y, width, height }: DotBox): Generator<number> {
  for (let row = Math.max(0, y); row < Math.min(label.height, y + height); row++)
    for (let column = Math.max(0, x); column < Math.min(label.width, x + width); column++)
      yield row * label.width + column
}
