import type { Page } from '@playwright/test'
import type { Paper, Printer, PrintJob } from '../../src/shared/bridge.ts'
import { refuse, sendJson, shippingLabel } from './fake-server.ts'
import { ask, done, expect, signIn } from './fixtures.ts'
import { paperJob, returnNote, serveReturnNote } from './paper-server.ts'
import { allSettled, job, missing, serveLabels, stateOf, test } from './print-fixtures.ts'

test.skip(missing !== null, missing ?? '')

const reprints = '/selvedge/print/reprints'

/** Would catch: an offline printer's job called failed or printed, other printers waiting for it, or it being lost. */
test('a printer that is off keeps its job and says so; others go on; it prints when it is on again', async ({
  labels,
  cups,
}) => {
  await cups.addPrinter('Off')
  await cups.addPrinter('On')
  await cups.switchPrinter('Off', false)
  const waiting = await done<PrintJob>(labels, 'print.print', { ...job, printer: 'Off' })
  const other = await done<PrintJob>(labels, 'print.print', { ...job, printer: 'On' })
  await expect.poll(() => stateOf(labels, other.id)).toMatchObject({ state: 'printed' })
  await expect
    .poll(() => stateOf(labels, waiting.id))
    .toMatchObject({ state: 'sent', problem: 'The printer is paused.' })
  const printers = await done<Printer[]>(labels, 'print.printers')
  expect(printers.find(({ name }) => name === 'Off')).toMatchObject({ state: 'offline' })
  await cups.switchPrinter('Off', true)
  await expect.poll(() => stateOf(labels, waiting.id), { timeout: 20_000 }).toMatchObject({ state: 'printed' })
  expect(await stateOf(labels, waiting.id)).not.toHaveProperty('problem')
})

/** Would catch: a label cut off by its paper, or scaled onto another one, where it should be refused. */
test('a label goes only on a paper that it fits on, and that paper is what the queue is told', async ({
  labels,
  cups,
}) => {
  await cups.addPrinter('Zebra')
  const small = { widthMm: 50, heightMm: 30 }
  expect(await ask(labels, 'print.print', { ...job, printer: 'Zebra', paper: small })).toMatchObject({
    error: { code: 'printer', message: 'The label of 100 × 150 mm does not fit on paper of 50 × 30 mm.' },
  })
  const before = (await cups.printed()).length
  const paper = { widthMm: 110, heightMm: 160 }
  await done(labels, 'print.print', { ...job, printer: 'Zebra', paper })
  await allSettled(labels)
  expect((await cups.printed())[before]?.options).toContain('media=Custom.110x160mm')
  expect(await done<Paper[]>(labels, 'print.papers', 'Zebra')).toEqual([])
})

/** Would catch: a job that comes out after the user took it back, from the ledger or from the queue. */
test('a job is taken back from the ledger and from the queue, and never comes out', async ({
  labels,
  cups,
  server,
}) => {
  await cups.addPrinter('Zebra')
  const before = (await cups.printed()).length
  server.on(shippingLabel, () => undefined)
  const fetching = await done<PrintJob>(labels, 'print.print', { ...job, printer: 'Zebra' })
  expect(await done(labels, 'print.cancel', fetching.id)).toMatchObject({ state: 'failed', problem: 'Cancelled.' })

  await serveLabels(server)
  await cups.switchPrinter('Zebra', false)
  const queued = await done<PrintJob>(labels, 'print.print', { ...job, printer: 'Zebra' })
  await expect.poll(() => stateOf(labels, queued.id)).toMatchObject({ state: 'sent' })
  expect(await done(labels, 'print.cancel', queued.id)).toMatchObject({ state: 'failed', problem: 'Cancelled.' })
  await cups.switchPrinter('Zebra', true)
  const after = await done<PrintJob>(labels, 'print.print', { ...job, printer: 'Zebra' })
  await expect.poll(() => stateOf(labels, after.id)).toMatchObject({ state: 'printed' })
  expect((await cups.printed()).length).toBe(before + 1)
  expect(await ask(labels, 'print.cancel', after.id)).toMatchObject({
    error: { code: 'refused', message: 'This job is printed already.' },
  })
  expect(await ask(labels, 'print.retry', after.id)).toMatchObject({ error: { code: 'refused' } })
})

/** Would catch: labels printed once more that the server was not told of. */
test('labels are printed once more with a reason that the server took down, and not without', async ({
  labels,
  cups,
  server,
}) => {
  await cups.addPrinter('Zebra')
  const first = await done<PrintJob>(labels, 'print.print', { ...job, printer: 'Zebra', copies: 2 })
  await expect.poll(() => stateOf(labels, first.id)).toMatchObject({ state: 'printed' })
  const before = (await cups.printed()).length
  expect(await ask(labels, 'print.reprint', { id: first.id, reason: 'other', remark: ' ' })).toMatchObject({
    error: { message: 'Please say why the labels are printed once more.' },
  })
  expect(await ask(labels, 'print.reprint', { id: first.id, remark: 'no reason' })).toMatchObject({
    error: { message: 'Please say why the labels are printed once more.' },
  })
  server.on(reprints, (_request, response) => refuse(response, 503, 'Under repair', 'internal'))
  const wanted = { id: first.id, reason: 'damaged', remark: 'torn at the corner' }
  expect(await ask(labels, 'print.reprint', wanted)).toMatchObject({ error: { message: 'Under repair' } })
  expect((await cups.printed()).length).toBe(before)

  server.on(reprints, (_request, response) => sendJson(response, 200, { message: 'Success', data: {} }))
  const again = await done<PrintJob>(labels, 'print.reprint', wanted)
  expect(again).toMatchObject({ copies: 2, reprint: { of: first.id, reason: 'damaged', remark: 'torn at the corner' } })
  await expect.poll(() => stateOf(labels, again.id)).toMatchObject({ state: 'printed' })
  expect((await cups.printed()).length).toBe(before + 1)
  const told = server.seen.filter(({ path }) => path === reprints).at(-1)
  expect(JSON.parse(told?.body ?? '')).toEqual({
    job_id: first.id,
    kind: 'shipping',
    title: job.title,
    printer: 'Zebra',
    copies: 2,
    reason: 'damaged',
    remark: 'torn at the corner',
  })
})

/** Would catch: a paper that wants a label's reason, tells the server of labels, or comes out again by itself. */
test('a paper is printed once more without a reason, by command only', async ({ labels, cups, server }) => {
  await cups.addPrinter('Office')
  await serveReturnNote(server)
  const given = () => server.seen.filter(({ path }) => path === returnNote).length
  const before = (await cups.printed()).length
  const first = await done<PrintJob>(labels, 'print.print', { ...paperJob, printer: 'Office' })
  expect(first).toMatchObject({ kind: 'paper', paper: { widthMm: 210, heightMm: 297 } })
  await expect.poll(() => stateOf(labels, first.id)).toMatchObject({ state: 'printed' })
  expect((await cups.printed()).slice(before).map(({ options }) => /media=(\S+)/.exec(options)?.[1])).toEqual([
    'Custom.210x297mm',
  ])
  const again = await done<PrintJob>(labels, 'print.reprint', { id: first.id, remark: '' })
  expect(again).toMatchObject({ kind: 'paper', title: paperJob.title })
  expect(again.id).not.toBe(first.id)
  await expect.poll(() => stateOf(labels, again.id)).toMatchObject({ state: 'printed' })
  expect((await cups.printed()).length).toBe(before + 2)
  // Each time it is given out the server hears of it, and writes it down.
  expect(given()).toBe(2)
  expect(server.seen.filter(({ path }) => path === reprints)).toEqual([])
})

/** Would catch: jobs lost or out of order in a burst, each waiting for the one before, or a window that hangs meanwhile. */
test('five hundred labels at once are on the ledger at once, in order, and the window goes on', async ({
  start,
  server,
  cups,
}) => {
  test.setTimeout(180_000)
  await cups.addPrinter('Off')
  await cups.switchPrinter('Off', false)
  const app = await start({ environment: { CUPS_SERVER: cups.address } })
  await serveLabels(server)
  await signIn(app.page)
  const titles = Array.from({ length: 500 }, (_, at) => `label ${at + 1}`)
  const longestPause = await burst(
    app.page,
    titles.map((title) => ({ ...job, printer: 'Off', title })),
  )
  expect(longestPause, 'milliseconds between two frames').toBeLessThan(2_000)
  const saved = (await done<PrintJob[]>(app.page, 'print.jobs')).map(({ title }) => title).reverse()
  expect(saved).toEqual(titles)
  await app.kill()
  const second = await start({ folder: app.folder, environment: { CUPS_SERVER: '127.0.0.1:1' } })
  expect((await done<PrintJob[]>(second.page, 'print.jobs')).length).toBe(500)
})

/** Queues all at once; answers the longest time that the page could not draw. */
function burst(page: Page, requests: unknown[]): Promise<number> {
  return page.evaluate(async (given) => {
    const { print } = (window as unknown as { selvedge: { print: { print(request: unknown): Promise<unknown> } } })
      .selvedge
    let longest = 0
    let last = performance.now()
    let over = false
    const watch = () => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
      if (!over) requestAnimationFrame(watch)
    }
    requestAnimationFrame(watch)
    await Promise.all(given.map((request) => print.print(request)))
    over = true
    return longest
  }, requests)
}

/** Would catch: a job given up because the spooler was away for a moment, or one that waits on after it is back. */
test('a job waits for a spooler that is away and goes out once when it is back', async ({ labels, cups }) => {
  await cups.addPrinter('Zebra')
  const before = (await cups.printed()).length
  await cups.kill()
  const waiting = await done<PrintJob>(labels, 'print.print', { ...job, printer: 'Zebra' })
  await expect
    .poll(() => stateOf(labels, waiting.id))
    .toMatchObject({ state: 'queued', problem: 'The printing system of this computer does not answer.' })
  await cups.startAgain()
  await expect.poll(() => stateOf(labels, waiting.id), { timeout: 30_000 }).toMatchObject({ state: 'printed' })
  expect((await cups.printed()).length).toBe(before + 1)
})
