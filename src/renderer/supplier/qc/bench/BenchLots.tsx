import { QuantityInput } from '../../../kit/quantities.tsx'
import { useLocale } from '../../../table/words.ts'
import type { BoxDetails } from '../box/box-data.ts'
import type { LotState } from '../inspect/lot-states.ts'
import { LotName, VerdictCells } from '../inspect/PlanTable.tsx'
import type { Inspecting } from '../inspect/use-inspection.ts'
import { setSeen, toSeeIn } from './bench-work.ts'

interface BenchLotsProps {
  details: BoxDetails
  inspecting: Inspecting
}

/** The samples of a box, a line a lot: how many to look at, and how many were, which "All good" takes for as many as are to be. */
export function BenchLots({ details: { box }, inspecting }: BenchLotsProps) {
  const { t } = useLocale()
  const lots = inspecting.standing.lots.filter(({ lines }) => lines.length > 0)
  if (lots.length === 0) return null
  return (
    <div className="qc-table bench-lots">
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t('Lot')}</th>
            <th className="end">{t('Pieces')}</th>
            <th className="end">{t('To look at')}</th>
            <th className="end">{t('Looked at')}</th>
            <th>{t('Computed')}</th>
            <th>{t('Chosen')}</th>
          </tr>
        </thead>
        <tbody>
          {lots.map((lot) => (
            <LotRow key={lot.plan.lot_key} lot={lot} sscc={box.sscc} inspecting={inspecting} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface LotRowProps {
  lot: LotState
  sscc: string
  inspecting: Inspecting
}

function LotRow({ lot, sscc, inspecting: { draft, change } }: LotRowProps) {
  const { t, name, number } = useLocale()
  const toSee = toSeeIn(lot, sscc, draft)
  // Units with a defect count by themselves: only what was typed stands in the field.
  const typed = lot.lines.reduce((sum, { nm_sku }) => sum + (draft.looked[nm_sku] ?? 0), 0)
  const { style_id, color, color_zh } = lot.plan
  const called = color === null ? t('Whole box') : `${style_id} ${name(color, color_zh ?? '')}`
  return (
    <tr>
      <td>
        <LotName lot={lot} />
      </td>
      <td className="end">{number(lot.plan.lot_size)}</td>
      <td className="end">
        <b className="bench-to-see">{number(toSee)}</b>
        {toSee < lot.plan.sample_size ? (
          <span className="muted"> {t('of {{n}} of the lot', { n: number(lot.plan.sample_size) })}</span>
        ) : null}
      </td>
      <td className="end">
        <QuantityInput
          value={typed === 0 ? null : typed}
          label={`${t('Units looked at')}, ${called}`}
          placeholder={String(toSee)}
          onChange={(units) => change((now) => setSeen(now, lot, { sscc, units: units ?? 0 }))}
        />
      </td>
      <VerdictCells lot={lot} />
    </tr>
  )
}
