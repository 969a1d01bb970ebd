import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { indiaStageInSql, indiaTabCondition } from '../../src/server/areas/india-qc/india-status.ts'
import {
  allowedIndiaActions,
  indiaQcStatus,
  indiaQcStatuses,
  indiaQcTabs,
  inIndiaQcTab,
} from '../../src/shared/areas/india-qc/status.ts'
import { boxOfKind, standingColumns } from '../../src/shared/areas/qc-boxes/moves.ts'
import { type TestServer, testServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})

/** Every kind of box would be 2 ** 17: one step through them that meets all pairs of columns many times over. */
const kinds = Array.from({ length: 6_000 }, (_, at) => (at * 40_503) % 2 ** standingColumns.length)
const boxes = kinds.map(boxOfKind)

// Catches a status or a tab that lists filter by in other words than people are shown: a box would be in no tab, or in a wrong one.
it('says the same of a box in SQL as in the domain', async () => {
  const columns = sql.join(standingColumns.map((column) => sql`${sql.ref(column)} int`))
  const tabs = sql.join(indiaQcTabs.map((tab) => indiaTabCondition[tab]))
  const { rows } = await sql<{ stage: number; tabs: boolean[] }>`
    SELECT ${indiaStageInSql} AS stage, ARRAY[${tabs}] AS tabs
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(boxes)}::jsonb) AS (${columns})) WITH ORDINALITY AS q ORDER BY ordinality`.execute(
    server.db,
  )
  expect(rows.map(({ stage }) => indiaQcStatuses[stage])).toEqual(boxes.map(indiaQcStatus))
  expect(rows.map((row) => indiaQcTabs.filter((_, at) => row.tabs[at]))).toEqual(
    boxes.map((box) => indiaQcTabs.filter((tab) => inIndiaQcTab[tab](box))),
  )
  expect(new Set(boxes.map(indiaQcStatus))).toEqual(new Set(indiaQcStatuses))
})

// Catches an action of China's papers offered in India, where neither invoice nor shelf of China is.
it('offers no paper of China with a box in India', () => {
  const offered = new Set(boxes.flatMap(allowedIndiaActions))
  for (const action of ['make_ready', 'unready', 'shelve', 'unshelve', 'return'] as const)
    expect(offered.has(action)).toBe(false)
  expect(offered.has('inspect')).toBe(true)
})
