import { log } from './log.ts'

/** Of the main process itself: what nobody caught is written down, and an app in an unknown state does not go on. */
export function followOwnCrash(end: (error: unknown) => void): void {
  let ending = false
  process.on('uncaughtException', (error) => {
    log.error('main crashed', error)
    if (ending) return
    ending = true
    end(error)
  })
  process.on('unhandledRejection', (reason) => log.error('nobody caught', reason))
}
