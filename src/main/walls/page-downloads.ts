import type { Session } from 'electron'
import { log } from '../log.ts'

/** Files reach the disk by the bridge's download alone, which cleans names and asks where; what a page starts is refused. */
export function refusePageDownloads(session: Session): void {
  session.on('will-download', (event) => {
    event.preventDefault()
    log.warn('a download that the page started was refused')
  })
}
