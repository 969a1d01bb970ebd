import type { pipelineArea } from '../../../shared/areas/pipeline/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { getPipelineRows } from './behind.ts'
import { getPipeline, getPipelineAges } from './figures.ts'
import { tidyPipeline } from './fold.ts'

/** Where all pieces are. */
export const pipelineServer: ServerArea<typeof pipelineArea> = {
  routes: { getPipeline, getPipelineAges, getPipelineRows },
  removeOld: tidyPipeline,
}
