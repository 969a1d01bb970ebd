import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Procedure } from '../../../../shared/areas/india-inspection/switching.ts'
import {
  type Aql,
  aqls,
  inspectionLevels,
  type PlanProcedure,
  planProcedures,
} from '../../../../shared/areas/inspection/master-tables.ts'
import { isLooser, type LotScope, lotScopes } from '../../../../shared/areas/inspection/sampling.ts'
import { type Computed, type Verdict, verdictLabels } from '../../../../shared/areas/inspection/verdict.ts'
import type { Tone } from '../../../../shared/kernel/area.ts'
import { type Severity, severities } from '../../../../shared/kernel/reasons.ts'
import { key } from '../../../i18n/formats.ts'
import { useLocale } from '../../../table/words.ts'
import { useIsLead } from '../desk.ts'
import type { PlanWish } from './draft.ts'
import { chosenFor, type LotState, type Plan } from './lot-states.ts'

interface PlanTableProps {
  lots: readonly LotState[]
  lotKey: string | undefined
  onChoose: (lotKey: string) => void
}

/** The sampling plan of every lot: how many to look at, and where it is accepted or rejected. A row is chosen to work on. */
export function PlanTable({ lots, lotKey, onChoose }: PlanTableProps) {
  const { t, number } = useLocale()
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
            <th>{t('Chosen')}</th>
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
              <td colSpan={7} />
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}

function PlanRow({ lot, isChosen, onChoose }: { lot: LotState; isChosen: boolean; onChoose: (key: string) => void }) {
  const { t, number, plural } = useLocale()
  const { plan, total } = lot
  return (
    // The button in it is for the keyboard; a press anywhere on the row does the same.
    <tr
      data-chosen={isChosen || undefined}
      data-over={lot.lines.length === 0 || undefined}
      onClick={() => onChoose(plan.lot_key)}
    >
      <td>
        <button type="button" className="qc-lot" aria-pressed={isChosen}>
          <LotName lot={lot} />
        </button>
        {plan.procedure === 'normal' ? null : <div className="muted">{t(procedureWords[plan.procedure].word)}</div>}
        <RuleSources plan={plan} />
      </td>
      <td className="end">{number(plan.lot_size)}</td>
      <td className="code">
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
      <VerdictCells lot={lot} />
    </tr>
  )
}

/** What its sample says of a lot, and beside it what was chosen. */
export function VerdictCells({ lot }: { lot: LotState }) {
  const { t } = useLocale()
  const { word, tone } = computedWords[lot.computed]
  const chosen = chosenFor(lot)
  return (
    <>
      <td>
        <span className="status-tag" data-tone={tone}>
          {t(word)}
        </span>
      </td>
      <td>
        {chosen ? (
          <span className="status-tag" data-tone={verdictTones[chosen]}>
            {t(verdictLabels[chosen])}
          </span>
        ) : (
          <span className="muted">–</span>
        )}
      </td>
    </>
  )
}

/** A lot as people call it: its style and colour, or the whole box. */
export function LotName({ lot: { plan } }: { lot: { plan: Pick<Plan, 'style_id' | 'color' | 'color_zh'> } }) {
  const { t, name } = useLocale()
  if (plan.style_id === null || plan.color === null) return <>{t('Whole box')}</>
  return (
    <>
      <span className="code">{plan.style_id}</span> {name(plan.color, plan.color_zh ?? '')}
    </>
  )
}

/** Whose level and AQLs a plan goes by, where a category or a vendor asks for more than the settings. */
export function RuleSources({ plan: { whose, level, aqls } }: { plan: Pick<Plan, 'whose' | 'level' | 'aqls'> }) {
  const { t } = useLocale()
  return whose.map(({ what, by, of }) => {
    const rule = what === 'level' ? t('Level {{level}}', { level }) : `AQL ${t(severityWords[what])} ${aqls[what]}`
    return (
      <div key={what} className="muted qc-whose">
        {by === 'category' ? t('{{rule}}: category {{of}}', { rule, of }) : t('{{rule}}: vendor {{of}}', { rule, of })}
      </div>
    )
  })
}

interface PlanSettingsProps {
  plans: readonly Plan[]
  /** Those of the box as it was opened: of nothing wished. */
  unwished: readonly Plan[]
  onWish: (wish: PlanWish) => void
}

/** Table, level, AQLs and lot of the plans that are not frozen yet; a plan is frozen by its first inspection. */
export function PlanSettings({ plans, unwished, onWish }: PlanSettingsProps) {
  const { t } = useTranslation()
  const isLead = useIsLead()
  const open = plans.find((plan) => !plan.is_frozen)
  const shown = open ?? plans[0]
  if (!shown) return null
  const isFixed = open === undefined
  return (
    <div className="qc-settings">
      <Choice
        label={t('Inspection')}
        value={shown.procedure}
        values={procedureChoices(shown, isLead)}
        words={(procedure) => t(procedureWords[procedure].word)}
        isDisabled={isFixed}
        onChoose={(procedure) => onWish({ procedure })}
      />
      <Choice
        label={t('Level')}
        value={shown.level}
        values={inspectionLevels}
        isDisabled={isFixed}
        onChoose={(level) => onWish({ level })}
      />
      {severities.map((severity) => (
        <Choice
          key={severity}
          label={`AQL ${t(severityWords[severity])}`}
          value={shown.aqls[severity]}
          values={aqlChoices(severity, { shown, unwished, isLead })}
          isDisabled={isFixed}
          onChoose={(aql) => onWish({ aqls: { [severity]: aql } })}
        />
      ))}
      <Choice
        label={t('Lot')}
        value={shown.scope}
        values={lotScopes}
        words={(scope) => t(scopeWords[scope])}
        // A round that began with one kind of lot goes on with it.
        isDisabled={plans.some((plan) => plan.is_frozen)}
        onChoose={(scope) => onWish({ scope })}
      />
      {isFixed ? <span className="muted">{t('Frozen by the first inspection')}</span> : null}
    </div>
  )
}

interface ChoiceProps<V extends string> {
  label: string
  value: V
  values: readonly V[]
  words?: (value: V) => ReactNode
  isDisabled: boolean
  onChoose: (value: V) => void
}

function Choice<V extends string>({ label, value, values, words, isDisabled, onChoose }: ChoiceProps<V>) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="text-field"
        value={value}
        disabled={isDisabled}
        onChange={(event) => {
          const chosen = values.find((one) => one === event.target.value)
          if (chosen !== undefined) onChoose(chosen)
        }}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {words?.(one) ?? one}
          </option>
        ))}
      </select>
    </div>
  )
}

interface Choosing {
  /** Of which plan. */
  shown: Pick<Plan, 'aqls'>
  /** Plans by nothing but the company's settings, but for those that are frozen. */
  unwished: readonly Pick<Plan, 'aqls' | 'is_frozen'>[]
  isLead: boolean
}

/** The AQLs to choose from: looser than the company's is a lead's word. What is shown is always among them. */
export function aqlChoices(severity: Severity, { shown, unwished, isLead }: Choosing): readonly ('0' | Aql)[] {
  const now = shown.aqls[severity]
  const usual = (unwished.find((plan) => !plan.is_frozen) ?? shown).aqls[severity]
  return (['0', ...aqls] as const).filter((aql) => isLead || aql === now || !isLooser(aql, usual))
}

/** Reduced inspection is a lead's word. What is shown is always among them. */
export function procedureChoices(
  { procedure: now }: Pick<Plan, 'procedure'>,
  isLead: boolean,
): readonly PlanProcedure[] {
  return planProcedures.filter((procedure) => isLead || procedure === now || procedure !== 'reduced')
}

export const severityWords: Record<Severity, string> = {
  critical: key('Critical'),
  major: key('Major'),
  minor: key('Minor'),
}

export const severityTones = { critical: 'bad', major: 'warn', minor: 'neutral' } as const satisfies Record<
  Severity,
  Tone
>

export const scopeWords: Record<LotScope, string> = {
  style_colour: key('Style and colour'),
  box: key('Whole box'),
  shipment: key('Style and colour in the shipment'),
}

export const procedureWords: Record<Procedure, { word: string; tone: Tone }> = {
  normal: { word: key('Normal inspection'), tone: 'neutral' },
  tightened: { word: key('Tightened inspection'), tone: 'warn' },
  reduced: { word: key('Reduced inspection'), tone: 'good' },
  discontinued: { word: key('Inspection discontinued'), tone: 'bad' },
}

export const computedWords: Record<Computed | 'none', { word: string; tone: Tone }> = {
  accept: { word: key('Accept'), tone: 'good' },
  reject: { word: key('Reject'), tone: 'bad' },
  open: { word: key('Open'), tone: 'neutral' },
  none: { word: key('Not computed'), tone: 'neutral' },
}

export const verdictTones: Record<Verdict, Tone> = { passed: 'good', failed: 'bad', hold: 'warn', mixed: 'warn' }

export { verdictLabels }
