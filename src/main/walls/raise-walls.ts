import type { App, Session } from 'electron'
import { refuseBluetooth, refuseDevices } from './devices.ts'
import { limitNavigation } from './navigation.ts'
import { refuseNewWindows } from './new-windows.ts'
import { refusePageDownloads } from './page-downloads.ts'
import { refusePermissions } from './permissions.ts'
import { refuseWebviews } from './webviews.ts'

/**
 * All walls around pages, before there is any. Those of web contents stand around every one that is ever made, also one that
 * nobody thought of. Certificate errors have no wall: Electron refuses such a server unless somebody handles the event, and
 * nobody does.
 */
export function raiseWalls(app: App, session: Session, leadOut: (url: string) => void): void {
  refusePermissions(session)
  refuseDevices(session)
  refusePageDownloads(session)
  session.setSpellCheckerEnabled(false)
  app.on('web-contents-created', (_event, contents) => {
    refuseWebviews(contents)
    limitNavigation(contents, leadOut)
    refuseNewWindows(contents, leadOut)
    refuseBluetooth(contents)
  })
}
