import { area } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { screen } from '../../kernel/screens.ts'
import { nmSku } from '../../kernel/shapes.ts'
import { key } from '../../kernel/words.ts'
import { skuDimensionsCalls, skuDimensionsRights } from './calls.ts'
import { skuDimensions } from './lists.ts'
import { dimensionFaults } from './sheets.ts'

/** What the server says of sizes and weights. */
export const dimensionWords = {
  saved: key('Sizes and weights saved.'),
  unchanged: key('The sizes and weights are as they were.'),
  noSize: key('Style {{style_id}} has no size {{size}}.'),
  divisorSaved: key('Volumetric weight saved.'),
} as const

export const skuDimensionsArea = area({
  calls: skuDimensionsCalls,
  rights: skuDimensionsRights,
  screens: [screen('india-qc', '/supplier/sku-dimensions', 'SKU dimensions', 'cube', skuDimensionsRights.measureSkus)],
  lists: { 'sku-dimensions': skuDimensionsRights.measureSkus },
  exports: {
    exportSkuDimensions: listFile('sku-dimensions', skuDimensions, {
      summary: 'SKUs with their sizes and weights.',
      callers: skuDimensionsRights.measureSkus.roles,
      takes: { ...notPaged(skuDimensionsCalls.getSkuDimensionDetails), nm_skus: chosen(nmSku) },
    }),
  },
  entities: ['sku_dimension'],
  events: { 'sku.measured': 'SKU measured' },
  words: [...Object.values(dimensionWords), ...Object.values(dimensionFaults)],
})
