import { expect, type Page, test } from '@playwright/test'
import { pendingOrders } from '../support/story/pending-order.ts'
import type { Stage } from '../support/story/stage.ts'
import { tellStory } from '../support/story/tell.ts'
import { type Language, sayIn } from '../support/story/words.ts'

const origin = process.env.SELVEDGE_URL ?? ''

/** The browser edition: anchor downloads, and the browser's own print window, whose opening is what can be seen of it. */
async function browserStage(page: Page, language: Language): Promise<Stage> {
  const papers: Buffer[] = []
  let opened = 0
  // Headless Chromium has no print window and dies of the second one: it ends at the call that would open it.
  await page.exposeFunction('printWindowOpened', () => (opened += 1))
  await page.addInitScript(() => {
    window.print = () => void Reflect.get(window.top ?? window, 'printWindowOpened')?.()
  })
  await page.route(/\/get-(shipping|skus?)-labels?$/, async (route) => {
    const reply = await route.fetch()
    papers.push(await reply.body())
    await route.fulfill({ response: reply })
  })
  return {
    page,
    origin,
    say: sayIn(language),
    async saved(press) {
      const [download] = await Promise.all([page.waitForEvent('download'), press()])
      const parts: Buffer[] = []
      for await (const part of await download.createReadStream()) parts.push(Buffer.from(part as Uint8Array))
      return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) }
    },
    async printed(press) {
      const before = opened
      await press()
      await expect.poll(() => opened).toBe(before + 1)
      return pagesOf(papers.at(-1) ?? Buffer.alloc(0))
    },
  }
}

function pagesOf(pdf: Buffer): number {
  return Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1] ?? 0)
}

for (const language of ['en', 'zh'] as const) {
  test.describe(language, () => {
    test.use({ locale: language === 'zh' ? 'zh-CN' : 'en-GB' })

    test(`the vendor's main job, from an approved order to printed labels (${language})`, async ({ page }) => {
      const orders = await pendingOrders(origin, 'GZ01')
      const order = orders[0]
      if (order === undefined) throw new Error('the demo data has no pending order for GZ01')
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(error.message))
      await tellStory(await browserStage(page, language), order, `SFSTORY${language.toUpperCase()}01`)
      expect(problems).toEqual([])
    })
  })
}
