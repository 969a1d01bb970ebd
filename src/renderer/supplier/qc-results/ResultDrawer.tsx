import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { caseOutcomeLabels } from '../../../shared/areas/qc-boxes/status.ts'
import { useSay } from '../../actions/say.ts'
import { useIsStaff } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Facts, Section } from '../../kit/Drawer.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { FailedState, Instant, LoadingRows } from '../../kit/states.tsx'
import { PhotoStrip } from '../../photos/PhotoField.tsx'
import { useWords } from '../../table/words.ts'
import { BoxHistory } from '../qc/box/BoxHistory.tsx'
import { BalanceBar } from '../qc/box/BoxOverview.tsx'
import { type BoxDetails, type Inspection, type QcCase, type QcLine, useBoxData } from '../qc/box/box-data.ts'
import { StyleMatrix, stylesOf } from '../qc/box/StyleMatrix.tsx'
import { severityTones, severityWords, verdictLabels, verdictTones } from '../qc/inspect/PlanTable.tsx'

interface ResultDrawerProps {
  sscc: string
  onNote: (returnNote: string) => void
  onClose: () => void
}

/** What became of one box: its pieces, what was found and shown by photographs, and what went back. */
export function ResultDrawer({ sscc, onNote, onClose }: ResultDrawerProps) {
  const { t } = useTranslation()
  const { name } = useWords()
  const say = useSay()
  const isStaff = useIsStaff()
  const { details } = useBoxData(sscc)
  const { data, isError, error, reload } = details
  const box = data?.box
  return (
    <Drawer
      isOpen
      onClose={onClose}
      width={860}
      title={box ? t('Box {{box_no}} of {{shipment_id}}', { box_no: box.box_no, shipment_id: box.shipment_id }) : sscc}
      beside={
        box ? (
          <>
            <StatusTag status={box.status} />
            {isStaff ? <span className="muted">{name(box.supplier_name, box.supplier_name_zh)}</span> : null}
          </>
        ) : null
      }
    >
      {data ? <Outcome details={data} onNote={onNote} /> : null}
      {!data && isError ? <FailedState text={say.problem(error)} onRetry={() => void reload()} /> : null}
      {data || isError ? null : <LoadingRows rows={6} />}
    </Drawer>
  )
}

function Outcome({ details, onNote }: { details: BoxDetails; onNote: (returnNote: string) => void }) {
  const { t, name, number } = useWords()
  const { box, lines, cases, inspections, history } = details
  const styles = useMemo(() => stylesOf(lines, name), [lines, name])
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
      {cases.length > 0 ? (
        <Section title={t('Differences in quantity')}>
          <DifferenceList cases={cases} />
        </Section>
      ) : null}
      <Section title={t('Inspections')}>
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
                <span className="dt-code">{style.style_id}</span> {style.name}
              </h3>
            </div>
            <StyleMatrix style={style} />
          </div>
        ))}
      </Section>
      <Section>
        <Facts
          facts={[
            [
              'SSCC',
              <span key="sscc" className="code">
                {box.sscc}
              </span>,
            ],
            [t('Tracking ID'), box.tracking_id],
            [
              t('Box in its shipment'),
              t('{{n}} of {{all}}', { n: number(box.position), all: number(box.boxes_in_shipment) }),
            ],
            [t('Site'), name(box.site_name, box.site_name_zh)],
            [t('Shipped on'), box.shipped_at ? <Instant key="shipped" at={box.shipped_at} /> : null],
            [t('Inwarded on'), <Instant key="inwarded" at={box.inwarded_at} />],
            [t('Counted'), box.counted_at ? <Instant key="counted" at={box.counted_at} /> : null],
          ]}
        />
      </Section>
      <Section title={t('History')}>
        <BoxHistory history={history} />
      </Section>
    </>
  )
}

const kinds = { missing: key('Missing pieces'), excess: key('Excess pieces') } as const

/** Pieces that were not there or not declared, and what became of each. */
export function DifferenceList({ cases }: { cases: readonly QcCase[] }) {
  const { t, number } = useWords()
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th>{t('NM SKU')}</th>
          <th>{t('Difference')}</th>
          <th className="end">{t('Pieces')}</th>
          <th>{t('Outcome')}</th>
        </tr>
      </thead>
      <tbody>
        {cases.map(({ case_id, nm_sku, kind, quantity, settled, outcomes, is_open }) => (
          <tr key={case_id}>
            <td className="code">{nm_sku}</td>
            <td>
              <span className="status-tag" data-tone={kind === 'missing' ? 'bad' : 'warn'}>
                {t(kinds[kind])}
              </span>
            </td>
            <td className="end">{number(quantity)}</td>
            <td>
              {[
                ...outcomes.map((one) => `${t(caseOutcomeLabels[one.outcome])} ${number(one.quantity)}`),
                ...(is_open ? [t('Open: {{n}}', { n: number(quantity - settled) })] : []),
              ].join(' · ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface InspectionResultProps {
  inspection: Inspection
  lines: readonly QcLine[]
}

const inspectionResultKinds: Record<Inspection['kind'], string> = {
  inspection: key('Inspection'),
  reinspection: key('Inspection again'),
  skip: key('Passed, not inspected'),
}

/** One inspection: its verdict, its defects with their photographs, and what else was noted. */
export function InspectionResult({ inspection, lines }: InspectionResultProps) {
  const { t, number } = useWords()
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
        {t(inspectionResultKinds[kind])} {number(inspection.number)}
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
  const { t, plural, name } = useWords()
  return (
    <>
      <div className="result-defect">
        <span className="status-tag" data-tone={severityTones[defect.severity]}>
          {t(severityWords[defect.severity])}
        </span>
        <b>{t(defect.reason)}</b>
        <span>{plural(defect.units, '1 piece', '{{n}} pieces')}</span>
        <span className="code">{defect.nm_sku}</span>
        {line ? <span className="muted">{`${name(line.color, line.color_zh)} · ${line.size}`}</span> : null}
      </div>
      {defect.remark ? <p>{defect.remark}</p> : null}
      <PhotoStrip ids={defect.image_ids} label={t('Photos of the defect')} />
    </>
  )
}
