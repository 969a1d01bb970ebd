/*
 * The browser edition's service worker: keeps the page and what it loaded, so that a reload without a connection opens it again.
 * Nothing of the API is kept. A new version of the page takes the old one's files with it.
 */
const store = 'selvedge-page'
const shell = '/'
/** A page that has not come after this long is taken from what is kept, milliseconds. */
const patienceMillis = 4_000

self.addEventListener('install', (event) => {
  // Calls go past this worker where the browser knows how: it would only hold them up.
  event.addRoutes?.([{ condition: { requestMethod: 'POST' }, source: 'network' }])
  event.waitUntil(self.skipWaiting())
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** What a page loaded before there was a worker. */
self.addEventListener('message', ({ data }) => {
  if (!Array.isArray(data?.keep)) return
  const paths = data.keep.filter((path) => typeof path === 'string' && isFile(new URL(path, self.location.origin)))
  caches.open(store).then((cache) => Promise.allSettled([shell, ...paths].map((path) => keepIfNew(cache, path))))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate' && isScreen(url.pathname)) event.respondWith(page())
  else if (isFile(url)) event.respondWith(file(request))
})

/** Addresses of the API that a browser may be sent to have their own answers. */
function isScreen(path) {
  return (
    /^\/($|login|forgot-password|supplier|ops|warehouse|retail|supply-management)/.test(path) && !/\.\w+$/.test(path)
  )
}

function isFile(url) {
  return url.origin === self.location.origin && (url.pathname.startsWith('/assets/') || url.pathname === '/icon.svg')
}

async function page() {
  const cache = await caches.open(store)
  const kept = await cache.match(shell)
  const fresh = fetchPage(cache)
  if (kept === undefined) return fresh
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), patienceMillis))
  return Promise.race([fresh.catch(() => kept), late])
}

async function fetchPage(cache) {
  const reply = await fetch(shell, { cache: 'no-cache', credentials: 'same-origin' })
  if (reply.ok) await keepPage(cache, reply.clone())
  return reply
}

/** Another page names other files: the old ones are no longer wanted. */
async function keepPage(cache, reply) {
  const before = await cache.match(shell)
  const isOther = before !== undefined && (await before.text()) !== (await reply.clone().text())
  if (isOther) await Promise.all((await cache.keys()).map((key) => cache.delete(key)))
  await cache.put(shell, reply)
}

/** Files carry a hash of their content in their name: what is kept is right. */
async function file(request) {
  const cache = await caches.open(store)
  const kept = await cache.match(request)
  if (kept) return kept
  const reply = await fetch(request)
  if (reply.ok) await cache.put(request, reply.clone())
  return reply
}

async function keepIfNew(cache, path) {
  if (await cache.match(path)) return
  const reply = await fetch(path)
  if (reply.ok) await cache.put(path, reply)
}
