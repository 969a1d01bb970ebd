import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { severities } from '../../../../shared/domain/sampling.ts'
import { useWords } from '../../../table/words.ts'
import type { InspectionDraft } from './inspection-draft.ts'
import type { LotState } from './lot-states.ts'
import { judgeLot, type LotVerdict, type VerdictChange, verdictChange } from './lot-verdict.ts'
import { LotName } from './PlanTable.tsx'
import { computedWords, severityWords } from './plan-words.ts'
import type { ChangeDraft } from './use-inspection.ts'

interface TallyPanelProps {
  lot: LotState
  draft: InspectionDraft
  change: ChangeDraft
}

type Judged = InspectionDraft['judged']

/** A verdict that took another one's place, as long as nothing else was judged since. */
interface Given {
  lotKey: string
  what: VerdictChange
  before: Judged
  after: Judged
}

/** The running tally of a lot to accept or reject: what was found beside what it takes. */
export function TallyPanel({ lot, draft, change }: TallyPanelProps) {
  const { t, number } = useWords()
  const { plan, total, computed, lines } = lot
  const { word, tone } = computedWords[computed]
  const [given, setGiven] = useState<Given | null>(null)
  const put = (judged: Judged) => change((now) => ({ ...now, judged }))
  const give = (verdict: LotVerdict) => {
    const after = judgeLot(draft, lines, verdict)
    const what = verdictChange(draft, after, { lines, verdict })
    setGiven(what && { lotKey: plan.lot_key, what, before: draft.judged, after: after.judged })
    put(after.judged)
  }
  const isShown = given?.lotKey === plan.lot_key && given.after === draft.judged
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
          onClick={() => give('accept')}
        />
        <Button
          size="small"
          {...(computed === 'reject' ? { intent: 'danger' as const } : {})}
          text={t('Reject the lot')}
          title={t('Every piece of the lot fails')}
          onClick={() => give('reject')}
        />
      </div>
      <div className="qc-given" aria-live="polite">
        {isShown ? (
          <>
            <ChangeWords {...given.what} />
            <Button size="small" variant="minimal" text={t('Undo')} onClick={() => put(given.before)} />
          </>
        ) : null}
      </div>
    </section>
  )
}

/** What the last verdict changed of the one before. */
function ChangeWords({ verdict, turned, released, stillHeld }: VerdictChange) {
  const { plural } = useWords()
  const isReject = verdict === 'reject'
  const said = [
    turned === 0
      ? []
      : isReject
        ? plural(turned, '1 piece now failed (was passed)', '{{n}} pieces now failed (were passed)')
        : plural(turned, '1 piece now passed (was failed)', '{{n}} pieces now passed (were failed)'),
    released === 0 ? [] : plural(released, '1 piece no longer on hold', '{{n}} pieces no longer on hold'),
    stillHeld === 0 ? [] : plural(stillHeld, '1 piece stays on hold', '{{n}} pieces stay on hold'),
  ].flat()
  return <span>{said.join(' · ')}</span>
}
