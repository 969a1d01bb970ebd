import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { discrepancyOutcomeLabels, shownQcStatus } from '../../../shared/areas/qc-boxes/status.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useIsStaff } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { FactList, FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Instant } from '../../kit/states.tsx'
import { TraceLink } from '../../kit/TraceLink.tsx'
import { PhotoStrip } from '../../photos/PhotoField.tsx'
import { useLocale } from '../../table/words.ts'
import { type TalkView, WithTalk } from '../../talk/WithTalk.tsx'
import { BoxDisputes } from '../disputes/BoxDisputes.tsx'
import { BoxHistory } from '../qc/box/BoxHistory.tsx'
import { BalanceBar } from '../qc/box/BoxOverview.tsx'
import type { Inspection, QcDiscrepancy, QcLine } from '../qc/box/box-data.ts'
import { StyleMatrix, stylesOf } from '../qc/box/StyleMatrix.tsx'
import { ChecklistAnswers } from '../qc/checklist/ChecklistAnswers.tsx'
import { LotOutcomes } from '../qc/inspect/LotOutcomes.tsx'
import { severityTones, severityWords, verdictLabels, verdictTones } from '../qc/inspect/PlanTable.tsx'
import { useReportDialog } from '../qc/report/ReportDialog.tsx'

interface ResultDrawerProps {
  sscc: string
  view: TalkView
  onView: (view: TalkView) => void
  onNote: (returnNote: string) => void
  onClose: () => void
}

/** What became of one box: its pieces, what was found and shown by photographs, and what went back. */
export function ResultDrawer({ sscc, view, onView, onNote, onClose }: ResultDrawerProps) {
  const { t } = useTranslation()
  const { name } = useLocale()
  const isStaff = useIsStaff()
  const details = useAnswer('qcBoxes.getQcModal', { box_id: sscc })
  const box = details.data?.box
  return (
    <Drawer
      isOpen
      of={box}
      onClose={onClose}
      width={860}
      title={box ? t('Box {{box_no}} of {{shipment_id}}', { box_no: box.box_no, shipment_id: box.shipment_id }) : sscc}
      beside={
        box ? (
          <>
            <StatusTag status={shownQcStatus(box)} />
            {isStaff ? <span className="muted">{name(box.supplier_name, box.supplier_name_zh)}</span> : null}
          </>
        ) : null
      }
    >
      <Loaded answer={details} rows={6}>
        {(data) => (
          <WithTalk of={{ kind: 'box', code: sscc }} label={t('Outcome')} {...{ view, onView }}>
            <Outcome details={data} onNote={onNote} />
          </WithTalk>
        )}
      </Loaded>
    </Drawer>
  )
}

function Outcome({
  details,
  onNote,
}: {
  details: CallData<'qcBoxes.getQcModal'>
  onNote: (returnNote: string) => void
}) {
  const { t, name } = useLocale()
  const { box, lines, cases: discrepancies, inspections, history } = details
  const styles = useMemo(() => stylesOf(lines, name), [lines, name])
  const report = useReportDialog('china')
  return (
    <>
      <Section>
        <BalanceBar quantities={box.quantities} />
      </Section>
      {box.return_notes.length > 0 ? (
        <Section title={t('Sent back')}>
          <div className="result-notes">
            {box.return_notes.map((note) => (
              <Button key={note} size="small" text={note} onClick={() => onNote(note)} />
            ))}
          </div>
        </Section>
      ) : null}
      {discrepancies.length > 0 ? (
        <Section title={t('Differences in quantity')}>
          <FieldTable className="" fields={differenceFields} rows={discrepancies} rowKey={(one) => one.case_id} />
        </Section>
      ) : null}
      <BoxDisputes sscc={box.sscc} country="china" />
      <Section
        title={t('Inspections')}
        {...(inspections.length > 0 && {
          tools: (
            <Button
              size="small"
              icon={<Download />}
              text={t('Inspection report (PDF)…')}
              onClick={() => report.open({ shipment_id: box.shipment_id, box, inspections })}
            />
          ),
        })}
      >
        {inspections.length === 0 ? <p className="muted">{t('Nothing was inspected yet.')}</p> : null}
        {inspections.toReversed().map((inspection) => (
          <InspectionResult key={inspection.number} inspection={inspection} lines={lines} />
        ))}
      </Section>
      <Section title={t('Contents')}>
        {styles.map((style) => (
          <div key={style.style_id} className="qc-style">
            <div className="qc-style-head">
              <h3>
                <TraceLink code={style.style_id} /> {style.name}
              </h3>
            </div>
            <StyleMatrix style={style} />
          </div>
        ))}
      </Section>
      <Section>
        <FactList fields={boxFields} row={box} />
      </Section>
      <Section title={t('History')}>
        <BoxHistory history={history} />
      </Section>
      {report.dialog}
    </>
  )
}

const differenceKinds = { missing: key('Missing pieces'), excess: key('Excess pieces') } as const

const differenceFields: readonly ShownField<QcDiscrepancy>[] = [
  { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: (one) => one.nm_sku, traces: true },
  {
    id: 'kind',
    header: key('Difference'),
    of: ({ kind }, { t }) => (
      <span className="status-tag" data-tone={kind === 'missing' ? 'bad' : 'warn'}>
        {t(differenceKinds[kind])}
      </span>
    ),
  },
  { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: (one) => one.quantity },
  {
    id: 'outcome',
    header: key('Outcome'),
    of: ({ outcomes, is_open, quantity, settled }, { t, number }) =>
      [
        ...outcomes.map((one) => `${t(discrepancyOutcomeLabels[one.outcome])} ${number(one.quantity)}`),
        ...(is_open ? [t('Open: {{n}}', { n: number(quantity - settled) })] : []),
      ].join(' · '),
  },
]

const boxFields: readonly ShownField<CallData<'qcBoxes.getQcModal'>['box']>[] = [
  { id: 'sscc', header: key('SSCC'), kind: 'code', of: (box) => box.sscc, traces: true },
  { id: 'tracking', header: key('Tracking ID'), of: (box) => box.tracking_id },
  {
    id: 'position',
    header: key('Box in its shipment'),
    of: (box, { t, number }) => t('{{n}} of {{all}}', { n: number(box.position), all: number(box.boxes_in_shipment) }),
  },
  { id: 'site', header: key('Site'), of: (box, { name }) => name(box.site_name, box.site_name_zh) },
  { id: 'shipped_at', header: key('Shipped on'), kind: 'instant', of: (box) => box.shipped_at },
  { id: 'inwarded_at', header: key('Inwarded on'), kind: 'instant', of: (box) => box.inwarded_at },
  { id: 'counted_at', header: key('Counted'), kind: 'instant', of: (box) => box.counted_at },
]

interface InspectionResultProps {
  inspection: Inspection
  lines: readonly QcLine[]
}

const inspectionKinds: Record<Inspection['kind'], string> = {
  inspection: key('Inspection'),
  reinspection: key('Inspection again'),
  skip: key('Passed, not inspected'),
}

type Judged = Inspection['lines'][number] & { line: QcLine | undefined }

/** Which pieces were looked at, and what became of all that were judged. */
const judgedFields: readonly ShownField<Judged>[] = [
  { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: (judged) => judged.nm_sku, traces: true },
  { id: 'color', header: key('Colour'), of: ({ line }, { name }) => line && name(line.color, line.color_zh) },
  { id: 'size', header: key('Size'), of: ({ line }) => line?.size },
  { id: 'looked_at', header: key('Looked at'), kind: 'pieces', of: (judged) => judged.sampled },
  { id: 'passed', header: key('QC passed'), kind: 'pieces', of: (judged) => judged.passed },
  { id: 'failed', header: key('QC failed'), kind: 'pieces', of: (judged) => judged.failed },
  { id: 'on_hold', header: key('On hold'), kind: 'pieces', of: (judged) => judged.on_hold },
]

/** One inspection: its verdict, its defects with their photographs, and what else was noted. */
export function InspectionResult({ inspection, lines }: InspectionResultProps) {
  const { t, number } = useLocale()
  const { kind, verdict, at, by, defects, remark, reason, image_ids } = inspection
  const sum = (of: 'passed' | 'failed' | 'on_hold') => inspection.lines.reduce((all, line) => all + line[of], 0)
  const numbers = [
    [t('QC passed'), sum('passed')],
    [t('QC failed'), sum('failed')],
    [t('On hold'), sum('on_hold')],
  ] as const
  return (
    <article className="result-inspection">
      <h4>
        {t(inspectionKinds[kind])} {number(inspection.number)}
        <span className="status-tag" data-tone={verdictTones[verdict]}>
          {t(verdictLabels[verdict])}
        </span>
        <span className="muted">
          {numbers.flatMap(([word, pieces]) => (pieces > 0 ? `${word} ${number(pieces)}` : [])).join(' · ')}
        </span>
        <span className="muted result-when">
          <Instant at={at} /> · {by}
        </span>
      </h4>
      {reason || remark ? <p>{[reason && t(reason), remark].filter(Boolean).join(' · ')}</p> : null}
      <LotOutcomes lots={inspection.lots} />
      {kind === 'skip' ? null : (
        <FieldTable
          className="plain-scroll lot-outcomes"
          fields={judgedFields}
          rows={inspection.lines.map((judged) => ({
            ...judged,
            line: lines.find((line) => line.nm_sku === judged.nm_sku),
          }))}
          rowKey={(judged) => judged.nm_sku}
        />
      )}
      <ChecklistAnswers answers={inspection.checklist} />
      <ul className="result-defects">
        {defects.map((defect, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the defects of a written inspection never move
          <li key={place}>
            <Defect defect={defect} line={lines.find(({ nm_sku }) => nm_sku === defect.nm_sku)} />
          </li>
        ))}
      </ul>
      <PhotoStrip ids={image_ids} label={t('Photos of the inspection')} />
    </article>
  )
}

function Defect({ defect, line }: { defect: Inspection['defects'][number]; line: QcLine | undefined }) {
  const { t, plural, name } = useLocale()
  return (
    <>
      <div className="result-defect">
        <span className="status-tag" data-tone={severityTones[defect.severity]}>
          {t(severityWords[defect.severity])}
        </span>
        <b>{t(defect.reason)}</b>
        <span>{plural(defect.units, '1 piece', '{{n}} pieces')}</span>
        <TraceLink code={defect.nm_sku} />
        {line ? <span className="muted">{`${name(line.color, line.color_zh)} · ${line.size}`}</span> : null}
      </div>
      {defect.remark ? <p>{defect.remark}</p> : null}
      <PhotoStrip ids={defect.image_ids} label={t('Photos of the defect')} />
    </>
  )
}
