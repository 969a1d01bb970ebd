import type { App } from 'electron'

/** Of Chromium's command line: each opens the window to other programs, or takes down a wall that the rest relies on. */
const weakening = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-allow-origins',
  'disable-web-security',
  'allow-running-insecure-content',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'load-extension',
  'host-resolver-rules',
  'log-net-log',
  'ssl-key-log-file',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
]

/** The delivered app does not run under these; while developing they are tools. Answers the first one found. */
export function weakeningSwitch({ isPackaged, commandLine }: Pick<App, 'isPackaged' | 'commandLine'>): string | null {
  return isPackaged ? (weakening.find((name) => commandLine.hasSwitch(name)) ?? null) : null
}
