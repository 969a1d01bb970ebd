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
}
