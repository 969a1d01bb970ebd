import type { WebContents } from 'electron'
import { isOwnAddress } from '../app-scheme.ts'

/** The window stays on the app's own pages; a link that leads elsewhere is handed to the one door. */
export function limitNavigation(contents: WebContents, leadOut: (url: string) => void): void {
  contents.on('will-navigate', (event) => {
    if (isOwnAddress(event.url)) return
    event.preventDefault()
    leadOut(event.url)
  })
  contents.on('will-redirect', (event) => {
    if (!isOwnAddress(event.url)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    const inside = isOwnAddress(event.url) || event.url.startsWith('blob:') || event.url === 'about:blank'
    if (!event.isMainFrame && !inside) event.preventDefault()
  })
}
