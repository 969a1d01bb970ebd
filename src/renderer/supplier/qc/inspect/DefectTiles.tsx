import './defect-tiles.css'
import { Button } from '@blueprintjs/core'
import { Undo } from '@blueprintjs/icons'
import { type ReactNode, useRef, useState } from 'react'
import { defectCategories } from '../../../../shared/areas/inspection/defect-library.ts'
import { type Severity, severities } from '../../../../shared/kernel/reasons.ts'
import { useAnswer } from '../../../actions/useRows.ts'
import { PhotoField } from '../../../photos/PhotoField.tsx'
import { useLocale } from '../../../table/words.ts'
import type { QcLine } from '../box/box-data.ts'
import { pressTile, type TileGroup, type TileRow, tileGroups, unitsAt } from './defect-tiles.ts'
import { changeDefect, type InspectionDraft } from './draft.ts'
import { severityWords } from './PlanTable.tsx'
import { defectField, type PhotosOf } from './photo-problem.ts'
import type { ChangeDraft } from './use-inspection.ts'

/** What the tiles count of: the SKU in the inspector's hand, chosen by a press or by its scan. */
export function useDefectTiles(draft: InspectionDraft, change: ChangeDraft, lines: readonly QcLine[]) {
  const [chosen, setChosen] = useState('')
  const past = useRef<InspectionDraft['defects'][]>([])
  const sku = lines.some(({ nm_sku }) => nm_sku === chosen) ? chosen : (lines[0]?.nm_sku ?? '')
  const [canUndo, setCanUndo] = useState(false)
  return {
    draft,
    change,
    lines,
    sku,
    canUndo,
    /** By its code: false where it is not one of these pieces. */
    choose: (code: string): boolean => {
      const line = lines.find(({ nm_sku }) => nm_sku.toUpperCase() === code.toUpperCase())
      if (line) setChosen(line.nm_sku)
      return line !== undefined
    },
    press: (row: TileRow, severity: Severity, by: 1 | -1) => {
      past.current.push(draft.defects)
      setCanUndo(true)
      change((now) => pressTile(now, { sku, row, severity, by }))
    },
    undo: () => {
      const defects = past.current.pop()
      setCanUndo(past.current.length > 0)
      if (defects) change((now) => ({ ...now, defects }))
    },
  }
}

export type Tiles = ReturnType<typeof useDefectTiles>

/** Defects by name and severity, a unit a press: one less with Shift or the right button, and a way back. */
export function DefectTiles({ tiles, photos }: { tiles: Tiles; photos: PhotosOf }) {
  const { t } = useLocale()
  const library = useAnswer('inspection.defectLibrary', {}).data
  const groups = tileGroups(library?.settings.defects ?? [])
  const [known, reasons] = [groups.slice(0, -1), groups.at(-1)]
  return (
    <section className="qc-tiles" aria-label={t('Defects by name')}>
      <div className="qc-part-head">
        <h3>{t('Defects by name')}</h3>
        <Button
          size="small"
          icon={<Undo />}
          text={t('Undo the last press')}
          disabled={!tiles.canUndo}
          onClick={tiles.undo}
        />
        <span className="muted">{t('Each press is a unit more; with Shift or the right button one less.')}</span>
      </div>
      <SkuChoice tiles={tiles} />
      <TileTable groups={known} tiles={tiles} />
      <LastPhotos tiles={tiles} photos={photos} />
      {reasons ? (
        <details className="qc-tiles-reasons" open={reasons.rows.some((row) => hasAny(row, tiles)) || undefined}>
          <summary>{t('Other reasons of a refusal')}</summary>
          <TileTable groups={[reasons]} tiles={tiles} />
        </details>
      ) : null}
    </section>
  )
}

const hasAny = (row: TileRow, { draft }: Tiles) => severities.some((severity) => unitsAt(draft, row, severity) > 0)

function SkuChoice({ tiles: { lines, sku, choose } }: { tiles: Tiles }) {
  const { t, name } = useLocale()
  return (
    <fieldset className="qc-tile-skus" aria-label={t('SKU in hand: press it or scan the piece')}>
      {lines.map((line) => (
        <button
          key={line.nm_sku}
          type="button"
          className="qc-tile-sku"
          aria-pressed={line.nm_sku === sku}
          title={line.nm_sku}
          onClick={() => choose(line.nm_sku)}
        >
          {name(line.color, line.color_zh)} · {line.size}
        </button>
      ))}
    </fieldset>
  )
}

function TileTable({ groups, tiles }: { groups: readonly TileGroup[]; tiles: Tiles }) {
  const { t } = useLocale()
  return (
    <table className="qc-tile-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{t('Defect')}</span>
          </th>
          {severities.map((severity) => (
            <th key={severity} scope="col">
              {t(severityWords[severity])}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ category, rows }) => (
        <tbody key={category}>
          {rows.map((row, at) => (
            <tr key={row.code ?? row.reason}>
              <TileName row={row}>
                {at === 0 && category !== 'reasons' ? (
                  <span className="qc-tile-category">{t(defectCategories[category])}</span>
                ) : null}
              </TileName>
              {severities.map((severity) => (
                <td key={severity}>
                  <Tile {...{ row, severity, tiles }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

function TileName({ row, children }: { row: TileRow; children: ReactNode }) {
  const { name } = useLocale()
  return (
    <th scope="row">
      {children}
      {name(row.name, row.name_zh)}
    </th>
  )
}

function Tile({ row, severity, tiles }: { row: TileRow; severity: Severity; tiles: Tiles }) {
  const { t, name, number } = useLocale()
  const { draft, sku, press } = tiles
  const own = unitsAt(draft, row, severity, sku)
  const all = unitsAt(draft, row, severity)
  return (
    <button
      type="button"
      className="qc-tile"
      data-severity={severity}
      data-usual={row.severity === severity || undefined}
      data-some={all > 0 || undefined}
      disabled={sku === ''}
      aria-label={`${name(row.name, row.name_zh)}, ${t(severityWords[severity])}: ${number(all)}`}
      onClick={(event) => press(row, severity, event.shiftKey ? -1 : 1)}
      onContextMenu={(event) => {
        event.preventDefault()
        press(row, severity, -1)
      }}
    >
      {/* Its plus is drawn by the style: words that come or go would make it another button, which takes no quick second press. */}
      {all > 0 ? number(all) : null}
      {all > own ? <span className="qc-tile-own">{t('{{n}} of this SKU', { n: number(own) })}</span> : null}
    </button>
  )
}

/** Photographs of the defect that was pressed last: the camera is at hand where it was found. */
function LastPhotos({ tiles: { draft, change }, photos }: { tiles: Tiles; photos: PhotosOf }) {
  const { t } = useLocale()
  const last = draft.defects.at(-1)
  if (last === undefined) return null
  return (
    <PhotoField
      key={last.id}
      value={last.imageIds}
      label={t('Photos of the last defect')}
      onChange={(ids) => change((now) => changeDefect(now, last.id, { imageIds: ids }))}
      place={{ ...photos.place, field: defectField(last.id) }}
      gone={photos.gone}
    />
  )
}
