import { choices } from '../../../shared/areas/allocation/words.ts'
import type { CallData } from '../../actions/calls.ts'
import { filterBy, oneOfParam, placeParam, textParam } from '../../table/list-state.ts'

export type FoundTask = CallData<'allocation.getAllocation'>

/** What the address of an open allocation says. */
export const taskParams = {
  view: placeParam(oneOfParam(['plan', 'styles', 'lines', 'stores', 'history'], 'plan')),
  /** The style whose grid is open, as `ST-1001~Black`. */
  style: placeParam(textParam()),
  /** The cell that is explained, as `SDEL ST-1001-BLK-M`. */
  cell: placeParam(textParam()),
  /** Of the list of styles. */
  find: filterBy('search', textParam()),
  only: placeParam(oneOfParam([...choices, 'broken', 'over', 'all'], 'all')),
  line: filterBy('search', textParam()),
  line_store: filterBy('store', textParam()),
  line_source: filterBy('source', textParam()),
  choice: placeParam(oneOfParam([...choices, 'all'], 'all')),
}
