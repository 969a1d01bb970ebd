import { area } from '../../kernel/area.ts'
import { screen } from '../../kernel/screens.ts'
import { pipelineCalls } from './calls.ts'
import { pipelineRights } from './rights.ts'
import { pipelineStages, stageGroupWords } from './stages.ts'

/** Where all pieces are, from order to shop. */
export const pipelineArea = area({
  calls: pipelineCalls,
  rights: pipelineRights,
  screens: [screen('ops', '/ops/pipeline', 'Pipeline', 'flow-linear', pipelineRights.seePipeline)],
  words: [...Object.values(pipelineStages).map(({ word }) => word), ...Object.values(stageGroupWords)],
})
