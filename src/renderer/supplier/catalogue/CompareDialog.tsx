import type { CatalogueRow } from '../../../shared/areas/catalogue/calls.ts'
import { catalogueStyles } from '../../../shared/areas/catalogue/lists.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { shownOf } from '../../kit/field-views.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'

/** Two to four styles beside each other; lines in which they differ stand out. */
export function CompareDialog({ rows, ...turn }: DialogTurn & { rows: readonly CatalogueRow[] }) {
  const words = useLocale()
  const { t, name } = words
  const seesPrices = useRight('seePrices')
  const fields = catalogueStyles.fields.filter(
    ({ id }) => id !== 'catalogue_id' && id !== 'style' && (id !== 'price' || seesPrices),
  )
  return (
    <Modal {...turn} title={t('Compare')} width={320 * rows.length + 160}>
      <DialogParts onCancel={turn.onClose} className="compare">
        <table>
          <thead>
            <tr>
              <td style={{ width: 150 }} />
              {rows.map((row) => (
                <th key={row.catalogue_id} scope="col">
                  <span className="compare-picture">
                    <StylePicture
                      of={{
                        picture: row.picture,
                        style_id: row.catalogue_id,
                        style_name: row.name,
                        style_name_zh: row.name_zh,
                      }}
                      size="tile"
                    />
                  </span>
                  {name(row.name, row.name_zh)} <span className="code">{row.catalogue_id}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => {
              const said = rows.map((row) => JSON.stringify(field.of(row, words)))
              return (
                <tr key={field.id} data-differs={new Set(said).size > 1 || undefined}>
                  <th scope="row">{t(field.header)}</th>
                  {rows.map((row) => (
                    <td key={row.catalogue_id}>{shownOf(field as never, row, words) ?? '–'}</td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </DialogParts>
    </Modal>
  )
}
