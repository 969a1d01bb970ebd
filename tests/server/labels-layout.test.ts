import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Box, LabelDrawing, LineMark, Mark, TextMark } from '../../src/server/documents/label-model.ts'
import { allMarks, DOT_MM } from '../../src/server/documents/label-model.ts'
import { barcodeLabelLayout, skuLabelLayout } from '../../src/server/documents/labels.ts'
import { shippingLabelLayout } from '../../src/server/documents/shipping-label.ts'
import { testPageLayout } from '../../src/server/documents/test-page.ts'
import { fitText } from '../../src/server/documents/text-fit.ts'
import { MISSING, openTypeface } from '../../src/server/documents/typeface.ts'
import { PRINT_SIZES } from '../../src/shared/areas/labels/rules.ts'
import { LONG_TEXTS, makeContentLine, makeShippingLabel, makeSkuLabel } from '../support/labels.ts'

const typeface = openTypeface()
const shipping = shippingLabelLayout(typeface)
const sku = skuLabelLayout(typeface)
const barcode = barcodeLabelLayout(typeface)

const testPage = testPageLayout(typeface)

const NEAR = 1e-6
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 500 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: fc.constantFrom('字', 'W', 'é', ' ', '骐', '-', '\u202e', '\u0301', '\ud800'), maxLength: 500 }),
  fc.constantFrom(...LONG_TEXTS),
)

const shippingLabel = fc
  .record({
    code: text,
    words: fc.array(text, { minLength: 6, maxLength: 6 }),
    trackingId: fc.option(text),
    lines: fc.integer({ min: 0, max: 40 }),
    boxNo: fc.string({ maxLength: 40, unit: 'grapheme' }),
    position: fc.integer({ min: 1, max: 99_999 }),
  })
  .map(({ code, words: [a = '', b = '', c = '', d = '', e = '', f = ''], trackingId, lines, boxNo, position }) =>
    makeShippingLabel(1, {
      vendor: { code, name: a, nameZh: b, address: f, addressZh: e },
      company: c,
      destination: { name: c, nameZh: d, address: e, addressZh: a },
      shipmentId: f,
      trackingId,
      boxNo,
      position,
      boxCount: 99_999,
      contents: Array.from({ length: lines }, (_, index) => ({
        ...makeContentLine(index),
        nmSku: a,
        color: b,
        size: c,
      })),
    }),
  )

describe('label layouts', () => {
  // A text, a rule or a code over the edge is cut by the printer, or pushes the next label off its place.
  it('keep every mark on the label and every text in its box, whatever the words', () => {
    fc.assert(fc.property(shippingLabel, (label) => holds(shipping(label))))
    fc.assert(fc.property(text, text, text, (a, b, c) => holds(barcode({ code: a, title: b, subtitle: c }))))
    const skuLabel = fc.record({ nmSku: text, styleName: text, styleNameZh: text, color: text, size: text })
    fc.assert(fc.property(skuLabel, (changes) => holds(sku(makeSkuLabel(0, changes)))))
  })

  // Would catch: a ruler's number over the edge, words in the quiet zone of a code, a negative width on a ring label.
  it('keep the test page of any size on its paper, each thing in a place of its own', () => {
    const side = fc.oneof(fc.integer({ min: 5, max: 300 }), fc.double({ min: 5, max: 1_000, noNaN: true }))
    fc.assert(
      fc.property(side, side, text, (widthMm, heightMm, printer) => {
        const drawing = testPage({ widthMm, heightMm, printer })
        holds(drawing)
        placesApart(drawing)
      }),
    )
  })

  // Would catch: rulers on A4 that begin where no office printer prints, so that nothing shows whether it scales.
  it('keep the test page of a sheet out of the margin that printers for sheets leave white', () => {
    const { widthMm, heightMm } = PRINT_SIZES.paper
    const printable = { x: 8, y: 8, width: widthMm - 16, height: heightMm - 16 }
    for (const mark of testPage({ widthMm, heightMm, printer: 'Office' }).marks) {
      const room = mark.kind === 'line' ? roomOf(mark) : placeOf(mark)
      expect(inside(room, printable), JSON.stringify(mark)).toBe(true)
    }
  })

  // Two texts in one place are both unreadable (a long vendor code ran into the vendor's name once).
  it('give each text a place of its own and keep the quiet zones of codes empty', () => {
    for (const drawing of [shipping(makeShippingLabel(0)), sku(makeSkuLabel(0)), barcode(LONG_BARCODE)]) {
      placesApart(drawing)
    }
  })

  // Modules that are not whole dots come out 2 and 3 dots wide in turn, and scanners fail on them.
  it('draw codes in whole dots of a 203 dpi head, never of one dot, with their quiet zones on the label', () => {
    fc.assert(
      fc.property(text, (code) => {
        for (const mark of barcode({ code, title: '', subtitle: '' }).marks) {
          if (mark.kind !== 'code128' && mark.kind !== 'qr') continue
          expect(mark.dots).toBeGreaterThanOrEqual(2)
          const modules = mark.kind === 'qr' ? mark.side : mark.runs.reduce((sum, run) => sum + run, 0)
          expect(mark.box.width / DOT_MM).toBe(modules * mark.dots)
          expect((mark.box.x / DOT_MM) % 1).toBe(0)
          expect(mark.quiet / (mark.dots * DOT_MM)).toBe(mark.kind === 'qr' ? 4 : 10)
        }
      }),
    )
  })

  it('say how many lines and pieces do not fit', () => {
    const contents = Array.from({ length: 30 }, (_, index) => ({ ...makeContentLine(index), quantity: 2 }))
    const words = textsOf(shipping(makeShippingLabel(0, { contents })))
    expect(words).toContain('+26 more (52 pcs) / 另有 26 项（52 件）')
    expect(words).toContain('60')
  })

  // Would catch: a label that says 2 / 101 on the box that the grid, the door and the packing list call BX-1.
  it('say the box as people call it, and its place among all beside it', () => {
    const named = textsOf(shipping(makeShippingLabel(1, { boxNo: 'BX-1', boxCount: 101 })))
    expect(named).toEqual(expect.arrayContaining(['BX-1', '2 / 101 · 第 2 箱 · 共 101 箱']))
    const numbered = textsOf(shipping(makeShippingLabel(1, { boxCount: 101 })))
    expect(numbered).toEqual(expect.arrayContaining(['2 / 101', '第 2 箱 · 共 101 箱']))
  })

  it('refuse an SSCC whose check digit is wrong: it would be printed and stuck on a box', () => {
    expect(() => shipping(makeShippingLabel(0, { sscc: '369012340000010008' }))).toThrow(RangeError)
  })

  // Each step has its own code: Code 128, then QR, then text.
  it('fall from Code 128 to QR to text as a code grows', () => {
    const kinds = (code: string) => barcode({ code, title: '', subtitle: '' }).marks.map((mark) => mark.kind)
    expect(kinds('NM104200-XS')).toContain('code128')
    expect(kinds('NM-DRS-2040-SAGEGREEN-XXL')).toContain('qr')
    expect(kinds('款号一二三')).toContain('qr')
    expect(kinds('x'.repeat(400))).toEqual(['text', 'text', 'text'])
  })
})

describe('texts', () => {
  it('shrink, then wrap, then end in an ellipsis', () => {
    const box = { x: 0, y: 0, width: 30, height: 7 }
    const style = { face: typeface.medium, size: 4, smallest: 3, lines: 2 }
    const short = fitText('Guangzhou', box, style)
    const shrunk = fitText('Guangzhou Lanyu', box, style)
    const wrapped = fitText('Guangzhou Lanyue Garments', box, style)
    const cut = fitText('Guangzhou Lanyue Garments and Knitwear', box, style)
    expect([short.size, short.lines.length]).toEqual([4, 1])
    expect([shrunk.size < 4, shrunk.lines.length]).toEqual([true, 1])
    expect(wrapped.lines.map((line) => line.text)).toEqual(['Guangzhou Lanyue', 'Garments'])
    expect(cut.lines.at(-1)?.text.endsWith('…')).toBe(true)
  })

  // Names of people and places use characters beyond the everyday subset; a blank there is a wrong address.
  it('show rare characters, and a sign for what the font lacks', () => {
    const { medium, bold } = typeface
    for (const face of [medium, bold]) {
      expect(face.printable('骐禚偾毖堃烨祎赟 繁體 Ａｚ０，。：（） ©×·…–—“” é ₫ →')).not.toContain(MISSING)
      expect(face.printable('a👩‍👩‍👧b')).toBe(`a${MISSING}b`)
      expect(face.printable('مرحبا')).toBe(MISSING.repeat(5))
      expect(face.printable('\ud800x')).toBe(`${MISSING}x`)
      expect(face.printable('e\u0301')).toBe('é')
      expect(face.printable(' a\u0000\t\u202e\nb\u200b ')).toBe('a b')
    }
  })
})

const LONG_BARCODE = { code: 'BOX-00042', title: LONG_TEXTS[0] ?? '', subtitle: LONG_TEXTS[1] ?? '' }

function holds(drawing: LabelDrawing): void {
  const paper = { x: 0, y: 0, width: drawing.widthMm, height: drawing.heightMm }
  for (const mark of allMarks(drawing)) {
    if (mark.kind === 'line') {
      expect(inside(roomOf(mark), paper)).toBe(true)
      continue
    }
    expect(inside(placeOf(mark), paper), JSON.stringify(mark)).toBe(true)
    if (mark.kind === 'text') textHolds(mark)
  }
}

function roomOf({ x1, y1, x2, y2 }: LineMark): Box {
  return { x: x1, y: y1, width: x2 - x1, height: y2 - y1 }
}

function placesApart(drawing: LabelDrawing): void {
  const places = allMarks(drawing)
    .filter((mark) => mark.kind !== 'line' && mark.kind !== 'rect')
    .map(placeOf)
  for (const [index, place] of places.entries())
    for (const other of places.slice(index + 1))
      if (overlap(place, other)) expect.fail(`two things in one place: ${JSON.stringify([place, other])}`)
}

/** Ink of Noto Sans reaches from 0.88 em above the baseline to 0.21 em below it. */
function textHolds({ lines, size, box, weight }: TextMark): void {
  for (const line of lines) {
    const measured = typeface[weight].width(line.text) * size
    expect(measured).toBeCloseTo(line.width, 6)
    const place = { x: line.x, y: line.y - size * 0.88, width: measured, height: size * 1.09 }
    expect(inside(place, box), `${line.text} ${JSON.stringify([place, box])}`).toBe(true)
  }
}

/** A code's place includes its quiet zone. */
function placeOf(mark: Exclude<Mark, { kind: 'line' }>): Box {
  if (mark.kind !== 'code128' && mark.kind !== 'qr') return mark.box
  const above = mark.kind === 'qr' ? mark.quiet : 0
  const { x, y, width, height } = mark.box
  return { x: x - mark.quiet, y: y - above, width: width + 2 * mark.quiet, height: height + 2 * above }
}

function inside(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x - NEAR &&
    inner.y >= outer.y - NEAR &&
    inner.x + inner.width <= outer.x + outer.width + NEAR &&
    inner.y + inner.height <= outer.y + outer.height + NEAR
  )
}

function overlap(a: Box, b: Box): boolean {
  const apart =
    a.x + a.width <= b.x + NEAR ||
    b.x + b.width <= a.x + NEAR ||
    a.y + a.height <= b.y + NEAR ||
    b.y + b.height <= a.y + NEAR
  return !apart
}

function textsOf(drawing: LabelDrawing): string[] {
  return allMarks(drawing).flatMap((mark) => (mark.kind === 'text' ? mark.lines.map((line) => line.text) : []))
}
