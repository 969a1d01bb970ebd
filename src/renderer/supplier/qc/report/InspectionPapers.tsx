import { Button } from '@blueprintjs/core'
import { Download, Edit } from '@blueprintjs/icons'
import { useAtomValue } from 'jotai'
import { type SignaturePart, signatureParts } from '../../../../shared/areas/inspection/signature.ts'
import { key } from '../../../i18n/formats.ts'
import { sessionAtom } from '../../../session/session.ts'
import { useLocale } from '../../../table/words.ts'
import type { BoxDetails, Inspection } from '../box/box-data.ts'
import { useDesk, useIsLead } from '../desk.ts'
import { useReportDialog } from './ReportDialog.tsx'
import { useSignDialog } from './SignDialog.tsx'

interface InspectionPapersProps {
  box: BoxDetails['box']
  inspections: readonly Inspection[]
  inspection: Inspection
}

const signedWords: Record<SignaturePart, string> = {
  inspector: key('Inspector: {{name}}, {{at}}'),
  lead: key('QC lead: {{name}}, {{at}}'),
}

const askWords: Record<SignaturePart, string> = {
  inspector: key('Sign as inspector…'),
  lead: key('Sign as lead…'),
}

/** Who signed an inspection, who still may, and its report. */
export function InspectionPapers({ box, inspections, inspection }: InspectionPapersProps) {
  const { t, instant, labelled } = useLocale()
  const session = useAtomValue(sessionAtom)
  const name = session.state === 'signed-in' ? session.user.name : ''
  const isLead = useIsLead()
  const report = useReportDialog(useDesk().report)
  const sign = useSignDialog()
  const { number, signatures, by } = inspection
  // By the name that is shown: the server knows whose inspection it is.
  const may: Record<SignaturePart, boolean> = { inspector: by === name, lead: isLead }
  const open = signatureParts.filter((part) => may[part] && !signatures.some((one) => one.part === part))
  const signed = signatures.map((one) => t(signedWords[one.part], { name: one.by, at: instant(one.at) }))
  return (
    <>
      {signed.length > 0 ? <p className="muted">{labelled(t('Signed'), signed.join(' · '))}</p> : null}
      <div className="qc-papers">
        <Button
          size="small"
          icon={<Download />}
          text={t('Inspection report (PDF)…')}
          onClick={() => report.open({ shipment_id: box.shipment_id, box, inspections, number })}
        />
        {open.map((part) => (
          <Button
            key={part}
            size="small"
            icon={<Edit />}
            text={t(askWords[part])}
            onClick={() => sign.open({ sscc: box.sscc, number, part, name })}
          />
        ))}
      </div>
      {report.dialog}
      {sign.dialog}
    </>
  )
}
