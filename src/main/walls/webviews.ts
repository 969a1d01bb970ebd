import type { WebContents } from 'electron'

/** The app embeds no foreign pages: no webview comes up, with whatever options it asks for. */
export function refuseWebviews(contents: WebContents): void {
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
