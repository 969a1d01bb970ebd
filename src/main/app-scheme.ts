import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { net, protocol } from 'electron'
import { contentPolicy, filePolicy } from '../shared/content-policy.ts'

/** The app's own scheme: an origin of its own, so that no page of the web shares its storage or may reach the bridge. */
const scheme = 'app'
const host = 'selvedge'
export const ownOrigin = `${scheme}://${host}`

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.wasm': 'application/wasm',
  '.bcmap': 'application/octet-stream',
}

export function isOwnAddress(address: string): boolean {
  return address === ownOrigin || address.startsWith(`${ownOrigin}/`)
}

/** Must run before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
  ])
}

interface Served {
  /** The built renderer's folder. */
  folder: string
  /** While developing: the address of Vite's server, which then serves everything. */
  developing: string | null
  /** The API's origin, for `connect-src`. */
  serverOrigin(): string | null
  /** Pages that main makes itself, by path. */
  ownPages: Record<string, () => string>
}

export function serveScheme(served: Served): void {
  protocol.handle(scheme, (request) => {
    const url = new URL(request.url)
    if (url.host !== host || request.method !== 'GET') return new Response(null, { status: 404 })
    const page = served.ownPages[url.pathname]
    if (page) return reply(page(), extname(url.pathname), contentPolicy())
    if (served.developing) return net.fetch(new URL(`${url.pathname}${url.search}`, served.developing).href)
    return fromFolder(url.pathname, served)
  })
}

/** A file of the renderer; a path without an ending is one of the app's screens, so it gets the page itself. */
async function fromFolder(path: string, { folder, serverOrigin }: Served): Promise<Response> {
  const file = fileOf(path)
  if (file === null) return new Response(null, { status: 404 })
  const origin = serverOrigin()
  try {
    return reply(
      await readFile(join(folder, file)),
      extname(file),
      filePolicy(`/${file}`, origin === null ? [] : [origin]),
    )
  } catch {
    // Missing, or a folder: there is nothing under this name.
    return new Response(null, { status: 404 })
  }
}

/** Null for anything that would lead out of the folder. */
function fileOf(path: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return null
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null
  const inside = normalize(decoded.replace(/^\/+/, ''))
  if (inside.split(sep).includes('..') || inside.includes(':')) return null
  return extname(inside) === '' ? 'index.html' : inside
}

function reply(body: string | Uint8Array<ArrayBuffer>, ending: string, policy: string): Response {
  return new Response(body, {
    headers: {
      'content-type': types[ending.toLowerCase()] ?? 'application/octet-stream',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-cache',
    },
  })
}
