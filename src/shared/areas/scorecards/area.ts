import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { screen } from '../../kernel/screens.ts'
import { scorecardCalls, scorecardRights } from './calls.ts'
import { behindSays, behindWords, cardFigures, scorecardWords } from './figures.ts'
import { scorecards } from './lists.ts'

/** How vendors do: on time, short, lots, DHU, discrepancies, answers. */
export const scorecardsArea = area({
  calls: scorecardCalls,
  figures: cardFigures,
  rights: scorecardRights,
  // A vendor opens its own card there.
  screens: [screen('vendors', '/supplier/scorecards', 'Scorecards', 'timeline-line-chart', scorecardRights.vendorCard)],
  lists: { scorecards: scorecardRights.scorecards },
  exports: {
    exportScorecards: listFile('scorecards', scorecards, {
      summary: 'Vendor scorecards, as seen.',
      callers: scorecardRights.scorecards.roles,
      takes: notPaged(scorecardCalls.getScorecards),
    }),
  },
  words: [...[...Object.values(behindWords), ...Object.values(behindSays), ...Object.values(scorecardWords)]],
})
