import { z } from 'zod'
import { placeKinds, stockConditions } from '../../../shared/areas/stock/moves.ts'
import { stockRights } from '../../../shared/areas/stock/rights.ts'
import { conditionNames } from '../../../shared/areas/stock/words.ts'
import { factLabels } from '../../../shared/areas.ts'
import { isAmong } from '../../../shared/kernel/rights.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Asking, Fact } from '../../trace/finder.ts'
import { namedPlace, placeWords } from './places.ts'
import { sitesOf, toldPlaces } from './sites.ts'

/** So many places are named of an SKU; the stock list has all. */
const MOST_PLACES = 12

const columns = {
  site: col.text,
  kind: z.enum(placeKinds),
  code: col.text,
  condition: z.enum(stockConditions),
  on_hand: col.number,
}

/** Where an SKU (sku.id) lies and what of it is on its way, for its history: as far as the caller may see stock. */
export async function stockFacts({ db, caller }: Asking, skuId: string): Promise<Fact[]> {
  if (!isAmong(caller, stockRights.seeStock.roles)) return []
  const { rows } = await rowsOf(columns)`
    SELECT ${placeWords}, s.condition, s.on_hand
    FROM stock s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id
    WHERE s.sku_id = ${skuId} AND s.on_hand > 0 AND ${sitesOf(caller)} AND ${toldPlaces(caller)} ORDER BY s.on_hand DESC, x.code, p.code`.execute(
    db,
  )
  const told = (isOnTheWay: boolean) => {
    const own = rows.filter(({ kind }) => (kind === 'in_transit') === isOnTheWay)
    const more = own.length > MOST_PLACES ? [`+${own.length - MOST_PLACES}`] : []
    const said = (name: 'place' | 'place_zh') =>
      [
        ...own.slice(0, MOST_PLACES).map((row) => {
          const lesser =
            row.condition === 'good'
              ? ''
              : name === 'place'
                ? ` (${conditionNames[row.condition].en})`
                : ` (${conditionNames[row.condition].zh})`
          return `${namedPlace(row)[name]}${lesser}: ${row.on_hand}`
        }),
        ...more,
      ].join(' · ')
    return own.length === 0 ? null : { text: said('place'), text_zh: said('place_zh') }
  }
  const [lying, going] = [told(false), told(true)]
  return [
    ...(lying ? [{ label: factLabels.stock, ...lying }] : []),
    ...(going ? [{ label: factLabels.in_transit, ...going }] : []),
  ]
}
