import { join } from 'node:path'
import { app } from 'electron'
import log from 'electron-log/node'

/**
 * The app's log file, for support. electron-log's own Electron edition would open a second IPC door, so its plain one is
 * used. Tokens, passwords and file contents are never handed to it.
 */
log.transports.file.resolvePathFn = () => join(app.getPath('logs'), 'main.log')
log.transports.file.maxSize = 5 * 1024 * 1024
log.transports.console.level = app.isPackaged ? false : 'warn'

export { log }
