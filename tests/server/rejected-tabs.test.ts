import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { rejectedTabCondition } from '../../src/server/areas/rejected-skus/rejected-rows.ts'
import { inRejectedTab, rejectedTabs } from '../../src/shared/areas/rejected-skus/rules.ts'
import { type TestServer, testServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

// Catches a tab whose rows the server finds by another rule than people are shown: rejected pieces would be in no tab, or in a wrong one.
it('puts rejected pieces into the same tabs in SQL as in the domain', async () => {
  const kinds = [0, 1, 7].flatMap((balance) => [0, 1, 3].map((waiting) => ({ balance, waiting })))
  const tabs = sql.join(rejectedTabs.map((tab) => rejectedTabCondition[tab]))
  const { rows } = await sql<{ tabs: boolean[] }>`
    SELECT ARRAY[${tabs}] AS tabs
    FROM unnest(${kinds.map(({ balance }) => balance)}::int[]) WITH ORDINALITY AS l (failed, at)
    JOIN unnest(${kinds.map(({ waiting }) => waiting)}::int[]) WITH ORDINALITY AS d (waiting, at) ON d.at = l.at ORDER BY l.at`.execute(
    server.db,
  )
  expect(rows.map((row) => rejectedTabs.filter((_, at) => row.tabs[at]))).toEqual(
    kinds.map((kind) => rejectedTabs.filter((tab) => inRejectedTab[tab](kind))),
  )
})
