import { sql } from 'kysely'
import type { indiaQcArea } from '../../../shared/areas/india-qc/area.ts'
import type { ServerArea } from '../../http/area.ts'

export const indiaQcServer: ServerArea<typeof indiaQcArea> = {
  routes: {},
  // No vendor is among those who may follow them; were one, it would still be told of none.
  feeds: { box_in_india: () => sql`false` },
}
