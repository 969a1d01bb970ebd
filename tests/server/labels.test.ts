import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LabelDrawing } from '../../src/server/documents/label-model.ts'
import { barcodeLabelsFile, shippingLabelsFile, skuLabelsFile } from '../../src/server/documents/labels.ts'
import { labelsPdf } from '../../src/server/documents/pdf.ts'
import { fitText } from '../../src/server/documents/text-fit.ts'
import { MISSING, openTypeface } from '../../src/server/documents/typeface.ts'
import { MISSING_FACT } from '../../src/shared/kernel/printing.ts'
import { ssccElement } from '../../src/shared/kernel/sscc.ts'
import { LONG_TEXTS, makeContentLine, makeShippingLabel, makeSkuLabel } from '../support/labels.ts'
import { type PrintedPage, withPrinted } from '../support/printed.ts'

const POINTS_PER_MM = 72 / 25.4

/** 20 boxes: ordinary ones, then heavy and hostile ones, some without a tracking id. */
const boxes = Array.from({ length: 20 }, (_, index) => {
  const words = LONG_TEXTS[index % LONG_TEXTS.length] ?? ''
  if (index < 6) return makeShippingLabel(index)
  return makeShippingLabel(index, {
    vendor: { code: words, name: words, nameZh: words, address: words, addressZh: words },
    company: words,
    destination: { name: words, nameZh: words, address: words, addressZh: words },
    contents: Array.from({ length: index * 2 }, (_, line) => ({ ...makeContentLine(line), color: words })),
    trackingId: index % 3 === 0 ? null : `YT${7_700_000_000 + index}`,
  })
})

describe('shipping labels on paper', () => {
  // What is drawn is not yet what a scanner reads: each page is rendered as the printer's head does, and scanned.
  it('are read by a scanner on every label: the SSCC from Code 128 and QR, the tracking id from its own code', async () => {
    const pages = await withPrinted(shippingLabelsFile(boxes), (printed) => printed.codes())
    for (const [index, box] of boxes.entries()) {
      const element = ssccElement(box.sscc)
      expect(pages[index]).toContainEqual({ type: 'QR-Code', data: element })
      expect(pages[index]).toContainEqual({ type: 'CODE-128', data: element })
      if (box.trackingId !== null) expect(pages[index]).toContainEqual({ type: 'CODE-128', data: box.trackingId })
      expect(pages[index]).toHaveLength(box.trackingId === null ? 2 : 3)
    }
  })

  // Would catch: a label that a carrier in China or a guard in Guangzhou cannot read, an empty line where one language is not known, a code lost to the room of addresses.
  it('say where a box comes from and goes to in both languages, or in the one that is known, and how large it is', async () => {
    const label = makeShippingLabel(0)
    const one = makeShippingLabel(1, {
      vendor: { ...label.vendor, address: '' },
      destination: { ...label.destination, addressZh: '' },
      size: null,
    })
    await withPrinted(shippingLabelsFile([label, one]), async (printed) => {
      const [first = '', second = ''] = (await printed.text()).split('\f')
      const words = (text: string) => text.replace(/\s+/g, '')
      for (const { address, addressZh } of [label.vendor, label.destination])
        for (const text of [address, addressZh]) expect(words(first)).toContain(words(text))
      expect(words(first)).toContain('60×40×35.5cm')
      expect(words(first)).toContain('CBM0.085')
      expect(words(second)).toContain(words(label.vendor.addressZh))
      expect(words(second)).not.toContain(words(label.vendor.address))
      expect(words(second)).toContain(words(label.destination.address))
      for (const [at, codes] of (await printed.codes()).entries()) {
        const element = ssccElement((at === 0 ? label : one).sscc)
        expect(codes).toContainEqual({ type: 'QR-Code', data: element })
        expect(codes).toContainEqual({ type: 'CODE-128', data: element })
      }
    })
  })

  // A page of another size is scaled by the driver, and its codes with it.
  it('are one page a box of 100 × 150 mm, with title and language', async () => {
    await withPrinted(shippingLabelsFile(boxes, { title: '箱唛 SHP-1', language: 'zh-CN' }), async (printed) => {
      const info = await printed.info('-box', '-l', '20')
      expect(info).toMatch(/Title: +箱唛 SHP-1/)
      expect(info).toMatch(/Pages: +20\n/)
      expectBoxes(info, 20, 100, 150)
      expect(await printed.check()).toContain('No syntax or stream encoding errors found')
    })
  })

  // A font that is not embedded is replaced on the next machine; a whole one makes the file 20 MB.
  it('embed a subset of each font, from which Chinese can be copied', async () => {
    await withPrinted(shippingLabelsFile(boxes.slice(0, 2)), async (printed) => {
      const fonts = (await printed.fonts()).trim().split('\n').slice(2)
      expect(fonts).toHaveLength(2)
      for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+NotoSansSC-\w+ +CID TrueType +Identity-H +yes yes yes/)
      const text = await printed.text()
      for (const words of ['广州市蓝悦服饰有限公司', '广州质检仓', '第 2 箱', '象牙白', '运单号', '(00) 3 6901234'])
        expect(text).toContain(words)
    })
  })

  // Would catch: an address in Hindi or Tamil that prints as empty squares, or letter by letter without its ligatures; an unknown sign that
  // nobody is told of before it is printed.
  it('show Hindi and Tamil shaped, and tell what no font has', async () => {
    const destination = {
      name: 'Gurugram कार्यालय',
      nameZh: '古尔冈仓',
      address: 'क्षत्रिय मार्ग, हरियाणा',
      addressZh: 'திருப்பூர்',
    }
    await withPrinted(shippingLabelsFile([makeShippingLabel(0, { destination })]), async (printed) => {
      const text = await printed.text()
      for (const words of ['Gurugram कार्यालय', 'क्षत्रिय मार्ग, हरियाणा', 'திருப்பூர்']) expect(text).toContain(words)
      const fonts = await printed.fonts()
      for (const font of ['NotoSansDevanagari', 'NotoSansTamil']) expect(fonts).toContain(font)
      expect(await printed.info('-custom')).not.toContain(MISSING_FACT)
    })
    const { medium } = openTypeface()
    const apart = [...'क्ष'].reduce((sum, letter) => sum + medium.width(letter), 0)
    expect(medium.width('क्ष')).toBeLessThan(apart)
    const unknown = makeShippingLabel(0, { destination: { ...destination, address: 'বাংলা 1' } })
    await withPrinted(shippingLabelsFile([unknown]), async (printed) => {
      expect(await printed.info('-custom')).toMatch(new RegExp(`${MISSING_FACT}: +বাং লা`))
    })
  })

  // A vendor who once wrote a dictionary's radical made Guangzhou uncopyable in every later label of the process.
  it('copy as people write, whatever twin of a character was printed before', async () => {
    expect(openTypeface().medium.printable('\u2f34\u5dde')).toBe('广州')
    await withPrinted(shippingLabelsFile(boxes.slice(0, 1)), async (printed) => {
      expect(await printed.text()).toContain('广州质检仓')
    })
  })

  it('fail clearly without any label, instead of making a PDF without a page', async () => {
    await expect(buffer(shippingLabelsFile([]))).rejects.toThrow('There is no label to print.')
  })

  it('pass on what goes wrong while labels are read', async () => {
    async function* broken(): AsyncGenerator<LabelDrawing> {
      yield { widthMm: 10, heightMm: 10, furniture: [], marks: [] }
      throw new Error('the database went away')
    }
    const pdf = labelsPdf(broken(), openTypeface(), { title: 'x', language: 'en' })
    await expect(buffer(pdf)).rejects.toThrow('the database went away')
  })
})

describe('small labels on paper', () => {
  const codes = fc.sample(
    fc.string({ unit: fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789-_./'), minLength: 4, maxLength: 32 }),
    { numRuns: 48, seed: 7 },
  )

  // Start sets, set changes and the fall to QR differ from code to code: a few fixed codes would not show a fault there.
  it('are read back as the very SKU, whatever its letters and length', async () => {
    const labels = codes.map((nmSku, index) => makeSkuLabel(index, { nmSku }))
    const pages = await withPrinted(skuLabelsFile(labels), (printed) => printed.codes())
    expect(pages.map((page) => page.map((code) => code.data))).toEqual(codes.map((code) => [code]))
  })

  it('are 50 × 30 mm, as many as copies were asked for', async () => {
    const labels = [makeSkuLabel(0, { copies: 3 }), makeSkuLabel(1, { copies: 2 })]
    await withPrinted(skuLabelsFile(labels), async (printed) => {
      expectBoxes(await printed.info('-box', '-l', '5'), 5, 50, 30)
      const read = (await printed.codes()).map(([code]) => code?.data)
      expect(read).toEqual([0, 0, 0, 1, 1].map((index) => makeSkuLabel(index).nmSku))
    })
  })

  it('of any code show title and subtitle', async () => {
    const label = { code: 'SHELF-A-12', title: 'Shelf A-12', subtitle: '货架 A 区' }
    await withPrinted(barcodeLabelsFile([label]), async (printed) => {
      expect(await printed.codes()).toEqual([[{ type: 'CODE-128', data: 'SHELF-A-12' }]])
      expect(await printed.text()).toMatch(/Shelf A-12[\s\S]*货架 A 区/)
    })
  })
})

describe('the small label of a box', () => {
  // Would catch: addresses that push the code off the label or out of a scanner's reach.
  it('says both addresses in both languages and is still read', async () => {
    const { sscc, vendor: from, destination: to } = makeShippingLabel(0)
    const label = { code: sscc, title: 'SHP-2026-000381', subtitle: '12', way: { from, to } }
    await withPrinted(barcodeLabelsFile([label]), async (printed) => {
      const text = (await printed.text()).replace(/\s+/g, '')
      for (const each of [from.address, from.addressZh, to.address, to.addressZh])
        expect(text).toContain(each.replace(/\s+/g, ''))
      expect(await printed.codes()).toEqual([[{ type: 'CODE-128', data: sscc }]])
    })
  })
})

describe('glyphs on paper', () => {
  // Text can be extracted from a PDF whose glyphs are all blank (a .woff2 font does that), so the ink itself is compared.
  it('of every weight have ink, each its own', async () => {
    const typeface = openTypeface()
    const box = { x: 1, y: 1, width: 12, height: 12 }
    const signs = [...'广州质检仓箱骐禚龘繁ＡAg8', MISSING]
    const drawings = signs.flatMap((sign) =>
      [typeface.medium, typeface.bold].map((face) => ({
        widthMm: 14,
        heightMm: 14,
        furniture: [],
        marks: [fitText(sign, box, { face, size: 10 })],
      })),
    )
    const pdf = labelsPdf(Readable.from(drawings), typeface, { title: 'glyphs', language: 'zh-CN' })
    const pages = await withPrinted(pdf, (printed) => printed.pages())
    const prints = pages.map((page) => Buffer.from(page.grey).toString('base64'))
    expect(pages.map(darkDots).every((dots) => dots > 80)).toBe(true)
    expect(new Set(prints).size).toBe(drawings.length)
  })
})

function darkDots({ grey }: PrintedPage): number {
  return grey.reduce((dots, value) => dots + (value < 128 ? 1 : 0), 0)
}

/** Media and trim box of each page, within half a millimetre. */
function expectBoxes(info: string, pages: number, widthMm: number, heightMm: number): void {
  const found = [...info.matchAll(/Page +\d+ (MediaBox|TrimBox): +(\S+) +(\S+) +(\S+) +(\S+)/g)]
  expect(found).toHaveLength(pages * 2)
  for (const [, , left, top, right, bottom] of found) {
    expect([Number(left), Number(top)]).toEqual([0, 0])
    expect(Math.abs(Number(right) / POINTS_PER_MM - widthMm)).toBeLessThan(0.5)
    expect(Math.abs(Number(bottom) / POINTS_PER_MM - heightMm)).toBeLessThan(0.5)
  }
}
