import { Button } from '@blueprintjs/core'
import { Trash } from '@blueprintjs/icons'
import { useEffect, useId, useRef } from 'react'
import { refusalReasons, severities } from '../../../../shared/kernel/reasons.ts'
import { useAnswer } from '../../../actions/useRows.ts'
import { ReasonOptions } from '../../../forms/fields.tsx'
import { QuantityInput } from '../../../kit/quantities.tsx'
import { EmptyState } from '../../../kit/states.tsx'
import { useConfirm } from '../../../kit/useConfirm.tsx'
import { PhotoField } from '../../../photos/PhotoField.tsx'
import { useLocale } from '../../../table/words.ts'
import type { QcLine } from '../box/box-data.ts'
import { useDesk } from '../desk.ts'
import { DefectTiles, type Tiles } from './DefectTiles.tsx'
import { addDefect, changeDefect, type DefectDraft, type InspectionDraft, removeDefect } from './draft.ts'
import { severityWords } from './PlanTable.tsx'
import { defectField, type PhotosOf } from './photo-problem.ts'
import type { ChangeDraft } from './use-inspection.ts'

interface DefectListProps {
  tiles: Tiles
  draft: InspectionDraft
  /** Those with pieces to judge. */
  lines: readonly QcLine[]
  change: ChangeDraft
  photos: PhotosOf
}

/** What is wrong with how many units, with photographs. */
export function DefectList({ draft, lines, change, photos, tiles }: DefectListProps) {
  const { t, number } = useLocale()
  const meta = useAnswer(useDesk().reasons, {}).data
  const usual = (reason: string) => meta?.reasons.find((one) => one.reason === reason)?.severity
  const count = draft.defects.length
  const before = useRef(count)
  const list = useRef<HTMLDivElement>(null)
  // A defect that was added by hand is typed at once; a tile is pressed again.
  useEffect(() => {
    const isByTile = draft.defects.at(-1)?.code !== undefined
    if (count > before.current && !isByTile)
      list.current?.querySelector<HTMLElement>('.qc-defect:last-of-type select')?.focus()
    before.current = count
  }, [count, draft.defects])
  const confirm = useConfirm()
  const remove = async (defect: DefectDraft) => {
    const isBegun = defect.reason !== '' || defect.remark.trim() !== '' || defect.imageIds.length > 0
    const isAgreed =
      !isBegun ||
      (await confirm.ask({
        title: t('Take out defect {{n}}?', { n: defect.id }),
        text: t('Its remark and its photos ({{photos}}) are gone then.', { photos: number(defect.imageIds.length) }),
        confirm: t('Take out'),
        isDangerous: true,
      }))
    if (isAgreed) change((now) => removeDefect(now, defect.id))
  }
  const add = () => change((now) => addDefect(now, now.defects.at(-1)?.nm_sku ?? mostLikely(now, lines), {}))
  return (
    <div ref={list}>
      <DefectTiles tiles={tiles} photos={photos} />
      <div className="qc-part-head">
        <h3>{t('Defects')}</h3>
        <Button size="small" intent="primary" text={t('Add a defect')} disabled={lines.length === 0} onClick={add} />
      </div>
      {count === 0 ? (
        <EmptyState title={t('No defect found so far')} text={t('Each needs a reason, units and a remark.')} />
      ) : (
        draft.defects.map((defect) => (
          <DefectRow
            key={defect.id}
            defect={defect}
            lines={lines}
            onChange={(to) =>
              change((now) =>
                changeDefect(now, defect.id, {
                  ...to,
                  // Said to be something else, it is no longer what its tile says.
                  ...(to.reason !== undefined && { code: null }),
                  ...(to.reason && usual(to.reason) && { severity: usual(to.reason) ?? defect.severity }),
                }),
              )
            }
            onRemove={() => void remove(defect)}
            photos={photos}
          />
        ))
      )}
      {confirm.dialog}
    </div>
  )
}

/** The SKU that was looked at last, or the first that waits. */
function mostLikely({ looked }: InspectionDraft, lines: readonly QcLine[]): string {
  return Object.keys(looked).at(-1) ?? lines[0]?.nm_sku ?? ''
}

interface DefectRowProps {
  defect: DefectDraft
  lines: readonly QcLine[]
  onChange: (to: Partial<DefectDraft>) => void
  onRemove: () => void
  photos: PhotosOf
}

/** One kind of defect on so many units of a SKU. */
export function DefectRow({ defect, lines, onChange, onRemove, photos }: DefectRowProps) {
  const { t, name } = useLocale()
  const id = useId()
  const { nm_sku, reason, severity, units, isFurther, remark, imageIds } = defect
  return (
    <article className="qc-defect" data-severity={severity} aria-label={`${t('Defect')} ${defect.id}`}>
      <div className="qc-defect-fields">
        <div className="field">
          <label className="field-label" htmlFor={`${id}reason`}>
            {t('Reason')}
          </label>
          <select
            id={`${id}reason`}
            className="text-field"
            value={reason}
            onChange={({ target }) => onChange({ reason: refusalReasons.find((one) => one === target.value) ?? '' })}
          >
            <ReasonOptions />
          </select>
        </div>
        <div className="field">
          <label className="field-label" htmlFor={`${id}sku`}>
            {t('NM SKU')}
          </label>
          <select
            id={`${id}sku`}
            className="text-field"
            value={nm_sku}
            onChange={({ target }) => onChange({ nm_sku: target.value })}
          >
            {lines.map((line) => (
              <option key={line.nm_sku} value={line.nm_sku}>
                {`${line.nm_sku} · ${name(line.color, line.color_zh)} · ${line.size}`}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label className="field-label" htmlFor={`${id}severity`}>
            {t('Severity')}
          </label>
          <select
            id={`${id}severity`}
            className="text-field"
            value={severity}
            onChange={({ target }) =>
              onChange({ severity: severities.find((one) => one === target.value) ?? severity })
            }
          >
            {severities.map((one) => (
              <option key={one} value={one}>
                {t(severityWords[one])}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <span className="field-label">{t('Units')}</span>
          <QuantityInput
            value={units}
            label={`${t('Units')}, ${t('Defect')} ${defect.id}`}
            isInvalid={units === 0}
            onChange={(n) => onChange({ units: n })}
          />
        </div>
        <Button
          variant="minimal"
          icon={<Trash size={14} />}
          aria-label={t('Take out defect {{n}}', { n: defect.id })}
          title={t('Take out')}
          onClick={onRemove}
        />
      </div>
      <div className="qc-defect-fields qc-defect-more">
        <div className="field qc-defect-remark">
          <label className="field-label" htmlFor={`${id}remark`}>
            {t('Remark')}
          </label>
          <input
            id={`${id}remark`}
            className="text-field"
            value={remark}
            maxLength={500}
            autoComplete="off"
            placeholder={t('What is wrong, in your own words')}
            onChange={({ target }) => onChange({ remark: target.value })}
          />
        </div>
        <label className="check-label">
          <input
            type="checkbox"
            checked={isFurther}
            onChange={({ target }) => onChange({ isFurther: target.checked })}
          />
          {t('On units with a worse defect')}
        </label>
      </div>
      <PhotoField
        value={imageIds}
        label={t('Photos of defect {{n}}', { n: defect.id })}
        onChange={(ids) => onChange({ imageIds: ids })}
        place={{ ...photos.place, field: defectField(defect.id) }}
        gone={photos.gone}
      />
    </article>
  )
}
