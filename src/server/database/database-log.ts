/** The logger that the database layer writes to; a pino logger fits. */
export type DatabaseLog = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>
