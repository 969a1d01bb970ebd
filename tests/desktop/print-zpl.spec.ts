import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sendRaw } from '../../src/main/print/raw.ts'
import { type Say, say } from '../../src/main/words.ts'
import type { Printer, PrintJob, PrintRequest, RawPrinter } from '../../src/shared/bridge.ts'
import { ssccElement } from '../../src/shared/kernel/sscc.ts'
import { scanPictures } from '../support/printed.ts'
import { pgm } from '../support/zpl/canvas.ts'
import { printZpl } from '../support/zpl/print.ts'
import { type Cups, startCups, whyNoCups } from './cups.ts'
import { type FakeServer, sendFile, shippingLabel } from './fake-server.ts'
import { ask, test as base, done, expect, signIn, skipHere } from './fixtures.ts'
import { serveRealLabels, skuLabel } from './label-server.ts'
import { paperJob, serveReturnNote } from './paper-server.ts'
import { type RawListener, startRawListener } from './raw-listener.ts'

const test = base.extend<{ cups: Cups; app: Page; printer: RawListener }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  cups: async ({}, use) => {
    const missing = whyNoCups()
    skipHere(missing !== null, `raw queues: ${missing}`)
    const cups = await startCups()
    await use(cups)
    await cups.stop()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  printer: async ({}, use) => {
    const printer = await startRawListener()
    await use(printer)
    await printer.away()
  },
  /** Without any printing of the system: a label printer on the network needs none. */
  app: async ({ start }, use) => {
    const { page } = await start({ environment: { CUPS_SERVER: '127.0.0.1:1' } })
    await signIn(page)
    await use(page)
  },
})

/** Every byte there is, as pictures in ZPL's binary form hold them: nobody on the way may take them for text. */
const everyByte = Buffer.from(Array.from({ length: 256 }, (_, at) => at))

function zplOf(bytes: number): Buffer {
  const body = Buffer.alloc(bytes, everyByte)
  return Buffer.concat([Buffer.from('^XA^FO10,10^GFB,256,256,16,'), body, Buffer.from('^FS^XZ\n')])
}

const label = zplOf(256)
/** More than the buffers of both ends hold. */
const manyLabels = zplOf(12 * 1024 * 1024)

const job = {
  kind: 'shipping',
  call: { method: 'POST', path: shippingLabel, body: { shipment_id: 'SH-000012' } },
  title: 'SH-000012, 1 label',
  printer: 'Zebra',
  copies: 1,
}

test.describe('by a socket', () => {
  // Would catch: bytes taken for text on the way, a page where ZPL was asked for, copies that the printer never hears of.
  test('ZPL arrives byte for byte, the whole file once for each copy', async ({ app, printer, server }) => {
    serve(server, label)
    await keep(app, socketTo(printer, 'zpl-300'))
    expect(await done<Printer[]>(app, 'print.printers')).toEqual([
      { name: 'Zebra', title: 'Zebra', isDefault: false, state: 'unknown', speaks: 'zpl-300' },
    ])
    await printTo(app, 'sent', { copies: 3 })
    expect(askedBodies(server)).toEqual([{ shipment_id: 'SH-000012', print_as: 'zpl-300' }])
    expect(printer.heard()).toEqual([Buffer.concat([label, label, label])])
  })

  // Would catch: a connection that is closed on a printer still taking bytes, and one that waits for a printer to hang up.
  for (const manner of ['slow', 'stays'] as const) {
    test(`a printer that ${manner === 'slow' ? 'is slow' : 'never hangs up'} gets everything, once`, async ({
      app,
      printer,
      server,
    }) => {
      const bytes = manner === 'slow' ? manyLabels : label
      serve(server, bytes)
      printer.behave(manner)
      await keep(app, socketTo(printer))
      await printTo(app, 'sent')
      await expect.poll(() => printer.heard().map(({ length }) => length)).toEqual([bytes.length])
      expect(printer.heard()[0]?.equals(bytes)).toBe(true)
    })
  }

  // Would catch: a job given up because the printer was still off, and one sent for every time it was tried.
  test('a printer that is away is waited for: the job says so, and goes out once when it is back', async ({
    app,
    printer,
    server,
  }) => {
    serve(server, label)
    await printer.away()
    await keep(app, socketTo(printer))
    const { id } = await done<PrintJob>(app, 'print.print', job)
    await expect
      .poll(() => jobOf(app, id))
      .toMatchObject({ state: 'queued', problem: expect.stringContaining('Nothing was sent.') })
    await printer.back()
    await expect.poll(() => jobOf(app, id), { timeout: 20_000 }).toMatchObject({ state: 'sent' })
    expect(await jobOf(app, id)).not.toHaveProperty('problem')
    expect(printer.heard()).toEqual([label])
  })

  // Would catch: metres of a PDF's text out of a label printer, also where it became one while the paper waited for it.
  test('a paper never goes to a label printer: it is refused in words, and one that waited for it fails', async ({
    app,
    printer,
    server,
  }) => {
    await serveReturnNote(server)
    const problem = 'Zebra prints labels only. Choose a printer with A4 paper.'
    const waiting = await done<PrintJob>(app, 'print.print', { ...paperJob, printer: 'Zebra' })
    expect(waiting).toMatchObject({ state: 'queued' })
    await keep(app, socketTo(printer))
    await expect.poll(() => jobOf(app, waiting.id), { timeout: 20_000 }).toMatchObject({ state: 'failed', problem })
    expect(await ask(app, 'print.print', { ...paperJob, printer: 'Zebra' })).toMatchObject({
      error: { code: 'printer', message: problem },
    })
    expect(await done<PrintJob[]>(app, 'print.jobs')).toHaveLength(1)
    expect(printer.heard()).toEqual([])
  })

  // Would catch: labels printed twice by themselves after half of them came out.
  test('a printer that dies in mid-job fails the job in words, and hears no more until the user prints again', async ({
    app,
    printer,
    server,
  }) => {
    serve(server, manyLabels)
    printer.behave('dies')
    await keep(app, socketTo(printer))
    const { id, problem } = await printTo(app, 'failed')
    expect(problem).toContain('Look at the printer')
    printer.behave('takes')
    const second = await printTo(app, 'sent', { title: 'SH-000013, 1 label' })
    expect(second.id).not.toBe(id)
    expect(await jobOf(app, id)).toMatchObject({ state: 'failed' })
    expect(printer.heard().length).toBe(2)
    await done(app, 'print.retry', id)
    await expect.poll(() => jobOf(app, id)).toMatchObject({ state: 'sent' })
    expect(printer.heard().length).toBe(3)
    expect(printer.heard()[2]?.equals(manyLabels)).toBe(true)
  })
})

test.describe('the way by a socket, within its limits', () => {
  const words: Say = (text, values) => say('en', text, values)
  const limits = { connectMs: 5_000, stalledMs: 500, totalMs: 30_000, closingMs: 500 }

  /** The file of a job, at its place on the disk while `use` needs it. */
  async function withFile(bytes: Buffer, use: (path: string) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'selvedge-zpl-'))
    await writeFile(join(folder, 'labels.zpl'), bytes)
    await use(join(folder, 'labels.zpl')).finally(() => rm(folder, { recursive: true }))
  }

  // Would catch: a job that hangs for ever before a printer without paper, and all behind it.
  test('a printer that takes nothing more fails the job', async ({ printer }) => {
    printer.behave('stalls')
    await withFile(manyLabels, async (path) => {
      const place = { host: '127.0.0.1', port: printer.port }
      const sent = sendRaw({ path, printer: 'Zebra', copies: 2 }, place, words, limits)
      await expect(sent).rejects.toThrow('Look at the printer')
    })
    expect(printer.heard().map(({ length }) => length < manyLabels.length)).toEqual([true])
  })

  // Would catch: copies that multiply past what was checked of the file alone.
  test('more than 64 MB is refused before the printer hears of it', async ({ printer }) => {
    await withFile(manyLabels, async (path) => {
      const place = { host: '127.0.0.1', port: printer.port }
      const sent = sendRaw({ path, printer: 'Zebra', copies: 6 }, place, words, limits)
      await expect(sent).rejects.toThrow('too much for one print job')
    })
    expect(printer.heard()).toEqual([])
  })
})

// Would catch: a label written for another resolution than the printer's, and one whose codes the way to it has spoilt.
for (const [dialect, dotsPerMm] of [
  ['zpl-203', 8],
  ['zpl-300', 300 / 25.4],
] as const) {
  test(`real labels come out of a ${dialect} printer at their size, and their codes read`, async ({
    app,
    printer,
    server,
  }) => {
    const labels = serveRealLabels(server)
    await keep(app, socketTo(printer, dialect))
    await printTo(app, 'sent')
    await printTo(app, 'sent', { kind: 'sku', call: { method: 'POST', path: skuLabel, body: {} } })
    const [shipping, sku] = printer.heard().map((bytes) => printZpl(bytes).labels)
    const sizes = [shipping, sku].map((made) => made?.map(({ width, height }) => [width, height]))
    expect(sizes).toEqual([
      [0, 1].map(() => [100, 150].map((mm) => Math.round(mm * dotsPerMm))),
      [0, 1].map(() => [50, 30].map((mm) => Math.round(mm * dotsPerMm))),
    ])
    const read = await scanPictures([...(shipping ?? []), ...(sku ?? [])].map(pgm))
    for (const [at, { sscc, trackingId }] of labels.shipping.entries()) {
      const data = ssccElement(sscc)
      expect(read[at]).toContainEqual({ type: 'CODE-128', data })
      expect(read[at]).toContainEqual({ type: 'QR-Code', data })
      expect(read[at]).toContainEqual({ type: 'CODE-128', data: trackingId })
    }
    expect(read.slice(2).map((codes) => codes.map(({ data }) => data))).toEqual(labels.sku.map(({ nmSku }) => [nmSku]))
  })
}

test.describe('by a raw queue', () => {
  const queue: RawPrinter = { name: 'Zebra', dialect: 'zpl-203', way: { kind: 'queue' } }

  const queued = test.extend({
    app: async ({ start, cups, printer }, use) => {
      await cups.addPrinter('Zebra', { device: { port: printer.port }, description: 'Zebra at the packing table' })
      const { page } = await start({ environment: { CUPS_SERVER: cups.address } })
      await signIn(page)
      await keep(page, queue)
      await use(page)
    },
  })

  // Would catch: filters that take ZPL for a text to be printed, and copies that a raw queue drops.
  queued('ZPL passes byte for byte, the whole file once for each copy', async ({ app, printer, server }) => {
    serve(server, label)
    expect(await done<Printer[]>(app, 'print.printers')).toMatchObject([
      { name: 'Zebra', title: 'Zebra at the packing table', speaks: 'zpl-203' },
    ])
    await printTo(app, 'printed', { copies: 3 })
    expect(askedBodies(server)).toEqual([{ shipment_id: 'SH-000012', print_as: 'zpl-203' }])
    expect(Buffer.concat(printer.heard())).toEqual(Buffer.concat([label, label, label]))
  })

  queued('a slow printer gets everything, once', async ({ app, printer, server }) => {
    serve(server, manyLabels)
    printer.behave('slow')
    await printTo(app, 'printed')
    expect(printer.heard().map(({ length }) => length)).toEqual([manyLabels.length])
    expect(printer.heard()[0]?.equals(manyLabels)).toBe(true)
  })

  // Would catch: a queue's job that the app gives up, or hands over again, while CUPS still waits for the printer.
  queued('a printer that is away is waited for by the queue', async ({ app, printer, server }) => {
    serve(server, label)
    await printer.away()
    const { id } = await printTo(app, 'sent')
    await printer.back()
    await expect.poll(() => jobOf(app, id), { timeout: 30_000 }).toMatchObject({ state: 'printed' })
    expect(printer.heard()).toEqual([label])
  })
})

function socketTo({ port }: RawListener, dialect: RawPrinter['dialect'] = 'zpl-203'): RawPrinter {
  return { name: 'Zebra', dialect, way: { kind: 'socket', host: '127.0.0.1', port } }
}

async function keep(app: Page, printer: RawPrinter): Promise<void> {
  await done(app, 'print.keepRawPrinters', [printer])
}

function serve(server: FakeServer, zpl: Buffer): void {
  server.on(shippingLabel, (_request, response) =>
    sendFile(response, zpl, 'attachment; filename="shipping_labels.zpl"', 'application/zpl'),
  )
}

function askedBodies(server: FakeServer): unknown[] {
  return server.seen.filter(({ path }) => path === shippingLabel).map(({ body }) => JSON.parse(body))
}

/** Has the app print, and waits for what becomes of it. */
async function printTo(app: Page, state: PrintJob['state'], changes: Partial<PrintRequest> = {}): Promise<PrintJob> {
  const { id } = await done<PrintJob>(app, 'print.print', { ...job, ...changes })
  await expect.poll(() => jobOf(app, id), { timeout: 30_000 }).toMatchObject({ state })
  return (await jobOf(app, id)) as PrintJob
}

async function jobOf(app: Page, id: string): Promise<PrintJob | undefined> {
  return (await done<PrintJob[]>(app, 'print.jobs')).find((one) => one.id === id)
}
