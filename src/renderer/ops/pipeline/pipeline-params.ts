import { pipelineGroups } from '../../../shared/areas/pipeline/calls.ts'
import { stageGroups, stageNames } from '../../../shared/areas/pipeline/stages.ts'
import type { CallData } from '../../actions/calls.ts'
import { filterBy, flagParam, oneOfParam, placeParam, textParam } from '../../table/list-state.ts'

export type Pipeline = CallData<'pipeline.getPipeline'>

export const pipelineParams = {
  supplier: filterBy('supplier_id', textParam()),
  category: filterBy('category', textParam()),
  to: filterBy('destination', textParam()),
  style: filterBy('style', textParam()),
  by: oneOfParam(pipelineGroups, 'vendor'),
  /** Which stages the table shows. */
  show: oneOfParam(stageGroups, 'way'),
  /** The stage whose records are looked at. */
  stage: placeParam(oneOfParam(['', ...stageNames], '')),
  /** Of which row of the table. */
  of: placeParam(textParam()),
  /** Only what stands there longer than so many days. */
  over: placeParam(textParam()),
  alerts: placeParam(flagParam()),
}
