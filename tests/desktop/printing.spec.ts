import { PDFDocument as ReadPdf } from 'pdf-lib'
import type { BridgeWire, Printer, PrintJob } from '../../src/shared/bridge.ts'
import { refuse, sendFile, shippingLabel } from './fake-server.ts'
import { ask, done, expect, signIn } from './fixtures.ts'
import { allSettled, job, missing, serveLabels, stateOf, test } from './print-fixtures.ts'

test.skip(missing !== null, missing ?? '')

test('no printer at all is said clearly and puts nothing on the ledger', async ({ labels, cups }) => {
  // Specs before this one share the CUPS and the app.
  for (const { name } of await done<Printer[]>(labels, 'print.printers')) await cups.removePrinter(name)
  const before = await done(labels, 'print.jobs')
  expect(await done(labels, 'print.printers')).toEqual([])
  expect(await ask(labels, 'print.print', job)).toMatchObject({
    error: { code: 'printer', message: 'There is no printer on this computer.' },
  })
  expect(await done(labels, 'print.jobs')).toEqual(before)
})

test('a label arrives as it was made: its page, its copies, nothing scaled', async ({ labels, cups }) => {
  await cups.addPrinter('Zebra', { description: 'Zebra at the packing table' })
  const heard = labels.evaluate(() => {
    const { selvedge } = window as unknown as { selvedge: BridgeWire }
    const states: string[] = []
    return new Promise<string[]>((resolve) =>
      selvedge.print.onJob((now) => {
        states.push(now.state)
        if (now.state === 'printed' || now.state === 'failed') resolve(states)
      }),
    )
  })
  expect(await done<Printer[]>(labels, 'print.printers')).toEqual([
    { name: 'Zebra', title: 'Zebra at the packing table', isDefault: false, state: 'ready', speaks: 'pages' },
  ])
  const queued = await done<PrintJob>(labels, 'print.print', { ...job, printer: 'Zebra', copies: 3 })
  expect(queued).toMatchObject({ state: 'queued', printer: 'Zebra', copies: 3 })
  expect(await heard).toEqual(['queued', 'sent', 'printed'])

  const printed = (await cups.printed()).at(-1)
  expect(printed?.copies).toBe(3)
  expect(printed?.title).toMatch(/^SH-000012, 2 labels \[sv-[0-9a-f]+-[0-9a-f]+\]$/)
  expect(printed?.options).toContain('media=Custom.100x150mm')
  expect(printed?.options).toContain('print-scaling=none')
  const pages = (await ReadPdf.load(printed?.bytes ?? '')).getPages()
  expect(pages.length).toBe(2)
  for (const page of pages) {
    expect((page.getWidth() / 72) * 25.4).toBeCloseTo(100, 1)
    expect((page.getHeight() / 72) * 25.4).toBeCloseTo(150, 1)
  }
})

test('the printer is this time’s, else the kind’s, else the default; a named one that is gone is no reason for another', async ({
  labels,
  cups,
}) => {
  expect(await ask(labels, 'print.print', job)).toMatchObject({
    error: { message: 'No printer was chosen and there is no default printer.' },
  })
  await cups.addPrinter('Office', { isDefault: true })
  await cups.addPrinter('Roll')
  expect(await done(labels, 'print.print', job)).toMatchObject({ printer: 'Office' })
  await done(labels, 'print.remember', {
    kind: 'shipping',
    choice: { printer: 'Roll', copies: 1, withoutAsking: true },
  })
  expect(await done(labels, 'print.choices')).toEqual({ shipping: { printer: 'Roll', copies: 1, withoutAsking: true } })
  expect(await done(labels, 'print.print', job)).toMatchObject({ printer: 'Roll' })
  expect(await done(labels, 'print.print', { ...job, kind: 'sku' })).toMatchObject({ printer: 'Office' })
  expect(await done(labels, 'print.print', { ...job, printer: 'Office' })).toMatchObject({ printer: 'Office' })
  await allSettled(labels)
  await cups.removePrinter('Roll')
  expect(await ask(labels, 'print.print', job)).toMatchObject({
    error: { code: 'printer', message: 'There is no printer named Roll on this computer.' },
  })
})

test('a failure is written on its job and printed again only on command', async ({ labels, cups, server }) => {
  await cups.addPrinter('Zebra')
  const before = (await cups.printed()).length
  server.on(shippingLabel, (_request, response) => refuse(response, 404, 'Shipment not found', 'not_found'))
  const failed = await done<PrintJob>(labels, 'print.print', { ...job, printer: 'Zebra' })
  await expect.poll(() => stateOf(labels, failed.id)).toMatchObject({ state: 'failed', problem: 'Shipment not found' })

  server.on(shippingLabel, (_request, response) => sendFile(response, '<html>', 'inline', 'application/pdf'))
  await done(labels, 'print.retry', failed.id)
  await expect
    .poll(() => stateOf(labels, failed.id))
    .toMatchObject({ state: 'failed', problem: 'What came is not a PDF.' })
  expect((await cups.printed()).length).toBe(before)

  await serveLabels(server)
  await done(labels, 'print.retry', failed.id)
  await expect.poll(() => stateOf(labels, failed.id)).toMatchObject({ state: 'printed' })
  expect(await stateOf(labels, failed.id)).not.toHaveProperty('problem')
  expect((await cups.printed()).length).toBe(before + 1)
})

test('a printer that gives a job up makes it failed, in words', async ({ labels, cups }) => {
  await cups.addPrinter('Zebra')
  await cups.breakPrinters(true)
  const lost = await done<PrintJob>(labels, 'print.print', { ...job, printer: 'Zebra' })
  await expect.poll(() => stateOf(labels, lost.id)).toMatchObject({ state: 'failed' })
  expect((await stateOf(labels, lost.id))?.problem).toContain('The printer gave the job up')
  await cups.breakPrinters(false)
})

/** Would catch: a job that only waited being given up, forgotten, or printed once by the dead app and once by the new one. */
test('the ledger outlives the app: what waited goes on by itself and comes out once', async ({
  start,
  server,
  cups,
}) => {
  await serveLabels(server)
  await cups.addPrinter('Zebra')
  const environment = { CUPS_SERVER: cups.address }
  const first = await start({ environment })
  await signIn(first.page)
  const finished = await done<PrintJob>(first.page, 'print.print', { ...job, printer: 'Zebra' })
  await expect.poll(() => stateOf(first.page, finished.id)).toMatchObject({ state: 'printed' })
  const before = (await cups.printed()).length
  // The server never answers, so the next job is caught before it reaches the printer.
  server.on(shippingLabel, () => undefined)
  const caught = await done<PrintJob>(first.page, 'print.print', { ...job, printer: 'Zebra' })
  await first.kill()
  expect((await cups.printed()).length).toBe(before)

  await serveLabels(server)
  const second = await start({ folder: first.folder, environment })
  expect(await stateOf(second.page, finished.id)).toMatchObject({ state: 'printed' })
  await expect.poll(() => stateOf(second.page, caught.id)).toMatchObject({ state: 'printed' })
  expect((await cups.printed()).length).toBe(before + 1)
})

test('without CUPS printing says so instead of hanging', async ({ start }) => {
  const { page } = await start({ environment: { CUPS_SERVER: '127.0.0.1:1' } })
  await signIn(page)
  expect(await ask(page, 'print.printers')).toMatchObject({ error: { code: 'printer' } })
})
