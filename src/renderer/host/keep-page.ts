import { trustedScript } from './trusted-script.ts'

/**
 * Lets the browser edition open without a connection: its service worker (`public/offline.js`) keeps the page and what it loads
 * from now on, and is told here what was loaded before. A browser without one, or on plain HTTP, goes on without.
 */
export async function keepPage(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(trustedScript('/offline.js'))
    const { active } = await navigator.serviceWorker.ready
    const isKept = (name: string) => /^\/(assets|locales)\//.test(name.slice(location.origin.length))
    // Also what comes before the worker stands between page and network: a typeface that a first screen asks for.
    new PerformanceObserver((list) => {
      const names = list.getEntries().map(({ name }) => name)
      active?.postMessage({ keep: names.filter((name) => name.startsWith(location.origin) && isKept(name)) })
    }).observe({ type: 'resource', buffered: true })
  } catch {
    // Nothing is lost but the reload without a connection.
  }
}
