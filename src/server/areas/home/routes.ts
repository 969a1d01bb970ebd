import type { homeArea } from '../../../shared/areas/home/area.ts'
import { type HomeLineName, homeLines, urgencies } from '../../../shared/areas/home/lines.ts'
import { namesOf } from '../../../shared/kernel/area.ts'
import { isAmong } from '../../../shared/kernel/rights.ts'
import type { ServerArea } from '../../http/area.ts'
import { type CallContext, reply } from '../../http/call.ts'
import { counters } from './counted.ts'

/** What waits for the caller, the most urgent first. Lines without a row are told too: they say that nothing waits there. */
export const homeServer: ServerArea<typeof homeArea> = {
  routes: {
    async getHome(_, context) {
      const own = namesOf(homeLines).filter((name) => isAmong(context.caller, homeLines[name].roles))
      const lines = []
      // One after the other: a page that everybody opens must not take many connections at once.
      for (const name of own) {
        const line = await lineOf(name, context)
        if (line !== null) lines.push(line)
      }
      return reply({ lines: lines.toSorted((a, b) => urgencies.indexOf(a.urgency) - urgencies.indexOf(b.urgency)) })
    },
  },
}

async function lineOf(name: HomeLineName, context: CallContext) {
  const { figure, urgency, path } = homeLines[name]
  const { label: title, ...about } = figure
  const found = await counters[name](context)
  return found === null ? null : { ...about, id: name, title, urgency, path, ...found }
}
