import { Readable } from 'node:stream'
import type { Page } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import { shippingLabelsFile, skuLabelsFile } from '../../src/server/documents/labels.ts'
import type { LabelSize } from '../../src/shared/areas/labels/rules.ts'
import type { PrintJob } from '../../src/shared/bridge.ts'
import { ssccElement } from '../../src/shared/kernel/sscc.ts'
import { type PrintedPage, type PrintedPdf, withPrinted } from '../support/printed.ts'
import { type Cups, startCups, whyNoPdfPrinter } from './cups.ts'
import { shippingLabel } from './fake-server.ts'
import { test as base, done, expect, signIn } from './fixtures.ts'
import { type ServedLabels, serveRealLabels, skuLabel } from './label-server.ts'
import { paperJob, returnNote, serveReturnNote } from './paper-server.ts'

const missing = whyNoPdfPrinter()
if (missing) console.log(`What comes out on paper is not tested here: ${missing}.`)

const test = base.extend<{ cups: Cups; app: Page; labels: ServedLabels }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  cups: async ({}, use) => {
    const cups = await startCups()
    await cups.addPrinter('Paper', { device: 'pdf', isDefault: true })
    await use(cups)
    await cups.stop()
  },
  labels: async ({ server }, use) => use(serveRealLabels(server)),
  app: async ({ start, cups }, use) => {
    const { page } = await start({ environment: { CUPS_SERVER: cups.address } })
    await signIn(page)
    await use(page)
  },
})

test.skip(missing !== null, missing ?? '')

const label = { title: 'SH-000012, 2 labels', copies: 1 }
const shipping = { ...label, kind: 'shipping', call: { method: 'POST', path: shippingLabel, body: {} } }
const sku = { ...label, kind: 'sku', call: { method: 'POST', path: skuLabel, body: {} } }

/**
 * Through Debian's own filters onto cups-pdf's paper. Would catch: an option that scales or turns the label, a page of another
 * size, codes that no scanner reads any more.
 */
test('shipping labels come out at their true size, and their codes read at 203 and 300 dpi', async ({
  app,
  cups,
  labels,
}) => {
  const paper = await printed(app, cups, 'print.print', shipping)
  await withPrinted(Readable.from([paper]), async (sheet) => {
    await expectPages(sheet, 2, { widthMm: 100, heightMm: 150 })
    await expectSameInk(sheet, shippingLabelsFile(labels.shipping))
    for (const dpi of [203, 300]) {
      for (const [at, codes] of (await sheet.codes(dpi)).entries()) {
        const box = labels.shipping[at]
        const element = ssccElement(box?.sscc ?? '')
        expect(codes).toContainEqual({ type: 'CODE-128', data: element })
        expect(codes).toContainEqual({ type: 'QR-Code', data: element })
        expect(codes).toContainEqual({ type: 'CODE-128', data: box?.trackingId })
      }
    }
  })
})

test('SKU labels come out at their true size, and their codes read at 203 and 300 dpi', async ({
  app,
  cups,
  labels,
}) => {
  const paper = await printed(app, cups, 'print.print', sku)
  await withPrinted(Readable.from([paper]), async (sheet) => {
    await expectPages(sheet, 2, { widthMm: 50, heightMm: 30 })
    await expectSameInk(sheet, skuLabelsFile(labels.sku))
    const codes = labels.sku.map(({ nmSku }) => [nmSku])
    for (const dpi of [203, 300]) {
      expect((await sheet.codes(dpi)).map((read) => read.map(({ data }) => data))).toEqual(codes)
    }
  })
})

// Would catch: a note on Letter or scaled to a printer's margins, of which the first page comes, or which comes twice.
test('a return note comes out as A4, with all its pages, once', async ({ app, cups, server }) => {
  const note = await serveReturnNote(server)
  const paper = await printed(app, cups, 'print.print', paperJob)
  const pages = (await PDFDocument.load(note)).getPageCount()
  expect(pages).toBeGreaterThan(1)
  await withPrinted(Readable.from([paper]), async (sheet) => {
    await expectPages(sheet, pages, { widthMm: 210, heightMm: 297 })
    await expectSameInk(sheet, Readable.from([note]), 150)
  })
  expect(await cups.openJobs()).toEqual([])
  expect(await cups.sheets()).toHaveLength(1)
  expect(server.seen.filter(({ path }) => path === returnNote)).toHaveLength(1)
})

// Would catch: a driver that fills the larger paper with the label, as office printers like to do.
test('a larger paper keeps the label as large as it is', async ({ app, cups, labels }) => {
  const size = { widthMm: 120, heightMm: 170 }
  const paper = await printed(app, cups, 'print.print', { ...shipping, paper: size })
  await withPrinted(Readable.from([paper]), async (sheet) => {
    await expectPages(sheet, 2, size)
    const [wanted, seen] = [
      await inkOf(shippingLabelsFile(labels.shipping)),
      (await sheet.pages(fine)).map((page) => ink(page)),
    ]
    for (const [at, one] of seen.entries()) {
      expect(Math.abs(one.widthMm - (wanted[at]?.widthMm ?? 0))).toBeLessThan(0.3)
      expect(Math.abs(one.heightMm - (wanted[at]?.heightMm ?? 0))).toBeLessThan(0.3)
    }
    const read = await sheet.codes()
    expect(read.map((codes) => codes.length)).toEqual([3, 3])
  })
})

// Would catch: a test page that is made to fit, and so shows true size on every printer.
test('the rulers of the test page are as long as they say', async ({ app, cups, labels }) => {
  expect(labels.shipping.length).toBe(2)
  const paper = { widthMm: 120, heightMm: 150 }
  const page = await printed(app, cups, 'print.printTestPage', { printer: 'Paper', paper })
  await withPrinted(Readable.from([page]), async (sheet) => {
    await expectPages(sheet, 1, paper)
    const [picture] = await sheet.pages(fine)
    for (const side of ['across', 'down'] as const) {
      const tens = picture ? tensOfRuler(picture, side) : []
      // From the tick at 10 to the one at 110.
      expect(Math.abs((tens[10] ?? 0) - (tens[0] ?? 0) - 100)).toBeLessThan(0.5)
    }
  })
})

/** Has the app print, and waits for the one sheet that comes of it. */
async function printed(app: Page, cups: Cups, command: string, request: unknown): Promise<Buffer> {
  const job = await done<PrintJob>(app, command, request)
  const state = async () => (await done<PrintJob[]>(app, 'print.jobs')).find(({ id }) => id === job.id)
  await expect.poll(state, { timeout: 30_000 }).toMatchObject({ state: 'printed' })
  await expect.poll(async () => (await cups.sheets()).length).toBe(1)
  return (await cups.sheets())[0]?.bytes ?? Buffer.alloc(0)
}

const mmPerInch = 25.4

/** Within half a millimetre: what a label printer's rollers are off by anyway. */
async function expectPages(sheet: PrintedPdf, count: number, size: LabelSize): Promise<void> {
  const sizes = [...(await sheet.info('-l', String(count))).matchAll(/Page +\d+ size: +([\d.]+) x ([\d.]+) pts/g)]
  expect(sizes.length).toBe(count)
  for (const [, width, height] of sizes) {
    expect(Math.abs((Number(width) / 72) * mmPerInch - size.widthMm)).toBeLessThan(0.5)
    expect(Math.abs((Number(height) / 72) * mmPerInch - size.heightMm)).toBeLessThan(0.5)
  }
}

const fine = 600

interface Ink extends LabelSize {
  leftMm: number
  topMm: number
}

/** What is printed lies where the server drew it: on a page of the right size a scaled label would still be wrong. */
async function expectSameInk(sheet: PrintedPdf, drawn: Readable, dpi = fine): Promise<void> {
  const [wanted, seen] = [await inkOf(drawn, dpi), (await sheet.pages(dpi)).map((page) => ink(page, dpi))]
  expect(seen.length).toBe(wanted.length)
  for (const [at, one] of seen.entries()) {
    const right = wanted[at]
    if (right === undefined) continue
    for (const side of ['leftMm', 'topMm', 'widthMm', 'heightMm'] as const) {
      expect(Math.abs(one[side] - right[side]), `${side} of page ${at + 1}`).toBeLessThan(0.3)
    }
  }
}

function inkOf(pdf: Readable, dpi = fine): Promise<Ink[]> {
  return withPrinted(pdf, async (sheet) => (await sheet.pages(dpi)).map((page) => ink(page, dpi)))
}

/** The box around everything that is dark. */
function ink({ width, height, grey }: PrintedPage, dpi = fine): Ink {
  const box = { left: width, top: height, right: 0, bottom: 0 }
  for (let at = 0; at < grey.length; at++) {
    if ((grey[at] ?? 255) > 127) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x + 1)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y + 1)
  }
  const mm = (dots: number) => (dots / dpi) * mmPerInch
  return {
    leftMm: mm(box.left),
    topMm: mm(box.top),
    widthMm: mm(box.right - box.left),
    heightMm: mm(box.bottom - box.top),
  }
}

/**
 * Where a ruler has its ticks at tens, in millimetres: a line 3.2 mm inside the paper's edge meets these alone, and the border
 * at both ends.
 */
function tensOfRuler({ width, height, grey }: PrintedPage, side: 'across' | 'down'): number[] {
  const inside = Math.round((3.2 / mmPerInch) * fine)
  const length = side === 'across' ? width : height
  const isDark = (at: number) => (grey[side === 'across' ? inside * width + at : at * width + inside] ?? 255) < 128
  const ticks: number[] = []
  for (let at = 0; at < length; at++) {
    if (!isDark(at)) continue
    const from = at
    while (at < length && isDark(at)) at++
    ticks.push((((from + at) / 2) * mmPerInch) / fine)
  }
  return ticks.slice(1, -1)
}
