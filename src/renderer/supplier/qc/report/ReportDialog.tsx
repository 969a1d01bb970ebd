import '../qc.css'
import { DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ReportLanguage, reportLanguages } from '../../../../shared/areas/inspection/report.ts'
import { contract } from '../../../../shared/areas.ts'
import { DownloadButton, PrintButton } from '../../../actions/files.tsx'
import { languageOf } from '../../../i18n/language.ts'
import { type DialogTurn, Modal, useDialog } from '../../../kit/dialogs.tsx'
import { type Locale, useLocale } from '../../../table/words.ts'
import type { Inspection } from '../box/box-data.ts'

/** Each country's inspections have their own. */
export const reportCalls = {
  china: contract.inspection.inspectionReport,
  india: contract.indiaInspection.inspectionReport,
} as const

export type ReportCountry = keyof typeof reportCalls

interface ReportDialogProps extends DialogTurn {
  country: ReportCountry
  shipment_id: string
  /** Left out for the report of the whole shipment alone. */
  box?: { sscc: string; box_no: string }
  inspections?: readonly Inspection[]
  /** The inspection that is chosen first; else the whole box. */
  number?: number
}

/** The report of a box as a paper: `const report = useReportDialog('china'); … report.open({ shipment_id, box, inspections }) … {report.dialog}` */
export function useReportDialog(country: ReportCountry) {
  return useDialog(ReportDialog, { country })
}

const languageNames: Record<ReportLanguage, string> = { en: 'English', zh: '中文' }

/** Of what the report is, and in which language; then it is downloaded or printed. */
function ReportDialog({ country, shipment_id, box, inspections = [], number: first, ...turn }: ReportDialogProps) {
  const words = useLocale()
  const { t, number } = words
  const id = useId()
  const lots = lotsOfShipment(inspections, words)
  const [of, setOf] = useState(!box ? 'shipment' : first === undefined ? 'box' : `inspection ${first}`)
  const [language, setLanguage] = useState<ReportLanguage>(useReportLanguage())
  const input = { ...askedOf(of, { shipment_id, sscc: box?.sscc ?? '' }), language }
  const title = box
    ? t('Inspection report of box {{box_no}} of {{shipment_id}}', { box_no: box.box_no, shipment_id })
    : t('Inspection report of {{shipment_id}}', { shipment_id })
  return (
    <Modal {...turn} title={title} width={520}>
      <DialogBody>
        <div className="report-choice">
          <label htmlFor={id}>{t('Report of')}</label>
          <HTMLSelect id={id} value={of} onChange={({ target }) => setOf(target.value)}>
            {box ? <option value="box">{t('All inspections of this box')}</option> : null}
            {inspections.toReversed().map((one) => (
              <option key={one.number} value={`inspection ${one.number}`}>
                {t('Inspection {{number}}', { number: number(one.number) })}
              </option>
            ))}
            {lots.map(({ lot_id, name }) => (
              <option key={lot_id} value={`lot ${lot_id}`}>
                {name}
              </option>
            ))}
            <option value="shipment">{t('The whole shipment')}</option>
          </HTMLSelect>
          <fieldset className="report-languages">
            <legend>{t('Language of the report')}</legend>
            {reportLanguages.map((one) => (
              <label key={one}>
                <input
                  type="radio"
                  name={`${id} language`}
                  checked={one === language}
                  onChange={() => setLanguage(one)}
                />
                {languageNames[one]}
              </label>
            ))}
          </fieldset>
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <PrintButton call={reportCalls[country]} input={input} title={title} />
            <DownloadButton
              call={reportCalls[country]}
              input={input}
              text={t('Download the report (PDF)')}
              intent="primary"
              hasIcon
            />
          </>
        }
      />
    </Modal>
  )
}

/** Reports are in English and Chinese: whoever reads something else gets English first. */
function useReportLanguage(): ReportLanguage {
  const { i18n } = useTranslation()
  return languageOf(i18n.language) === 'zh' ? 'zh' : 'en'
}

function askedOf(of: string, { shipment_id, sscc }: { shipment_id: string; sscc: string }) {
  const [kind, id] = of.split(' ')
  if (kind === 'lot' && id) return { lot_id: id }
  if (kind === 'shipment') return { shipment_id }
  return kind === 'inspection' ? { box_id: sscc, number: Number(id) } : { box_id: sscc }
}

/** Lots that reach beyond this box, each once. */
function lotsOfShipment(inspections: readonly Inspection[], { t, name }: Locale) {
  const lots = inspections.flatMap((one) => one.lots).filter(({ scope }) => scope === 'shipment')
  return [...new Map(lots.map((lot) => [lot.lot_id, lot])).values()].map((lot) => ({
    lot_id: lot.lot_id,
    name: t('Lot {{lot}} in all its boxes', {
      lot: `${lot.style_id ?? ''} ${name(lot.color ?? '', lot.color_zh ?? '')}`.trim(),
    }),
  }))
}
