import { existsSync } from 'node:fs'

/** Without sandbox (root in a container), and with nothing that calls home. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The system's Chromium where there is one, best the one without a window, which starts in half the time; otherwise Playwright's
 * own, if installed. The one without a window shows no PDF, so it cannot print one: `complete` is asked for there.
 */
export function chromiumPath({ complete = false } = {}): string | undefined {
  const known = [
    process.env.CHROMIUM_PATH,
    ...(complete ? [] : ['/usr/bin/chromium-headless-shell']),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  return known.find((path) => path !== undefined && existsSync(path))
}

/** How specs start it. */
export const launched = (executablePath: string | undefined, ...more: string[]) => ({
  launchOptions: { args: [...chromiumFlags, ...more], ...(executablePath && { executablePath }) },
})
