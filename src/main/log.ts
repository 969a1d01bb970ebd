import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { formatWithOptions } from 'node:util'
import { app } from 'electron'
import log from 'electron-log/node'
import { redacted } from './redaction.ts'

const maxBytes = 5 * 1024 * 1024
/** The one that is written and the older ones. */
export const mostLogs = 5

/**
 * The app's log file, for support. electron-log's own Electron edition would open a second IPC door, so its plain one is
 * used. Tokens, passwords and file contents are never handed to it; what looks like one all the same is taken out.
 */
log.transports.file.resolvePathFn = () => logFile(0)
log.transports.file.maxSize = maxBytes
log.transports.file.archiveLogFn = moveUp
log.transports.console.level = app.isPackaged ? false : 'warn'
log.hooks.push((message) => ({ ...message, data: [redacted(formatWithOptions({ depth: 5 }, ...message.data))] }))

/** 0 is the newest: `main.log`, `main.1.log` … */
export function logFile(age: number): string {
  return join(app.getPath('logs'), age === 0 ? 'main.log' : `main.${age}.log`)
}

function moveUp(): void {
  rmSync(logFile(mostLogs - 1), { force: true })
  for (let age = mostLogs - 2; age >= 0; age -= 1) {
    if (existsSync(logFile(age))) renameSync(logFile(age), logFile(age + 1))
  }
}

export { log }
