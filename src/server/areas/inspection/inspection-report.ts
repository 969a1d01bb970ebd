import { reportMessages } from '../../../shared/areas/inspection/report.ts'
import { type Contract, hasRight } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordDownload, recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type FileReply, reply } from '../../http/call.ts'
import { conflict, forbidden, notFound } from '../../http/errors.ts'
import { insistOnFiles } from '../photos/printed-photos.ts'
import { lockQcBox } from '../qc-boxes/box-rows.ts'
import { eventsAt, leadAt, type QcDoor, type QcSites } from '../qc-boxes/sites.ts'
import { reportPaper } from './report-content.ts'
import { reportSubject } from './report-subject.ts'

type Asked = Taken<Contract['inspection']['inspectionReport']>
type Signing = Taken<Contract['inspection']['signInspection']>

/** An inspection, a box or a lot of this country as pages to print; taking it is written down. */
export function inspectionReportAt<S extends QcSites>(door: QcDoor<S>) {
  return async (input: Asked, context: CallContext): Promise<FileReply> => {
    const subject = await reportSubject(door(context.caller), input, context)
    const photo = subject.inspections.flatMap(({ defects, image_ids }) => [
      ...defects.flatMap((defect) => defect.image_ids),
      ...image_ids,
    ])[0]
    await insistOnFiles(context, photo)
    const paper = await reportPaper(subject, input.language, context)
    const { sscc, shipment_id } = subject.box
    await recordDownload(context, 'inspection_report.pdf', { of: subject.kind, sscc, shipment_id })
    // Loaded when needed: the libraries for pages would hold up every start.
    const { inspectionReportPdf } = await import('./report-layout.ts')
    return { body: inspectionReportPdf(paper, context.resources) }
  }
}

const inspectionColumns = { id: col.text, by: col.text, name: col.text }

/** Draws a person's name under an inspection, once as inspector and once as lead: a signature stays as it was drawn. */
export function signInspectionAt<S extends QcSites>(door: QcDoor<S>) {
  return ({ box_id, number, part, strokes }: Signing, context: CallContext) =>
    context.command(async (tx) => {
      const at = door(context.caller)
      const box = await lockQcBox(tx, at, box_id)
      const { rows } = await rowsOf(inspectionColumns)`
        SELECT i.id, i.by, u.name FROM qc_inspection i JOIN app_user u ON u.id = i.by
        WHERE i.box_id = ${box.box_id} AND i.site_id = ${box.site_id} AND i.number = ${number}`.execute(tx)
      const [inspection] = rows
      if (inspection === undefined) throw notFound(reportMessages.noInspection, { number })
      const { userId } = context.caller
      if (part === 'inspector' && inspection.by !== userId)
        throw forbidden(reportMessages.notInspector, { name: inspection.name })
      if (part === 'lead' && !hasRight(context.caller, leadAt[at.sites])) throw forbidden(reportMessages.notLead)
      const written = await rowsOf({ part: col.text })`
        INSERT INTO qc_signature (inspection_id, part, by, strokes)
        VALUES (${inspection.id}, ${part}, ${userId}, ${JSON.stringify(strokes)}::jsonb)
        ON CONFLICT (inspection_id, part) DO NOTHING RETURNING part`.execute(tx)
      if (written.rows.length === 0) throw conflict(reportMessages.isSigned)
      await recordEvent(tx, context, {
        entity: eventsAt(box.site_kind),
        entityId: box.sscc,
        event: 'inspection.signed',
        details: { inspection: number, as: part },
      })
      return reply({ part }, reportMessages.signed)
    })
}
