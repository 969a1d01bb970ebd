/*
 * The browser edition's service worker: keeps the page and what it loaded, so that a reload without a connection opens it again.
 * Nothing of the API is kept. A new version of the page takes the old one's files with it.
 */
const store = 'selvedge-page'
const shell = '/'
/** A page that has not come after this long is taken from what is kept, milliseconds. */
const timeoutMillis = 4_000

self.addEventListener('install', (event) => {
  // Calls go past this worker where the browser knows how: it would only hold them up.
  event.addRoutes?.([{ condition: { requestMethod: 'POST' }, source: 'network' }])
  event.waitUntil(self.skipWaiting())
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** What a page loaded before there was a worker. */
self.addEventListener('message', (event) => {
  const { keep: named } = event.data ?? {}
  if (!Array.isArray(named)) return
  const isOurs = (url) => isFile(url) || isWords(url)
  const paths = named.filter((path) => typeof path === 'string' && isOurs(new URL(path, self.location.origin)))
  const keepFiles = () => Promise.allSettled(paths.map(keepIfNew))
  event.waitUntil(keepIfNew(shell).then(keepFiles, keepFiles))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate' && isScreen(url.pathname)) givePage(event)
  else if (isFile(url)) event.respondWith(file(event))
  else if (isWords(url)) event.respondWith(words(event))
})

/** Addresses of the API that a browser may be sent to have their own answers. */
function isScreen(path) {
  return (
    /^\/($|login|forgot-password|supplier|ops|warehouse|retail|supply-management)/.test(path) && !/\.\w+$/.test(path)
  )
}

function isFile(url) {
  return (
    url.origin === self.location.origin &&
    (url.pathname.startsWith('/assets/') || /^\/(icon\.svg|first\.js)$/.test(url.pathname))
  )
}

/** The words of a further language, which the page fetches: without them a page without a connection would be in English. */
function isWords(url) {
  return url.origin === self.location.origin && /^\/locales\/[\w-]+\/translation\.json$/.test(url.pathname)
}

/** Words may be written anew at any time: what is kept stands in where the server does not answer in time. */
async function words(event) {
  const { request } = event
  const fresh = fetch(request)
  const copy = fresh.then((reply) => reply.clone())
  const keep = copy.then((reply) => isFileReply(reply) && keepingPage.then(() => keepFile(request.url, reply)))
  event.waitUntil(keep.catch(() => undefined))
  const kept = await keptAt(request.url)
  if (kept === undefined) return fresh
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), timeoutMillis / 2))
  return Promise.race([fresh.catch(() => kept), late])
}

/** What is kept at an address; nothing where the browser's storage fails: it must never stand in the way of the answer. */
async function keptAt(address) {
  try {
    return await (await caches.open(store)).match(address)
  } catch {
    return undefined
  }
}

/** The page that is being kept: it drops an old one's files, so what the new one loads is kept after it. */
let keepingPage = Promise.resolve()

/** The answer comes first; it is kept behind it. */
function givePage(event) {
  const fresh = fetch(shell, { cache: 'no-cache', credentials: 'same-origin' })
  const copy = fresh.then((reply) => reply.clone())
  keepingPage = copy.then(keepPage).catch(() => undefined)
  event.waitUntil(keepingPage)
  event.respondWith(pageOf(fresh))
}

async function pageOf(fresh) {
  const kept = await keptAt(shell)
  if (kept === undefined) return fresh
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), timeoutMillis))
  return Promise.race([fresh.catch(() => kept), late])
}

/** Another page names other files: the old ones are no longer wanted. */
async function keepPage(reply) {
  const text = await reply.clone().text()
  if (!reply.ok || !isOwnPage(text)) return
  const cache = await caches.open(store)
  const before = await cache.match(shell)
  const isOther = before !== undefined && (await before.text()) !== text
  if (isOther) await Promise.all((await cache.keys()).map((key) => cache.delete(key)))
  await cache.put(shell, reply)
}

/** A network that asks for a sign-in first answers every address with a page of its own. */
function isOwnPage(text) {
  return text.includes('<div id="root">') && text.includes('assets/')
}

/** Files carry a hash of their content in their name: what is kept is right. */
async function file(event) {
  const { request } = event
  const kept = await keptAt(request)
  if (kept) return kept
  const reply = await fetch(request)
  if (isFileReply(reply)) {
    const copy = reply.clone()
    event.waitUntil(keepingPage.then(() => keepFile(request, copy)).catch(() => undefined))
  }
  return reply
}

function isFileReply(reply) {
  return reply.ok && !reply.headers.get('content-type')?.startsWith('text/html')
}

async function keepFile(address, reply) {
  await (await caches.open(store)).put(address, reply)
}

async function keepIfNew(path) {
  if (await keptAt(path)) return
  const reply = await fetch(path)
  if (path === shell) await keepPage(reply)
  else if (isFileReply(reply)) await keepFile(path, reply)
}
