import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IndiaQcTab } from '../../../shared/areas/india-qc/status.ts'

const pending = sql`(q.uncounted + q.to_inspect + q.on_hold)`
const accepted = sql`(q.passed + q.shelved + q.ready + q.invoiced + q.shipped)`

/** `indiaQcStatus` of the domain, in SQL on `qc_box q`: its place among `indiaQcStatuses`; a test holds the two together. */
export const indiaStageInSql: RawBuilder<number> = sql<number>`CASE
  WHEN ${pending} > 0 AND q.inspections = 0 THEN 0 WHEN ${pending} > 0 THEN 1 WHEN q.failed > 0 THEN 2
  WHEN ${accepted} > 0 THEN 3 WHEN q.purchased > 0 THEN 4 WHEN q.returned + q.disposed > 0 THEN 5 ELSE 6 END`

/** `inIndiaQcTab` of the domain, in SQL on `qc_box q`; a test holds the two together. */
export const indiaTabCondition: Record<IndiaQcTab, RawBuilder<SqlBool>> = {
  received: sql<SqlBool>`(${pending} > 0 AND q.inspections = 0)`,
  in_part: sql<SqlBool>`(${pending} > 0 AND q.inspections > 0)`,
  verified: sql<SqlBool>`(${pending} = 0 AND ${accepted} > 0)`,
  rejected: sql<SqlBool>`q.failed > 0`,
  purchased: sql<SqlBool>`q.purchased > 0`,
  all: sql<SqlBool>`true`,
}
