import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { screen } from '../../kernel/screens.ts'
import { alertNotices, runsOutWords } from './alerts.ts'
import { pipelineCalls } from './calls.ts'
import { legWords } from './forecast.ts'
import { lateGoods } from './lists.ts'
import { pipelineRights } from './rights.ts'
import { pipelineStages, stageGroupWords } from './stages.ts'

/** Where all pieces are, from order to shop, and what will be late. */
export const pipelineArea = area({
  calls: pipelineCalls,
  rights: pipelineRights,
  screens: [screen('orders', '/ops/pipeline', 'Pipeline', 'flow-linear', pipelineRights.seePipeline)],
  lists: { 'late-goods': pipelineRights.seeForecast },
  exports: {
    exportLateGoods: listFile('late-goods', lateGoods, {
      summary: 'Goods that are late or will be, as seen.',
      callers: pipelineRights.seeForecast.roles,
      takes: notPaged(pipelineCalls.getLate),
    }),
  },
  notices: alertNotices,
  entities: ['arrivals_feed'],
  events: {
    'arrivals_feed.made': 'Calendar address of arrivals made',
    'arrivals_feed.ended': 'Calendar address of arrivals ended',
  },
  words: [
    ...Object.values(runsOutWords),
    ...Object.values(pipelineStages).map(({ word }) => word),
    ...Object.values(stageGroupWords),
    ...Object.values(legWords),
  ],
})
