import type { DatabaseLog } from '../../src/server/database/database-log.ts'

/** The migrated database that `freshDatabase` copies. */
export const TEMPLATE = 'template_selvedge'

/** The same server's URL, for another of its databases. */
export function onDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/** Only what went wrong is worth reading in a test run. */
export const testLog: DatabaseLog = {
  info: () => undefined,
  warn: () => undefined,
  error: (details, message) => console.error(message, details),
}
