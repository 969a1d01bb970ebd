import type { BrowserContext, Frame, Page, Request, Route } from '@playwright/test'
import { isShown, toOwn } from './addresses.ts'
import type { AskMain } from './shown-window.ts'

interface Carried {
  id: number
  ask: AskMain
}

interface SchemeReply {
  status: number
  headers: Record<string, string>
  body: Uint8Array
}

/** Takes every request of the window past main, as Electron does: the app's scheme, navigation, and `webRequest`. */
export async function carryRequests(context: BrowserContext, own: () => Page, carried: Carried): Promise<void> {
  const numbers = new Map<Request, number>()
  let last = 0
  await context.route('**/*', async (route, request) => {
    try {
      if (isShown(request.url())) return await fromScheme(route, request, carried.ask)
      if (request.isNavigationRequest()) return await navigate(route, request, own(), carried)
      const number = ++last
      numbers.set(request, number)
      await withHeaders(route, request, number, carried.ask)
    } catch {
      // The app or the page went away meanwhile; a request nobody waits for needs no answer.
      await route.abort().catch(() => undefined)
    }
  })
  const end = (request: Request, what: object, name: string) => {
    const id = numbers.get(request)
    numbers.delete(request)
    if (id !== undefined) carried.ask(name, { ...details(request, id), ...what }).catch(() => undefined)
  }
  context.on('response', (reply) => end(reply.request(), { statusCode: reply.status() }, 'request.done'))
  context.on('requestfailed', (request) =>
    end(request, { error: request.failure()?.errorText ?? '' }, 'request.failed'),
  )
}

async function fromScheme(route: Route, request: Request, ask: AskMain): Promise<void> {
  const reply = await ask<SchemeReply>('protocol.request', toOwn(request.url()), request.method(), request.headers())
  await route.fulfill({ status: reply.status, headers: reply.headers, body: Buffer.from(reply.body) })
}

/** A window that is just being opened has no frame yet, which Playwright says by throwing. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame()
  } catch {
    return null
  }
}

async function navigate(route: Route, request: Request, page: Page, { id, ask }: Carried): Promise<void> {
  const frame = frameOf(request)
  if (frame?.page() !== page) {
    // A window that the page opened; it is closed elsewhere if the app denies it.
    const action = await ask<string>('window.opens', id, toOwn(request.url()))
    return action === 'deny' ? route.abort('aborted') : route.continue()
  }
  const isMainFrame = frame === page.mainFrame()
  const prevented = await ask<boolean>('window.navigate', id, toOwn(request.url()), isMainFrame)
  await (prevented ? route.abort('aborted') : route.continue())
}

/** The real request goes on with main's headers; its body, file parts too, stays Chromium's own. */
async function withHeaders(route: Route, request: Request, number: number, ask: AskMain): Promise<void> {
  type Answer = { cancel?: boolean; requestHeaders?: Record<string, string> }
  const answer = await ask<Answer>('request.before', details(request, number))
  if (answer.cancel) return route.abort('blockedbyclient')
  await route.continue(answer.requestHeaders ? { headers: answer.requestHeaders } : {})
}

function details(request: Request, id: number) {
  return {
    id,
    url: request.url(),
    method: request.method(),
    resourceType: request.resourceType(),
    requestHeaders: request.headers(),
  }
}
