import type { Page } from '@playwright/test'
import PDFDocument from 'pdfkit'
import type { PrintJob } from '../../src/shared/bridge.ts'
import type { Desktop } from '../support/desktop.ts'
import { type Cups, startCups, whyNoCups } from './cups.ts'
import { type FakeServer, sendFile, shippingLabel } from './fake-server.ts'
import { test as base, done, expect, signIn, withApps } from './fixtures.ts'

/** What specs of printing share: an app with a real CUPS of its own, and a server that makes labels. */

export const missing = whyNoCups()
if (missing) console.log(`Printing on a real CUPS is not tested here: ${missing}.`)

export const test = base.extend<{ labels: Page }, { cups: Cups; printer: Desktop }>({
  cups: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const cups = await startCups()
      await use(cups)
      await cups.stop()
    },
    { scope: 'worker' },
  ],
  printer: [
    async ({ server, cups }, use) => {
      await withApps(server, async (start) => use(await start({ environment: { CUPS_SERVER: cups.address } })))
    },
    { scope: 'worker' },
  ],
  /** The signed-in app with a CUPS, which these specs share, and a server that makes labels. */
  labels: async ({ printer, server }, use) => {
    await serveLabels(server)
    await signIn(printer.page)
    await use(printer.page)
  },
})

export const job = {
  kind: 'shipping',
  call: { method: 'POST', path: shippingLabel, body: {} },
  title: 'SH-000012, 2 labels',
  copies: 1,
}

export async function stateOf(page: Page, id: string): Promise<PrintJob | undefined> {
  return (await done<PrintJob[]>(page, 'print.jobs')).find((one) => one.id === id)
}

export async function allSettled(page: Page): Promise<void> {
  const open = async () =>
    (await done<PrintJob[]>(page, 'print.jobs')).filter(({ state }) => state === 'queued' || state === 'sent').length
  await expect.poll(open).toBe(0)
}

export async function serveLabels(server: FakeServer): Promise<void> {
  const bytes = await twoLabels()
  server.on(shippingLabel, (_request, response) =>
    sendFile(response, bytes, 'attachment; filename="shipping_labels.pdf"', 'application/pdf'),
  )
}

async function twoLabels(): Promise<Buffer> {
  const mm = (length: number) => (length / 25.4) * 72
  const document = new PDFDocument({ size: [mm(100), mm(150)] })
  document.text('box 1').addPage().text('box 2').end()
  const chunks: Buffer[] = []
  for await (const chunk of document) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
