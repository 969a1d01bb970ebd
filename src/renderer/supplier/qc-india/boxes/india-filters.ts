import { indiaQcFigures } from '../../../../shared/areas/india-qc/figures.ts'
import { indiaQcStatuses, indiaQcTabs } from '../../../../shared/areas/india-qc/status.ts'
import { figureHint } from '../../../../shared/kernel/figure.ts'
import { useSupplierChoices } from '../../../api/use-suppliers.ts'
import {
  choiceFilter,
  choicesFilter,
  type Filter,
  filterBy,
  flagFilter,
  flagParam,
  manyOfParam,
  oneOfParam,
  placeParam,
  type StateOf,
  searchFilter,
  textParam,
} from '../../../table/list-state.ts'
import { useLocale } from '../../../table/words.ts'
import { useInspectorChoices } from '../../qc/assign/inspector-filter.ts'
import { ages, boxViews, useSiteChoices, useStyleChoices } from '../../qc/list/qc-filters.ts'

export const indiaParams = {
  tab: oneOfParam(indiaQcTabs, 'received'),
  q: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  style: filterBy('style_id', textParam()),
  status: filterBy('status', manyOfParam(indiaQcStatuses)),
  /** An export order or shipment that boxes came with. */
  consignment: filterBy('consignment', textParam()),
  age: filterBy('min_age_days', oneOfParam(['', ...ages], ''), Number),
  site: filterBy('site', textParam()),
  /** Only boxes with a difference that nobody has settled. */
  open: filterBy('open_case', flagParam()),
  held: filterBy('on_hold', flagParam()),
  /** `mine`, `none`, or whose. */
  inspector: filterBy('inspector', textParam()),
  /** Work is done in the order in which it came. */
  sort: oneOfParam(['age', 'inwarded_at', 'pieces'], 'age'),
  up: flagParam(),
  /** The open box, by its SSCC. */
  box: placeParam(textParam()),
  view: placeParam(oneOfParam(boxViews, 'overview')),
  /** The box lies on the bench, which takes the whole page. */
  bench: placeParam(flagParam()),
}

type P = typeof indiaParams

/** The filters of the boxes in India. */
export function useIndiaFilters(state: StateOf<P>): Filter<P>[] {
  const { t } = useLocale()
  const suppliers = useSupplierChoices()
  const sites = useSiteChoices('indiaQc.qcChoices', state.site)
  const styles = useStyleChoices('indiaQc.qcChoices', state.tab, state.style)
  const inspectors = useInspectorChoices('indiaInspection.qcInspectors', state.inspector)
  return [
    searchFilter<P>('q', t('SSCC, tracking ID, box, style')),
    choiceFilter<P>('supplier', t('Supplier'), suppliers),
    choiceFilter<P>('style', t('Style'), styles.choices, styles.search),
    choiceFilter<P>(
      'age',
      t('Days since receipt'),
      ages.map((value) => ({ value, label: t('{{n}} or more', { n: value }) })),
    ),
    choicesFilter<P>(
      'status',
      t('Status'),
      indiaQcStatuses.map((value) => ({ value, label: t(value) })),
    ),
    ...(sites.length > 1 || state.site ? [choiceFilter<P>('site', t('Site'), sites)] : []),
    choiceFilter<P>('inspector', t('Inspector'), inspectors),
    flagFilter<P>('open', t(indiaQcFigures.indiaDiffering.label), figureHint(indiaQcFigures.indiaDiffering, t)),
    flagFilter<P>('held', t(indiaQcFigures.indiaOnHold.label), figureHint(indiaQcFigures.indiaOnHold, t)),
  ]
}
