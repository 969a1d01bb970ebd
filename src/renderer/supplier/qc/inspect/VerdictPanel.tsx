import { Button } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { severities } from '../../../../shared/kernel/reasons.ts'
import { RemarkField } from '../../../forms/fields.tsx'
import { useDialog } from '../../../kit/dialogs.tsx'
import { Shortcut } from '../../../kit/KeyMenu.tsx'
import { QuantityInput } from '../../../kit/quantities.tsx'
import { Callout } from '../../../kit/states.tsx'
import { useLoneKeys } from '../../../scan/page-scans.ts'
import { useLocale } from '../../../table/words.ts'
import { Leads } from '../Leads.tsx'
import { usualReasons, usualRemarks } from '../moves/box-moves.tsx'
import { CartonsDialog } from './CartonsDialog.tsx'
import type { InspectionDraft } from './draft.ts'
import { type LotState, lotOfFewCartons, toSortIn } from './lot-states.ts'
import { judgeLot, type LotVerdict, type VerdictChange, verdictChange } from './lot-verdict.ts'
import { computedWords, LotName, severityWords, verdictLabels, verdictTones } from './PlanTable.tsx'
import type { ChangeDraft, Inspecting } from './use-inspection.ts'

/** The computed verdict beside the chosen one, and what overruling it takes. */
export function VerdictPanel({ inspecting, onBlocking }: { inspecting: Inspecting; onBlocking: (() => void) | null }) {
  const { t, number } = useLocale()
  const id = useId()
  const { draft, change, standing, isLead } = inspecting
  const { computed, verdict, judged, lots } = standing
  const toOpen = Math.max(0, ...lots.map(({ plan }) => plan.cartons_to_open))
  const toLookAt = lots.reduce((sum, lot) => sum + lot.toLookAt, 0)
  const toSort = toSortIn(lots, draft)
  const few = lotOfFewCartons(lots)
  const said = computedWords[computed]
  return (
    <section className="qc-side-part" aria-label={t('Verdict')}>
      <h3>{t('All lots together')}</h3>
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
      {onBlocking ? (
        <Button
          className="qc-blocking"
          size="small"
          text={t('Go to the lot that blocks')}
          aria-keyshortcuts="N"
          endIcon={<Shortcut keys="N" />}
          onClick={onBlocking}
        />
      ) : null}
      {standing.isContrary ? (
        <Callout tone="warn">
          {t('This goes against the sample.')}{' '}
          {toLookAt > 0
            ? `${t('Look at {{n}} more, or leave as many waiting: the sample is not complete.', { n: number(toLookAt) })} `
            : null}
          {toSort > 0
            ? `${t('Its sample rejects the lot. Look at all {{n}} pieces: those without a defect may pass.', { n: number(toSort) })} `
            : null}
          {isLead ? null : (
            <>
              {t('A lead may overrule it, with a reason; pieces can be put on hold until then.')}{' '}
              <Leads names={inspecting.checks.overruling.leads} />
            </>
          )}
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
        label={judged.on_hold > 0 ? t('Remark: why are pieces on hold?') : t('Remark')}
        value={draft.remark}
        chips={usualRemarks.inspection.map((words) => t(words))}
        onChange={(remark) => change((now) => ({ ...now, remark }))}
      />
    </section>
  )
}

interface TallyPanelProps {
  lot: LotState
  draft: InspectionDraft
  change: ChangeDraft
  /** A verdict was given on this lot: the next one is due. */
  onGiven: () => void
  /** Back to the lot whose verdict was taken back. */
  onChoose: (lotKey: string) => void
}

type Judged = InspectionDraft['judged']

/** A verdict that took another one's place, as long as nothing else was judged since. */
interface Given {
  lot: LotState
  what: VerdictChange
  before: Judged
  after: Judged
}

/** The running tally of a lot to accept or reject: what was found beside what it takes. */
export function TallyPanel({ lot, draft, change, onGiven, onChoose }: TallyPanelProps) {
  const { t, number } = useLocale()
  const { plan, total, computed, lines } = lot
  const { word, tone } = computedWords[computed]
  const [given, setGiven] = useState<Given | null>(null)
  const put = (judged: Judged) => change((now) => ({ ...now, judged }))
  const give = (verdict: LotVerdict, cartons = draft.cartons) => {
    const after = judgeLot(draft, lines, verdict)
    const what = verdictChange(draft, after, { lines, verdict })
    setGiven(what && { lot, what, before: draft.judged, after: after.judged })
    change((now) => ({ ...now, judged: after.judged, cartons }))
    onGiven()
  }
  const asking = useDialog(CartonsDialog, { lot, onAccept: (cartons: number) => give('accept', cartons) })
  const accept = () => (lot.cartonsOpened < plan.cartons_to_open ? asking.open() : give('accept'))
  // It is told beside the lot that came next as well: a slip is seen one lot too late.
  const isShown = given?.after === draft.judged
  const undo = ({ lot: { plan: of }, before }: Given) => {
    put(before)
    onChoose(of.lot_key)
  }
  const isOver = lines.length === 0
  useLoneKeys({ a: accept, r: () => give('reject') }, !isOver)
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
          aria-keyshortcuts="A"
          endIcon={<Shortcut keys="A" />}
          disabled={isOver}
          onClick={accept}
        />
        <Button
          size="small"
          {...(computed === 'reject' ? { intent: 'danger' as const } : {})}
          text={t('Reject the lot')}
          title={t('Every piece of the lot fails')}
          aria-keyshortcuts="R"
          endIcon={<Shortcut keys="R" />}
          disabled={isOver}
          onClick={() => give('reject')}
        />
        <Button
          size="small"
          text={t('Hold the lot')}
          title={t('Units with a defect fail, the others wait for a decision')}
          disabled={isOver}
          onClick={() => give('hold')}
        />
      </div>
      {isOver ? <p className="muted">{t('Nothing of this lot is left to judge here.')}</p> : null}
      <div className="qc-given" aria-live="polite">
        {isShown ? (
          <>
            <span>
              {given.lot.plan.lot_key === plan.lot_key ? null : (
                <>
                  <LotName lot={given.lot} />:{' '}
                </>
              )}
              <ChangeWords {...given.what} />
            </span>
            <Button size="small" variant="minimal" text={t('Undo')} onClick={() => undo(given)} />
          </>
        ) : null}
      </div>
      {asking.dialog}
    </section>
  )
}

/** What the last verdict changed of the one before. */
function ChangeWords({ verdict, turned, released, stillHeld }: VerdictChange) {
  const { plural } = useLocale()
  const said = [
    turned === 0
      ? []
      : {
          reject: plural(turned, '1 piece now failed (was passed)', '{{n}} pieces now failed (were passed)'),
          accept: plural(turned, '1 piece now passed (was failed)', '{{n}} pieces now passed (were failed)'),
          hold: plural(turned, '1 piece now on hold (was passed)', '{{n}} pieces now on hold (were passed)'),
        }[verdict],
    released === 0 ? [] : plural(released, '1 piece no longer on hold', '{{n}} pieces no longer on hold'),
    stillHeld === 0 ? [] : plural(stillHeld, '1 piece stays on hold', '{{n}} pieces stay on hold'),
  ].flat()
  return <span>{said.join(' · ')}</span>
}
