import { dispositionKinds, rejectedTabs } from '../../../shared/areas/rejected-skus/rules.ts'
import { filterBy, oneOfParam, placeParam, textParam } from '../../table/list-state.ts'

export const rejectedParams = {
  tab: oneOfParam(rejectedTabs, 'to_reconcile'),
  q: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  kind: filterBy('kind', oneOfParam(['', ...dispositionKinds], '')),
  /** The open row: a box and a SKU in it. */
  rejected: placeParam(textParam()),
}
