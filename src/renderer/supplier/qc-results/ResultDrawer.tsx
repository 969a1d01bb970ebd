import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { Drawer, Facts, Section } from '../../kit/Drawer.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { FailedState, LoadingRows } from '../../kit/states.tsx'
import { Instant } from '../../kit/values.tsx'
import { useWords } from '../../table/words.ts'
import { BalanceBar } from '../qc/box/BalanceBar.tsx'
import { BoxHistory } from '../qc/box/BoxHistory.tsx'
import { StyleMatrix } from '../qc/box/StyleMatrix.tsx'
import { stylesOf } from '../qc/box/styles-of.ts'
import { type BoxDetails, useBoxData } from '../qc/box/use-box-data.ts'
import { useIsStaff } from '../use-suppliers.ts'
import { DifferenceList } from './DifferenceList.tsx'
import { InspectionResult } from './InspectionResult.tsx'

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
