import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generateDatabaseTypes, TYPES_FILE } from '../../scripts/generate-database-types.ts'
import { freshDatabase } from '../support/database.ts'

// Catches a migration whose columns the code knows under their old names and types.
test('the types of the tables are those of the migrated database (else: npm run database-types)', async () => {
  const { db } = await freshDatabase()
  const written = await readFile(join(import.meta.dirname, '..', '..', TYPES_FILE), 'utf8')
  expect(written.replaceAll('\r\n', '\n')).toBe(await generateDatabaseTypes(db))
})
