import type { CatalogueStatus } from '../../shared/areas/catalogue/statuses.ts'
import { saveAssortment } from '../areas/assortments/save-assortment.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'
import { demoContext } from './by-commands.ts'

/** Two assortments: one of styles that wait for it, and one whose styles passed, which is closed. */
export async function tellAssortments(tx: Tx): Promise<void> {
  const cataloguer = demoContext(tx, 'cataloguer')
  const told: readonly (readonly [name: string, status: CatalogueStatus, isClosed: boolean])[] = [
    ['Spring capsule', 'Pending for Assortment Selection', false],
    ['Winter basics', 'Assortment Passed', true],
  ]
  for (const [name, status, is_closed] of told) {
    const { rows } = await rowsOf({ code: col.text, colors: col.texts })`
      SELECT c.code, ARRAY(SELECT k.color FROM catalogue_color k WHERE k.catalogue_id = c.id ORDER BY k.position) AS colors
      FROM catalogue_style c WHERE c.status = ${status} AND c.supply_chain = 'china' ORDER BY c.number LIMIT 4`.execute(
      tx,
    )
    const styles = rows.map(({ code, colors }) => ({ catalogue_id: code, colors: colors.slice(0, 2) }))
    await saveAssortment({ name, is_closed, styles }, cataloguer)
  }
}
