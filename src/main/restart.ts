import { app } from 'electron'
import { linkArguments } from './deep-links.ts'

/** Starts the app anew once this copy has gone; quits in peace. */
export function restartApp(): void {
  const links = new Set(linkArguments(process.argv))
  const args = process.argv.slice(1).filter((word) => !links.has(word))
  const { APPIMAGE } = process.env
  // An AppImage's own program is gone with its mount, so the image itself is started; unpacked, since mounting again fails there.
  app.relaunch(APPIMAGE ? { execPath: APPIMAGE, args: ['--appimage-extract-and-run', ...args] } : { args })
  app.quit()
}
