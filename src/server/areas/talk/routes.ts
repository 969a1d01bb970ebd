import type { talkArea } from '../../../shared/areas/talk/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { say, takeBack } from './say.ts'
import { getMentions, getPeople, getThread, seeThread } from './threads.ts'

/** What people say to each other about an order, a shipment, a box or a style. */
export const talkServer: ServerArea<typeof talkArea> = {
  routes: { getThread, getPeople, say, takeBack, seeThread, getMentions },
}
