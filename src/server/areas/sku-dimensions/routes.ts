import { dimensionWords, type skuDimensionsArea } from '../../../shared/areas/sku-dimensions/area.ts'
import type { Contract } from '../../../shared/areas.ts'
import { loadGroup, saveGroup, settingGroup } from '../../audit/setting-group.ts'
import type { ServerArea } from '../../http/area.ts'
import { type Handlers, reply } from '../../http/call.ts'
import { dimensionChoices, dimensionHistory, dimensionQuery } from './dimension-rows.ts'
import { uploadSkuDimensions } from './dimension-sheet.ts'
import { updateSkuDimensionDetails } from './save-dimensions.ts'

type Routes = Handlers<Contract['skuDimensions']>

const group = settingGroup({
  prefix: 'dimensions',
  rows: ['volumetric_divisor'],
  fields: ['volumetric_divisor'],
  shown: ({ volumetric_divisor }) => ({ volumetric_divisor }),
  kept: ({ volumetric_divisor }) => ({ volumetric_divisor }),
})

const dimensionSettings: Routes['dimensionSettings'] = async (_, { db }) => reply(await loadGroup(db, group))

const saveDimensionSettings: Routes['saveDimensionSettings'] = (input, context) =>
  context.command((tx) => saveGroup(tx, context, group, input, dimensionWords.divisorSaved))

/** How large and heavy SKUs are, as they are packed for sale. */
export const skuDimensionsServer: ServerArea<typeof skuDimensionsArea> = {
  routes: {
    getSkuDimensionDetails: dimensionQuery.page,
    updateSkuDimensionDetails,
    uploadSkuDimensions,
    ...{ dimensionChoices, dimensionHistory },
    ...{ dimensionSettings, saveDimensionSettings },
  },
  exports: { exportSkuDimensions: dimensionQuery },
}
