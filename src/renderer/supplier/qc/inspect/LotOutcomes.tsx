import type { LotOutcome } from '../../../../shared/areas/inspection/shapes.ts'
import { type Severity, severities } from '../../../../shared/kernel/reasons.ts'
import { key } from '../../../i18n/formats.ts'
import { FieldTable } from '../../../kit/field-views.tsx'
import type { ShownField } from '../../../kit/shown-field.ts'
import { computedWords, LotName, procedureWords, RuleSources, severityWords } from './PlanTable.tsx'

/** What the sample of a lot says, in words that need no plan beside them. */
export const sampleWords: Record<LotOutcome['computed'], string> = {
  reject: key('Lot rejected by its sample'),
  accept: key('Lot accepted by its sample'),
  open: key('Sample not complete'),
}

interface LotOutcomesProps {
  lots: readonly LotOutcome[]
}

/** How lots were sampled and judged: their plan, what was looked at and found in them, and where they are rejected. */
export function LotOutcomes({ lots }: LotOutcomesProps) {
  if (lots.length === 0) return null
  return (
    <FieldTable className="plain-scroll lot-outcomes" fields={lotFields} rows={lots} rowKey={(lot) => lot.lot_id} />
  )
}

/** "2 · Ac 1 Re 2": found, accepted up to, rejected from. */
const found = (severity: Severity): ShownField<LotOutcome> => ({
  id: severity,
  header: severityWords[severity],
  kind: 'end',
  hint: ({ aqls }) => `AQL ${aqls[severity]}`,
  of: ({ tally, limits }, { number }) => (
    <>
      <b data-over={tally[severity] >= limits[severity].reject || undefined}>{number(tally[severity])}</b>{' '}
      <span className="muted">
        Ac {number(limits[severity].accept)} Re {number(limits[severity].reject)}
      </span>
    </>
  ),
})

const lotFields: readonly ShownField<LotOutcome>[] = [
  {
    id: 'lot',
    header: key('Lot'),
    kind: 'part',
    of: (lot, { t }) => (
      <>
        <LotName lot={{ plan: lot }} />
        <div className="muted">
          {t('level {{level}}, letter {{letter}}, AQL {{aqls}}', {
            ...{ level: lot.level, letter: lot.code },
            aqls: severities.map((severity) => lot.aqls[severity]).join(' / '),
          })}
          {lot.procedure === 'normal' ? null : ` · ${t(procedureWords[lot.procedure].word)}`}
        </div>
        <RuleSources plan={lot} />
      </>
    ),
  },
  {
    id: 'verdict',
    header: key('Verdict of the sample'),
    of: ({ computed }, { t }) => (
      <span className="status-tag" data-tone={computedWords[computed].tone}>
        {t(sampleWords[computed])}
      </span>
    ),
  },
  { id: 'size', header: key('Pieces'), kind: 'pieces', of: (lot) => lot.lot_size },
  {
    id: 'looked_at',
    header: key('Looked at'),
    kind: 'end',
    of: ({ tally, sample_size }, { number, t }) => (
      <span title={t('of a sample of {{n}}', { n: number(sample_size) })}>
        {number(tally.sampled)} <span className="muted">n = {number(sample_size)}</span>
      </span>
    ),
  },
  ...severities.map(found),
]
