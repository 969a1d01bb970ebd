import { severities } from '../../../../shared/domain/sampling.ts'
import { useWords } from '../../../table/words.ts'
import type { LotState } from './lot-states.ts'
import { computedWords, severityWords } from './plan-words.ts'

interface PlanTableProps {
  lots: readonly LotState[]
  lotKey: string | undefined
  onChoose: (lotKey: string) => void
}

/** The sampling plan of every lot: how many to look at, and where it is accepted or rejected. A row is chosen to work on. */
export function PlanTable({ lots, lotKey, onChoose }: PlanTableProps) {
  const { t, number } = useWords()
  return (
    <div className="qc-table qc-plans">
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t('Lot')}</th>
            <th className="end">{t('Pieces')}</th>
            <th>{t('Code letter')}</th>
            <th className="end">{t('Sample')}</th>
            {severities.map((severity) => (
              <th key={severity} className="end" title={t('Accept / reject')}>
                {t(severityWords[severity])} Ac/Re
              </th>
            ))}
            <th className="end">{t('Cartons to open')}</th>
            <th className="end">{t('Looked at')}</th>
            <th>{t('Computed')}</th>
          </tr>
        </thead>
        <tbody>
          {lots.map((lot) => (
            <PlanRow key={lot.plan.lot_key} lot={lot} isChosen={lot.plan.lot_key === lotKey} onChoose={onChoose} />
          ))}
        </tbody>
        {lots.length > 1 ? (
          <tfoot>
            <tr>
              <td>{t('Total')}</td>
              <td className="end">{number(lots.reduce((sum, { plan }) => sum + plan.lot_size, 0))}</td>
              <td />
              <td className="end">{number(lots.reduce((sum, { plan }) => sum + plan.sample_size, 0))}</td>
              <td colSpan={6} />
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}

function PlanRow({ lot, isChosen, onChoose }: { lot: LotState; isChosen: boolean; onChoose: (key: string) => void }) {
  const { t, number, plural } = useWords()
  const { plan, total, computed } = lot
  const { word, tone } = computedWords[computed]
  return (
    <tr data-chosen={isChosen || undefined} data-over={lot.lines.length === 0 || undefined}>
      <td>
        <button type="button" className="qc-lot" aria-pressed={isChosen} onClick={() => onChoose(plan.lot_key)}>
          <LotName lot={lot} />
        </button>
      </td>
      <td className="end">{number(plan.lot_size)}</td>
      <td className="dt-code">
        {plan.code}
        {plan.is_frozen ? <span className="muted"> {t('frozen')}</span> : null}
      </td>
      <td className="end">
        {plan.sample_size >= plan.lot_size ? t('all {{n}}', { n: number(plan.sample_size) }) : number(plan.sample_size)}
      </td>
      {severities.map((severity) => {
        const { accept, reject, sample_size } = plan.limits[severity]
        return (
          <td key={severity} className="end" title={plural(sample_size, '1 unit to look at', '{{n}} units to look at')}>
            {number(accept)}/{number(reject)}
          </td>
        )
      })}
      <td className="end">
        {number(plan.cartons_to_open)} <span className="muted">/ {number(plan.cartons)}</span>
      </td>
      <td className="end">{number(total.sampled)}</td>
      <td>
        <span className="status-tag" data-tone={tone}>
          {t(word)}
        </span>
      </td>
    </tr>
  )
}

/** A lot as people call it: its style and colour, or the whole box. */
export function LotName({ lot: { plan } }: { lot: Pick<LotState, 'plan'> }) {
  const { t, name } = useWords()
  if (plan.style_id === null || plan.color === null) return <>{t('Whole box')}</>
  return (
    <>
      <span className="dt-code">{plan.style_id}</span> {name(plan.color, plan.color_zh ?? '')}
    </>
  )
}
