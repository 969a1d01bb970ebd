import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { RemarkField } from '../../../forms/fields.tsx'
import { QuantityInput } from '../../../kit/quantities.tsx'
import type { BoxDetails } from '../box/box-data.ts'
import { usualRemarks } from '../moves/box-moves.tsx'
import type { Counting } from './count-draft.ts'
import { setExtra } from './count-draft.ts'

/** Who owns the discrepancies that a count may open, a remark on it, and pieces of SKUs that nobody declared. */
export function DiscrepancyFields({ counting, owners }: { counting: Counting; owners: BoxDetails['owners'] }) {
  const { t } = useTranslation()
  const id = useId()
  const { draft, change } = counting
  const extras = Object.entries(draft.extras)
  return (
    <div className="qc-side-part">
      {extras.length > 0 ? (
        <>
          <h3>{t('Not declared')}</h3>
          <ul className="qc-diffs">
            {extras.map(([sku, counted]) => (
              <li key={sku}>
                <span className="code">{sku}</span>
                <QuantityInput
                  value={counted}
                  label={`${t('Counted')}, ${sku}`}
                  onChange={(n) => change((now) => setExtra(now, sku, n ?? 0))}
                />
                <button
                  type="button"
                  className="dt-link"
                  aria-label={t('Take out, {{sku}}', { sku })}
                  onClick={() => change((now) => setExtra(now, sku, null))}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <div className="field">
        <label className="field-label" htmlFor={`${id}owner`}>
          {t('Owner of the cases')}
        </label>
        <select
          id={`${id}owner`}
          className="text-field page-select"
          value={draft.ownerId}
          onChange={(event) => change((now) => ({ ...now, ownerId: event.target.value }))}
        >
          <option value="">{t('Me')}</option>
          {owners.map((owner) => (
            <option key={owner.id} value={owner.id}>
              {owner.name}
            </option>
          ))}
        </select>
      </div>
      <RemarkField
        label={t('Remark')}
        value={draft.remark}
        chips={usualRemarks.count.map((words) => t(words))}
        onChange={(remark) => change((now) => ({ ...now, remark }))}
      />
    </div>
  )
}
