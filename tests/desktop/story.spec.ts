import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { contract } from '../../src/shared/areas.ts'
import type { PrintJob, SavedFile } from '../../src/shared/bridge.ts'
import { askThrough } from '../support/ask-through-page.ts'
import type { Desktop } from '../support/desktop.ts'
import { policyBreaches } from '../support/policy-breaches.ts'
import { pendingOrders } from '../support/story/pending-order.ts'
import { type ReturnedBox, tellQcStory } from '../support/story/qc.ts'
import type { Stage } from '../support/story/stage.ts'
import { signIn, signOut } from '../support/story/stage.ts'
import { tellStory } from '../support/story/tell.ts'
import { sayIn } from '../support/story/words.ts'
import { whyNoCups } from './cups.ts'
import { test as base, done, expect, skipHere } from './fixtures.ts'
import { type Paper, startPaper } from './paper.ts'

const test = base.extend<{ paper: Paper }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  paper: async ({}, use) => {
    const missing = whyNoCups()
    skipHere(missing !== null, `the story, which ends on paper: ${missing}`)
    const paper = await startPaper(['Office', 'Packing'])
    await use(paper)
    await paper.stop()
  },
})

/**
 * The vendor's main job and China QC's through the built app: its own server in the utility process, files by the system's save
 * dialog, labels and papers straight to a printer. Would catch: a screen that works in a browser and not behind the bridge, the
 * policy, the token or the app's own origin.
 */
test('from an approved order to labels on paper, and at China QC from the scan to a printed return note', async ({
  start,
  paper,
}) => {
  test.setTimeout(480_000)
  // From an empty folder, as on a new computer: the others copy a filled one.
  const environment = { ...paper.environment, SELVEDGE_SERVER_URL: '', SELVEDGE_DEMO: '1' }
  const desktop = await start({ environment, locale: 'en' })
  const { page } = desktop
  await expect(page).not.toHaveURL(/starting/, { timeout: 180_000 })
  const { serverUrl } = await done<{ serverUrl: string }>(page, 'app.info')
  const [order] = await pendingOrders(serverUrl, 'GZ01', askThrough(page))
  if (order === undefined) throw new Error('the demo data has no pending order for GZ01')
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  const refused = policyBreaches(page.context())

  const stage = await desktopStage(desktop, paper)
  await tellStory(stage, order, 'SFSTORYAPP01')
  await printAgainWithoutAsking(stage, paper)
  const labels = ['Custom.100x150mm', 'Custom.50x30mm', 'Custom.100x150mm']
  expect(await media(paper)).toEqual(labels)
  const boxes = await boxesSent(stage, serverUrl)
  // The shipment's drawer lies over the button.
  await page.goto(`${stage.origin}/supplier/my-orders`)
  await signOut(stage)
  await signIn(stage, 'china-qc@demo.selvedge')
  const { note, file, pages } = await tellQcStory(stage, boxes)
  await expectNoteOnPaper({ note, file, pages }, { stage, paper })
  expect(await media(paper)).toEqual([...labels, 'Custom.210x297mm'])
  expect(problems).toEqual([])
  expect(refused).toEqual([])
})

async function desktopStage(desktop: Desktop, paper: Paper): Promise<Stage> {
  const { page } = desktop
  return {
    page,
    origin: await page.evaluate(() => location.origin),
    say: sayIn('en'),
    async saved(press) {
      const path = join(desktop.savedFiles, `saved-${desktop.suggestedPaths.length}`)
      desktop.answerSaveDialog(path)
      await press()
      const newest = async () => (await done<SavedFile[]>(page, 'files.recentDownloads'))[0]?.path
      await expect.poll(newest).toBe(path)
      return { name: basename(desktop.suggestedPaths.at(-1) ?? ''), bytes: await readFile(path) }
    },
    async printed(press) {
      await choosePacking(page)
      return pagesOfNext(paper, press)
    },
  }
}

/** The printer that is not the default, kept for this kind of label. */
async function choosePacking(page: Stage['page']): Promise<void> {
  await page.getByLabel('Printer', { exact: true }).selectOption('Packing')
  await page.getByText('Print without asking next time').click()
  await expect(page.getByRole('checkbox', { name: 'Print without asking next time' })).toBeChecked()
}

/** The kind's printer is remembered, so its labels come without any dialog; the ledger tells the shipment and the printer. */
async function printAgainWithoutAsking({ page, origin }: Stage, paper: Paper): Promise<void> {
  const jobs = () => done<PrintJob[]>(page, 'print.jobs')
  await page.goto(`${origin}/supplier/shipment-management?tab=shipped&shipment=${await shipmentOf(page)}`)
  const press = () => page.getByRole('button', { name: 'Shipping labels' }).first().click()
  expect(await pagesOfNext(paper, press)).toBe(2)
  await expect(page.getByLabel('Printer', { exact: true })).toHaveCount(0)
  expect((await jobs()).map(({ printer }) => printer)).toEqual(['Packing', 'Packing', 'Packing'])
}

/** The codes of the boxes that the vendor has just sent. */
async function boxesSent({ page }: Stage, serverUrl: string): Promise<string[]> {
  const shipment_id = await shipmentOf(page)
  const reply = await askThrough(page)(`${serverUrl}/${contract.shipments.getPackingItems.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-selvedge-client': 'screen' },
    body: JSON.stringify({ shipment_id }),
  })
  const { data } = (await reply.json()) as { data: { boxes: { sscc: string }[] } }
  expect(data.boxes.length).toBeGreaterThan(1)
  return data.boxes.map(({ sscc }) => sscc)
}

/** What was saved and what was printed are the same paper, on A4. */
async function expectNoteOnPaper({ note, file, pages }: ReturnedBox, { stage, paper }: { stage: Stage; paper: Paper }) {
  expect(file.name).toBe(`return_note_${note}.pdf`)
  const saved = (await PDFDocument.load(file.bytes)).getPages()
  const printed = (await PDFDocument.load((await paper.printed()).at(-1)?.bytes ?? '')).getPages()
  expect([pages, printed.length]).toEqual([saved.length, saved.length])
  const millimetres = printed.map((page) =>
    [page.getWidth(), page.getHeight()].map((points) => Math.round((points / 72) * 25.4)),
  )
  expect(new Set(millimetres.map(String))).toEqual(new Set(['210,297']))
  const [job] = await done<PrintJob[]>(stage.page, 'print.jobs')
  expect(job).toMatchObject({ kind: 'paper', title: `${note}, return note`, printer: 'Packing' })
}

async function shipmentOf(page: Stage['page']): Promise<string> {
  const first = (await done<PrintJob[]>(page, 'print.jobs')).find(({ kind }) => kind === 'shipping')
  return /SH-\d+/.exec(first?.title ?? '')?.[0] ?? ''
}

/** Waits until one more job has come out of the queue, and counts its pages. */
async function pagesOfNext(paper: Paper, press: () => Promise<void>): Promise<number> {
  const before = (await paper.printed()).length
  await press()
  await expect.poll(async () => (await paper.printed()).length).toBe(before + 1)
  const bytes = (await paper.printed()).at(-1)?.bytes ?? Buffer.alloc(0)
  return (await PDFDocument.load(bytes)).getPageCount()
}

async function media(paper: Paper): Promise<(string | undefined)[]> {
  return (await paper.printed()).map(({ options }) => /media=(\S+)/.exec(options)?.[1])
}
