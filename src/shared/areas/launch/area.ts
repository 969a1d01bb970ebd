import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { screen } from '../../kernel/screens.ts'
import { launchCalls, launchRights } from './calls.ts'
import { launchList } from './lists.ts'
import { launchFaults, launchWords, warningWords } from './rules.ts'

export const launchArea = area({
  calls: launchCalls,
  rights: launchRights,
  screens: [screen('catalogue', '/supplier/product-launch', 'Product Launch', 'send-to', launchRights.launchStyles)],
  lists: { launches: launchRights.launchStyles },
  exports: {
    exportLaunches: listFile('launches', launchList, {
      summary: 'Launches, as seen.',
      callers: launchRights.launchStyles.roles,
      takes: notPaged(launchCalls.getLaunches),
    }),
  },
  entities: ['product_launch', 'catalogue_split'],
  events: { 'launch.made': 'Styles launched', 'catalogue.split': 'Quantity split between vendors' },
  words: [...Object.values(launchWords), ...Object.values(launchFaults), ...Object.values(warningWords)],
})
