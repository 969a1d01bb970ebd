import type { ReactNode } from 'react'
import { centimetres } from '../../../../shared/kernel/centimetres.ts'
import { StatusTag } from '../../../kit/StatusTag.tsx'
import { EmptyState, Instant } from '../../../kit/states.tsx'
import { TraceLink } from '../../../kit/TraceLink.tsx'
import { PhotoStrip } from '../../../photos/PhotoField.tsx'
import { WithPicture } from '../../../pictures/StylePicture.tsx'
import { useLocale } from '../../../table/words.ts'
import type { BoxDetails, Inspection, QcLine } from '../box/box-data.ts'
import { ChecklistAnswers } from '../checklist/ChecklistAnswers.tsx'
import { InspectionPapers } from '../report/InspectionPapers.tsx'
import { LotOutcomes } from './LotOutcomes.tsx'
import { deviation, isOut } from './measure-points.ts'
import { computedWords, severityTones, severityWords, verdictLabels, verdictTones } from './PlanTable.tsx'

interface EarlierInspectionsProps {
  box: BoxDetails['box']
  inspections: readonly Inspection[]
  lines: readonly QcLine[]
}

/** What was judged before, newest first; a second look names the first. */
export function EarlierInspections({ box, inspections, lines }: EarlierInspectionsProps) {
  const { t } = useLocale()
  if (inspections.length === 0) return <EmptyState title={t('Nobody has inspected this box yet')} />
  const newestFirst = inspections.toSorted((a, b) => b.number - a.number)
  return newestFirst.map((inspection) => (
    <OneInspection key={inspection.number} inspection={inspection} lines={lines}>
      <InspectionPapers {...{ box, inspections, inspection }} />
    </OneInspection>
  ))
}

const kinds = { inspection: 'Inspection', reinspection: 'Inspected again', skip: 'Skipped' } as const

interface OneInspectionProps {
  inspection: Inspection
  lines: readonly QcLine[]
  /** What may be done with it. */
  children: ReactNode
}

function OneInspection({ inspection, lines, children }: OneInspectionProps) {
  const { t, number } = useLocale()
  const { kind, previous, computed, verdict } = inspection
  const sum = (key: 'passed' | 'failed' | 'on_hold' | 'sampled') =>
    number(inspection.lines.reduce((all, line) => all + line[key], 0))
  const said = [
    inspection.reason ? t(inspection.reason) : null,
    inspection.override_reason ? t('Overruled: {{reason}}', { reason: inspection.override_reason }) : null,
    inspection.looser_plan
      ? t('Looser plan ({{asked}} to look at, by the settings {{settings}}): {{reason}}', {
          asked: number(inspection.looser_plan.sample_size),
          settings: number(inspection.looser_plan.settings.sample_size),
          reason: inspection.looser_reason ?? '',
        })
      : null,
    inspection.remark,
  ].filter(Boolean)
  return (
    <article className="qc-inspection">
      <div className="qc-part-head">
        <h3>
          {t(kinds[kind])} {number(inspection.number)}
        </h3>
        {previous === null ? null : (
          <span className="muted">{t('of what failed in {{number}}', { number: number(previous) })}</span>
        )}
        <StatusTag status={verdictLabels[verdict]} tone={verdictTones[verdict]} />
        {kind === 'skip' ? null : (
          <span className="muted">{t('Computed: {{verdict}}', { verdict: t(computedWords[computed].word) })}</span>
        )}
        <span className="muted qc-inspection-by">
          <Instant at={inspection.at} /> · {inspection.by}
        </span>
      </div>
      <p>
        {kind === 'skip'
          ? t('Passed {{n}}, not inspected', { n: sum('passed') })
          : t('Looked at {{sampled}} · passed {{passed}} · failed {{failed}} · on hold {{on_hold}}', {
              sampled: sum('sampled'),
              passed: sum('passed'),
              failed: sum('failed'),
              on_hold: sum('on_hold'),
            })}
      </p>
      <LotOutcomes lots={inspection.lots} />
      {said.length > 0 ? <p className="muted">{said.join(' · ')}</p> : null}
      <FoundDefects inspection={inspection} lines={lines} />
      <OutOfTolerance inspection={inspection} />
      <ChecklistAnswers answers={inspection.checklist} />
      {inspection.image_ids.length > 0 ? <PhotoStrip ids={inspection.image_ids} label={t('Photos')} /> : null}
      {children}
    </article>
  )
}

function FoundDefects({ inspection: { defects }, lines }: { inspection: Inspection; lines: readonly QcLine[] }) {
  const { t, name, plural } = useLocale()
  if (defects.length === 0) return null
  const bySku = new Map(lines.map((line) => [line.nm_sku, line]))
  return (
    <ul className="qc-found">
      {defects.map((defect, at) => {
        const line = bySku.get(defect.nm_sku)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a saved inspection never changes
          <li key={at} data-severity={defect.severity}>
            <div>
              <span className="dt-tag" data-tone={severityTones[defect.severity]}>
                {t(severityWords[defect.severity])}
              </span>{' '}
              <strong>{t(defect.reason)}</strong> · {plural(defect.units, '1 unit', '{{n}} units')} ·{' '}
              <TraceLink code={defect.nm_sku} />
              {line ? (
                <span className="muted">
                  {' '}
                  <WithPicture
                    of={{ ...line, style_id: '' }}
                  >{`${name(line.color, line.color_zh)} · ${line.size}`}</WithPicture>
                </span>
              ) : null}
              {defect.is_further ? <span className="muted"> · {t('on units with a worse defect')}</span> : null}
            </div>
            <div className="qc-wrap">{defect.remark}</div>
            {defect.image_ids.length > 0 ? <PhotoStrip ids={defect.image_ids} label={t('Photos')} /> : null}
          </li>
        )
      })}
    </ul>
  )
}

/** Of many measurements only those that matter. */
function OutOfTolerance({ inspection: { measurements } }: { inspection: Inspection }) {
  const { t, number } = useLocale()
  if (measurements.length === 0) return null
  const out = measurements.filter((one) => isOut(one, one.actual_mm))
  return (
    <div>
      <p className="muted">
        {t('Measurements: {{n}} · out of tolerance: {{out}}', {
          n: number(measurements.length),
          out: number(out.length),
        })}
      </p>
      {out.length > 0 ? (
        <ul className="qc-found">
          {out.slice(0, 40).map((one) => (
            <li key={`${one.nm_sku}${one.piece}${one.point}`}>
              <span className="code">{one.nm_sku}</span> · {t('Piece {{n}}', { n: one.piece })} · {one.point}:{' '}
              <strong className="qc-bad">{centimetres(one.actual_mm)}</strong>{' '}
              <span className="muted">
                {t('spec {{spec}} ± {{tolerance}} cm', {
                  spec: centimetres(one.spec_mm),
                  tolerance: centimetres(one.tolerance_mm),
                })}{' '}
                ({deviation(one, one.actual_mm)})
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
