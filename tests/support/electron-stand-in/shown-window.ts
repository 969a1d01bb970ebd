import { type BrowserContext, type CDPSession, chromium, type Frame, type Page } from '@playwright/test'
import type { Reply } from '../../../src/shared/bridge.ts'
import { bridgeChannel } from '../../../src/shared/bridge.ts'
import { chromiumFlags, chromiumPath } from '../chromium.ts'
import type { BridgeCall } from '../desktop.ts'
import { originOf, toOwn, toShown } from './addresses.ts'
import { pageHalf } from './page-half.ts'
import { carryRequests } from './requests.ts'
import type { WireHandlers } from './wire.ts'

export interface ShownWindow {
  id: number
  /** Another one after a crash, as the window's next renderer is. */
  page(): Page
  focused(): number
  crash(): Promise<void>
  askFrom(place: FramePlace, calls: readonly BridgeCall[]): Promise<Reply<unknown>[]>
  close(): Promise<void>
}

export type AskMain = <T>(name: string, ...args: unknown[]) => Promise<T>

/** A Chromium page as the app's window. `ready` resolves when main has first loaded something into it. */
export function openShownWindow({ profile, ask }: { profile: string; ask: AskMain }): {
  handlers: WireHandlers
  ready: Promise<ShownWindow>
  close(): Promise<void>
} {
  let context: BrowserContext | null = null
  let page: Page | null = null
  let focused = 0
  let closing = false
  /** The app's own next page is coming up: not a window that a page opened. */
  let isRenewing = false
  let devTools: CDPSession | null = null
  let live: (next: Page) => Promise<void> = async () => undefined
  const { promise: ready, resolve } = Promise.withResolvers<ShownWindow>()
  const shown = (): Page => {
    if (!page) throw new Error('the window is not made yet')
    return page
  }
  const close = async () => {
    closing = true
    await context?.close()
  }

  /** Ends the renderer's process. DevTools gets no answer, since who would answer is gone. */
  const crash = async () => {
    const gone = new Promise<void>((resolve) => shown().once('crash', () => resolve()))
    devTools?.send('Page.crash').catch(() => undefined)
    await gone
  }

  const handlers: WireHandlers = {
    async 'window.make'(id: number, size: { width: number; height: number }, preload: string) {
      context = await launch(profile, size)
      const first = context.pages()[0] ?? (await context.newPage())
      await joinIpc(context, id, ask)
      await carryRequests(context, shown, { id, ask })
      context.on('page', (opened) => {
        // The app's handler has been asked by the new window's first request; the app opens none, so each is closed.
        if (opened !== page && !isRenewing) opened.close().catch(() => undefined)
      })
      live = async (next) => {
        next.setDefaultTimeout(15_000)
        await next.addInitScript(pageHalf(preload))
        next.on('crash', () => ask('window.gone', id, 'crashed').catch(() => undefined))
        next.on('close', () => {
          if (!closing && next === page) ask('window.closed', id).catch(() => undefined)
        })
        // Beforehand: a page that hangs lets nobody in any more.
        devTools = await next.context().newCDPSession(next)
        page = next
      }
      await live(first)
    },
    'window.crash': crash,
    /** Chromium gives the window's next page a process of its own; Playwright gives it a page of its own. */
    async 'window.reload'() {
      const old = shown()
      isRenewing = true
      await live(await (context as BrowserContext).newPage())
      isRenewing = false
      await old.close().catch(() => undefined)
      await shown().goto(old.url())
    },
    async 'window.load'(id: number, url: string) {
      await shown().goto(toShown(url))
      resolve({
        id,
        page: shown,
        focused: () => focused,
        crash,
        askFrom: (...call) => askFromFrame(shown(), ...call),
        close,
      })
    },
    async 'window.send'(_id: number, channel: string, args: unknown[]) {
      await shown().evaluate(([to, what]) => window.standInHear?.(to, what), [channel, args] as const)
    },
    async 'window.focus'() {
      focused += 1
      await shown().bringToFront()
    },
    'window.close': close,
  }
  return { handlers, ready, close }
}

/** Its own profile, so that what the page keeps survives a restart as it does in Electron. */
function launch(profile: string, size: { width: number; height: number }): Promise<BrowserContext> {
  const path = chromiumPath()
  return chromium.launchPersistentContext(profile, {
    ...(path ? { executablePath: path } : {}),
    // The app's origin has another address space than its server only because it is not truly served.
    args: [...chromiumFlags, '--disable-features=LocalNetworkAccessChecks,HttpsUpgrades'],
    viewport: size,
  })
}

/** Every frame can reach main, as a frame with a stolen `ipcRenderer` could: refusing is the app's own work. */
async function joinIpc(context: BrowserContext, id: number, ask: AskMain): Promise<void> {
  await context.exposeBinding('standInInvoke', async ({ frame, page }, channel: string, args: unknown[]) =>
    ask('ipc.invoke', id, await asking(frame, frame === page.mainFrame()), channel, args),
  )
}

async function asking(frame: Frame, isMain: boolean) {
  const url = toOwn(frame.url())
  const origin = isMain ? url : await frame.evaluate(() => self.origin).catch(() => 'null')
  return { url, origin: originOf(origin), isMain }
}

/** Asks from a frame in the app's own page. Scripts cannot run in it by themselves (the policy), but the attacker is worse. */
async function askFromFrame(page: Page, place: FramePlace, calls: readonly BridgeCall[]): Promise<Reply<unknown>[]> {
  const element = await page.evaluateHandle(framesOf[place])
  const frame = await element.contentFrame()
  if (!frame) throw new Error('no frame came up')
  await frame.waitForFunction(() => typeof window.standInInvoke === 'function')
  const replies = await frame.evaluate(
    async ([channel, asked]) => {
      const answers: unknown[] = []
      for (const [name, args] of asked) answers.push(await window.standInInvoke?.(channel, [name, args]))
      return answers
    },
    [bridgeChannel, calls] as const,
  )
  await element.evaluate((frame) => frame.remove())
  return replies as Reply<unknown>[]
}

/** Frames by where they stand: two of the app's own origin, and a sandboxed one, whose origin is nobody's. */
const framesOf = {
  'own-document': () => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    return frame
  },
  'own-blob': () => {
    const frame = document.createElement('iframe')
    frame.src = URL.createObjectURL(new Blob(['<p>a blob of our own origin</p>'], { type: 'text/html' }))
    document.body.append(frame)
    return new Promise<HTMLIFrameElement>((resolve) => frame.addEventListener('load', () => resolve(frame)))
  },
  'foreign-frame': () => {
    const frame = document.createElement('iframe')
    frame.sandbox.add('allow-scripts')
    frame.src = URL.createObjectURL(new Blob(['<p>a foreign frame</p>'], { type: 'text/html' }))
    document.body.append(frame)
    return new Promise<HTMLIFrameElement>((resolve) => frame.addEventListener('load', () => resolve(frame)))
  },
}

type FramePlace = keyof typeof framesOf
