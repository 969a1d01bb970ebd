/** What the database writes about itself; a pino logger fits. */
export type DatabaseLog = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>
