import type { Page } from '@playwright/test'

export type Ask = (url: string, init?: RequestInit) => Promise<Response>

/**
 * Asks a server as a script of the app's page does. The server in the app answers nobody else: what shows it that a request is
 * the app's is added below the page, and a test cannot know it.
 */
export function askThrough(page: Page): Ask {
  return async (url, init) => {
    const request = new Request(url, init)
    const asked = {
      url,
      method: request.method,
      headers: [...request.headers] as [string, string][],
      body: request.body === null ? null : [...new Uint8Array(await request.arrayBuffer())],
    }
    const reply = await page.evaluate(async ({ url, method, headers, body }) => {
      const answer = await fetch(url, { method, headers, body: body && new Uint8Array(body) })
      return {
        status: answer.status,
        headers: [...answer.headers] as [string, string][],
        body: [...new Uint8Array(await answer.arrayBuffer())],
      }
    }, asked)
    return new Response(new Uint8Array(reply.body), { status: reply.status, headers: reply.headers })
  }
}
