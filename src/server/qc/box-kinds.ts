import { type RawBuilder, sql } from 'kysely'
import { standingColumns } from '../../shared/domain/qc-box-moves.ts'

/** `kindOfBox` of the domain, in SQL on `qc_box q`; a test holds the two together. */
export const kindInSql: RawBuilder<number> = sql<number>`(${sql.join(
  standingColumns.map((column, at) => sql`(${sql.ref(`q.${column}`)} > 0)::int * ${sql.lit(2 ** at)}`),
  sql` + `,
)})`
