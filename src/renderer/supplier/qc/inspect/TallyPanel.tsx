import { Button } from '@blueprintjs/core'
import { severities } from '../../../../shared/domain/sampling.ts'
import { useWords } from '../../../table/words.ts'
import { acceptLot, fillRest } from './inspection-draft.ts'
import type { LotState } from './lot-states.ts'
import { LotName } from './PlanTable.tsx'
import { computedWords, severityWords } from './plan-words.ts'
import type { ChangeDraft } from './use-inspection.ts'

/** The running tally of a lot to accept or reject: what was found beside what it takes. */
export function TallyPanel({ lot, change }: { lot: LotState; change: ChangeDraft }) {
  const { t, number } = useWords()
  const { plan, total, computed, lines } = lot
  const { word, tone } = computedWords[computed]
  const left = Math.max(0, plan.sample_size - total.sampled)
  return (
    <section className="qc-side-part qc-tally" aria-label={t('Tally of the lot')}>
      <h3>
        <LotName lot={lot} />
      </h3>
      <div className="qc-computed" data-tone={tone} role="status">
        <strong>{t(word)}</strong>
        <span>
          {t('{{seen}} of {{sample}} looked at', { seen: number(total.sampled), sample: number(plan.sample_size) })}
        </span>
        <progress max={Math.max(1, plan.sample_size)} value={Math.min(total.sampled, plan.sample_size)}>
          {number(left)}
        </progress>
      </div>
      <ul className="qc-limits">
        {severities.map((severity) => {
          const { accept, reject } = plan.limits[severity]
          const found = total[severity]
          const state = found >= reject ? 'over' : found === 0 ? 'none' : 'some'
          return (
            <li key={severity} className="qc-limit" data-state={state}>
              <span>{t(severityWords[severity])}</span>
              <b>{number(found)}</b>
              <span className="muted">
                {t('accepts {{accept}} · rejects {{reject}}', { accept: number(accept), reject: number(reject) })}
              </span>
            </li>
          )
        })}
      </ul>
      <div className="qc-lot-buttons">
        <Button
          size="small"
          {...(computed === 'accept' ? { intent: 'primary' as const } : {})}
          text={t('Accept the lot')}
          title={t('Units with a defect fail, the others pass')}
          onClick={() => change((now) => acceptLot(now, lines))}
        />
        <Button
          size="small"
          {...(computed === 'reject' ? { intent: 'danger' as const } : {})}
          text={t('Reject the lot')}
          title={t('Everything that is left fails')}
          onClick={() => change((now) => fillRest(now, lines, 'failed'))}
        />
      </div>
    </section>
  )
}
