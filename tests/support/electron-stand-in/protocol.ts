import { answersToTest } from './test-side.ts'

type Handler = (request: Request) => Response | Promise<Response>

const handlers = new Map<string, Handler>()

export const protocol = {
  registerSchemesAsPrivileged: () => undefined,
  handle(scheme: string, handler: Handler) {
    handlers.set(scheme, handler)
  },
}

answersToTest['protocol.request'] = async (url: string, method: string, headers: Record<string, string>) => {
  const handler = handlers.get(new URL(url).protocol.replace(':', ''))
  if (!handler) throw new Error(`nothing handles ${url}`)
  const reply = await handler(new Request(url, { method, headers }))
  return {
    status: reply.status,
    headers: Object.fromEntries(reply.headers),
    body: Buffer.from(await reply.arrayBuffer()),
  }
}
