import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/server/database/open-database.ts'
import { generateDatabaseTypes, TYPES_FILE } from './generate-database-types.ts'

/** `npm run database-types`: migrates an empty PostgreSQL of its own and writes the types of its tables. */

const say = (_: object, words: string) => console.error(words)
const dataDir = await mkdtemp(join(tmpdir(), 'selvedge-types-'))
try {
  const database = await openDatabase({ dataDir, log: { info: () => undefined, warn: say, error: say } })
  try {
    const text = await generateDatabaseTypes(database.db)
    await writeFile(join(import.meta.dirname, '..', TYPES_FILE), text)
  } finally {
    await database.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
