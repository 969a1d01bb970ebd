import { useId } from 'react'
import { Callout } from '../../../kit/Callout.tsx'
import { QuantityInput } from '../../../kit/QuantityInput.tsx'
import { useWords } from '../../../table/words.ts'
import { RemarkField } from '../../TextField.tsx'
import { usualReasons } from '../moves/reasons.ts'
import { lotOfFewCartons } from './lot-states.ts'
import { computedWords, verdictLabels, verdictTones } from './plan-words.ts'
import type { Inspecting } from './use-inspection.ts'

/** The computed verdict beside the chosen one, and what overruling it takes. */
export function VerdictPanel({ inspecting }: { inspecting: Inspecting }) {
  const { t, number } = useWords()
  const id = useId()
  const { draft, change, standing, isLead } = inspecting
  const { computed, verdict, judged, lots } = standing
  const toOpen = Math.max(0, ...lots.map(({ plan }) => plan.cartons_to_open))
  const toLookAt = lots.reduce((sum, lot) => sum + lot.toLookAt, 0)
  const few = lotOfFewCartons(lots)
  const said = computedWords[computed]
  return (
    <section className="qc-side-part" aria-label={t('Verdict')}>
      <dl className="qc-verdicts">
        <div>
          <dt>{t('Computed')}</dt>
          <dd>
            <span className="status-tag" data-tone={said.tone}>
              {t(said.word)}
            </span>
          </dd>
        </div>
        <div>
          <dt>{t('Chosen')}</dt>
          <dd>
            {verdict ? (
              <span className="status-tag" data-tone={verdictTones[verdict]}>
                {t(verdictLabels[verdict])}
              </span>
            ) : (
              <span className="muted">{t('Nothing judged yet')}</span>
            )}
          </dd>
        </div>
      </dl>
      <p className="muted">
        {t('Passed {{passed}} · failed {{failed}} · on hold {{on_hold}}', {
          passed: number(judged.passed),
          failed: number(judged.failed),
          on_hold: number(judged.on_hold),
        })}
      </p>
      {standing.isContrary ? (
        <Callout tone="warn">
          {t('This goes against the sample.')}{' '}
          {toLookAt > 0
            ? `${t('Look at {{n}} more, or leave as many waiting: the sample is not complete.', { n: number(toLookAt) })} `
            : null}
          {isLead ? null : t('A lead may overrule it, with a reason; pieces can be put on hold until then.')}
          {isLead ? (
            <>
              <label className="field-label" htmlFor={`${id}reason`}>
                {t('Why is it overruled?')}
              </label>
              <input
                id={`${id}reason`}
                className="text-field"
                list={`${id}usual`}
                maxLength={500}
                value={draft.overrideReason}
                onChange={({ target }) => change((now) => ({ ...now, overrideReason: target.value }))}
              />
              <datalist id={`${id}usual`}>
                {usualReasons.override.map((reason) => (
                  <option key={reason} value={t(reason)} />
                ))}
              </datalist>
            </>
          ) : null}
        </Callout>
      ) : null}
      <div className="qc-cartons">
        <span className="field-label">{t('Cartons opened, of {{n}} to open', { n: number(toOpen) })}</span>
        <QuantityInput
          value={draft.cartons}
          label={t('Cartons opened')}
          onChange={(cartons) => change((now) => ({ ...now, cartons }))}
        />
      </div>
      {few ? (
        <Callout tone="warn">
          {t('Cartons opened: {{opened}}. At least {{n}} are to be opened before the lot is accepted.', {
            opened: number(few.cartonsOpened),
            n: number(few.plan.cartons_to_open),
          })}
        </Callout>
      ) : null}
      <RemarkField
        label={t('Remark')}
        value={draft.remark}
        onChange={(remark) => change((now) => ({ ...now, remark }))}
      />
    </section>
  )
}
