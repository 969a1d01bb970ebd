import type { scorecardsArea } from '../../../shared/areas/scorecards/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { scorecardBehind } from './behind.ts'
import { getScorecard, getScorecards, scorecardFile } from './cards.ts'

/** How vendors do. */
export const scorecardsServer: ServerArea<typeof scorecardsArea> = {
  routes: { getScorecards, getScorecard, scorecardBehind },
  exports: { exportScorecards: scorecardFile },
}
