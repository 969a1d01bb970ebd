import { sql } from 'kysely'
import type { indiaQcArea } from '../../../shared/areas/india-qc/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { reply } from '../../http/call.ts'
import { choicesAtQc } from '../qc-boxes/choices.ts'
import { inIndia } from '../qc-boxes/sites.ts'
import { indiaTabCondition } from './india-status.ts'

export const indiaQcServer: ServerArea<typeof indiaQcArea> = {
  routes: {
    qcChoices: async (input, context) =>
      reply(await choicesAtQc(input, context, { ...inIndia(context.caller), inTab: indiaTabCondition[input.tab] })),
  },
  // No vendor is among those who may follow them; were one, it would still be told of none.
  feeds: { box_in_india: () => sql`false` },
}
