import { dimensionWords } from '../../../shared/areas/sku-dimensions/area.ts'
import { type Measure, measures, mostMeasured } from '../../../shared/areas/sku-dimensions/rules.ts'
import { dimensionFaults, dimensionSheet } from '../../../shared/areas/sku-dimensions/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Handlers } from '../../http/call.ts'
import { takeSheet } from '../../sheets/take-sheet.ts'
import { type DimensionChange, saveDimensions } from './save-dimensions.ts'

/** Sizes and weights that a sheet lists. An empty cell leaves its value alone, so that the list's own file can be filled in and sent. */
export const uploadSkuDimensions: Handlers<Contract['skuDimensions']>['uploadSkuDimensions'] = takeSheet(
  dimensionSheet,
  {
    words: { taken: dimensionWords.saved, unchanged: dimensionWords.unchanged },
    async check({ tx, rows, refuse }) {
      const { rows: known } = await rowsOf({ id: col.text, nm_sku: col.text })`
        SELECT id, nm_sku FROM sku WHERE retired_at IS NULL AND nm_sku = ANY(${rows.map(({ values }) => values.nm_sku)}::text[])`.execute(
        tx,
      )
      const ids = new Map(known.map(({ id, nm_sku }) => [nm_sku, id]))
      const good: DimensionChange[] = []
      let idle = 0
      for (const row of rows) {
        const sku_id = ids.get(row.values.nm_sku)
        const tooMuch = measures.find((measure) => (row.values[measure] ?? 0) > mostMeasured[measure])
        if (sku_id === undefined) refuse(row, 'nm_sku', dimensionFaults.unknown)
        else if (tooMuch)
          refuse(row, tooMuch, dimensionFaults.tooMuch, dimensionFaults.most, {
            values: { most: String(mostMeasured[tooMuch]) },
          })
        else if (measures.every((measure) => row.values[measure] === null)) idle++
        else good.push({ sku_id, ...given(row.values) })
      }
      return { good, idle }
    },
    save: ({ tx, context }, { good }) => saveDimensions(tx, context, good),
  },
)

/** What the row says; its empty cells say nothing. */
function given(values: Readonly<Record<Measure, number | null>>): Partial<Record<Measure, number>> {
  return Object.fromEntries(
    measures.flatMap((measure) => (values[measure] === null ? [] : [[measure, values[measure]]])),
  )
}
