import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { col, counts, rowsOf } from '../../src/server/database/rows.ts'
import { freshDatabase } from '../support/database.ts'

const { db } = await freshDatabase()
const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
afterAll(() => said.mockRestore())

test('a raw query gives the rows that its columns name', async () => {
  const { rows } = await rowsOf({ id: col.text, pieces: col.number, at: col.instantOrNull })`
    SELECT 'a' AS id, ${3}::int AS pieces, NULL::timestamptz AS at`.execute(db)
  expect(rows).toEqual([{ id: 'a', pieces: 3, at: null }])
  expect((await rowsOf(counts)`SELECT 1 AS one, 2 AS two`.execute(db)).rows).toEqual([{ one: 1, two: 2 }])
})

// Catches a run of the suite in which nobody looks: a sum that comes as text, a column that may be null, one that is misspelt.
test('rows that are other than their columns say fail the query that gave them', async () => {
  const sum = rowsOf({ pieces: col.number })`SELECT sum(n) AS pieces FROM generate_series(1, 3::bigint) AS n`
  await expect(sum.execute(db)).rejects.toThrow(/pieces[\s\S]*generate_series/)
  const second = rowsOf({ at: col.instant })`SELECT now() AS at UNION ALL SELECT NULL`
  await expect(second.execute(db)).rejects.toThrow(/other rows than its columns say/)
  await expect(rowsOf({ id: col.text })`SELECT 'a' AS ident`.execute(db)).rejects.toThrow(/id/)
  await expect(rowsOf(counts)`SELECT 'x' AS one`.execute(db)).rejects.toThrow(/one/)
  expect(said).toHaveBeenCalledTimes(4)
})

// Catches the way back: a row that the compiler takes somebody's word for.
test('no query of the server asserts its rows; only fragments say what one value is', () => {
  const fragment = /^(SqlBool|(boolean|number|string|Date)(\[\]| \| null)?)$/
  const server = join(import.meta.dirname, '..', '..', 'src', 'server')
  const asserted = globSync('**/*.ts', { cwd: server }).flatMap((file) =>
    [...readFileSync(join(server, file), 'utf8').matchAll(/\bsql<([^`(]*?)>`/g)]
      .map(([, type = '']) => type)
      .filter((type) => !fragment.test(type))
      .map((type) => `${file}: sql<${type}>`),
  )
  expect(asserted).toEqual([])
})
