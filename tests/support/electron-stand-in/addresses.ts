/** Chromium cannot be taught a scheme from outside, so the app's origin is shown as a secure one that it knows. */
const own = 'app://selvedge'
const shown = 'http://app.localhost'

export function toShown(text: string): string {
  return text.replaceAll(own, shown)
}

export function toOwn(url: string): string {
  return url === shown || url.startsWith(`${shown}/`) ? own + url.slice(shown.length) : url
}

/** As Electron gives a frame's origin, from what the page says of itself or from its address. */
export function originOf(url: string): string {
  const origin = URL.parse(toShown(url))?.origin ?? 'null'
  return origin === shown ? own : origin
}

export function isShown(url: string): boolean {
  return url.startsWith(`${shown}/`)
}
