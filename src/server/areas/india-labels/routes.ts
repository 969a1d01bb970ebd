import type { indiaLabelsArea } from '../../../shared/areas/india-labels/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { checkIndiaSkuLabels, getIndiaQcSkuLabels } from './india-labels.ts'
import { indiaLabelSettings, saveIndiaLabelSettings } from './label-facts.ts'

/** Labels of goods for sale in India, and what each site there prints on them. */
export const indiaLabelsServer: ServerArea<typeof indiaLabelsArea> = {
  routes: { getIndiaQcSkuLabels, checkIndiaSkuLabels, indiaLabelSettings, saveIndiaLabelSettings },
}
