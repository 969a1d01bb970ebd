import type { WebContents } from 'electron'

/** There is one window, and main makes it; where a page wants another, its address is handed to the one door. */
export function refuseNewWindows(contents: WebContents, leadOut: (url: string) => void): void {
  contents.setWindowOpenHandler(({ url }) => {
    leadOut(url)
    return { action: 'deny' }
  })
}
