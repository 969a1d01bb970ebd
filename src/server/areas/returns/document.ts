import { companyLine } from '../../../shared/areas/company/facts.ts'
import { dayIn } from '../../../shared/kernel/days.ts'
import {
  type RefusalReason,
  reasonUsually,
  type Severity,
  severities,
  severityZh,
} from '../../../shared/kernel/reasons.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { bothNames } from '../../documents/paper.ts'
import type { CallContext, Db } from '../../http/call.ts'
import { readCompany } from '../company/facts.ts'
import { insistOnFiles, printedPhoto } from '../photos/printed-photos.ts'
import { stylePictures } from '../pictures/printed-pictures.ts'
import type { NoteDocument, NoteLine, NoteLotText, NotePhoto } from './document-model.ts'
import type { ReturnNoteFacts } from './return-note-rows.ts'
import {
  defectsOfNote,
  evidenceOfNote,
  type FoundDefect,
  type FoundPhoto,
  linesOfNote,
  lotsOfNote,
  type NoteLot,
  photosOfNote,
} from './return-note-rows.ts'

/** More would make a paper that nobody carries; the rest can be seen on screen. */
const MOST_PHOTOS = 60
/** Pixels of the longer side: sharp in print at the width of half a page. */
const PRINTED_SIDE = 1_100

/** Everything that stands on a return note. Photographs are read one by one while the pages are written. */
export async function returnNoteDocument(
  note: ReturnNoteFacts,
  { db, files }: Pick<CallContext, 'db' | 'files'>,
): Promise<NoteDocument> {
  const [site, { lines, lots }, photos, company] = await Promise.all([
    siteOf(db, note.id),
    contentsOf({ db, files }, note.id),
    photosOfNote(db, note.id, MOST_PHOTOS),
    readCompany(db),
  ])
  await insistOnFiles({ db, files }, photos[0]?.image_id)
  return {
    number: note.return_note,
    isCancelled: note.state === 'CANCELLED',
    cancelReason: note.cancel_reason,
    day: dayIn(site.time_zone, new Date(note.created_at)),
    supplier: {
      code: note.supplier_id,
      name: note.supplier_name,
      nameZh: note.supplier_name_zh,
      address: site.vendor_address,
      addressZh: site.vendor_address_zh,
    },
    site: { name: site.name, nameZh: site.name_zh, address: site.address },
    company: companyLine(company),
    reason: inBoth(note.reason),
    remark: note.remark,
    disputes: note.disputes,
    carrier: note.carrier,
    trackingId: note.tracking_id,
    madeBy: note.created_by,
    boxes: note.boxes,
    pieces: note.pieces,
    lines,
    lots,
    photos: photos.map((photo) => photoOf({ db, files }, photo)),
    photosLeftOut: Math.max(0, note.photos - photos.length),
  }
}

const siteFactsColumns = {
  name: col.text,
  name_zh: col.text,
  address: col.text,
  time_zone: col.text,
  vendor_address: col.text,
  vendor_address_zh: col.text,
}

type SiteFacts = Row<typeof siteFactsColumns>

async function siteOf(db: Db, noteId: string): Promise<SiteFacts> {
  const { rows } = await rowsOf(siteFactsColumns)`SELECT s.name, s.name_zh, s.address, s.time_zone,
      coalesce(v.address, '') AS vendor_address, coalesce(v.address_zh, '') AS vendor_address_zh
    FROM return_note n JOIN site s ON s.id = n.site_id JOIN vendor v ON v.id = n.vendor_id WHERE n.id = ${noteId}`.execute(
    db,
  )
  if (rows[0] === undefined) throw new Error(`return note ${noteId} has no site`)
  return rows[0]
}

async function contentsOf({ db, files }: Store, noteId: string): Promise<Pick<NoteDocument, 'lines' | 'lots'>> {
  const rows = await linesOfNote(db, noteId)
  const pictures = await stylePictures({ db, files }, rows)
  const defects = Map.groupBy(await defectsOfNote(db, noteId), ({ box_id, sku_id }) => `${box_id} ${sku_id}`)
  const evidence = await evidenceOfNote(db, noteId)
  const lines = rows.map((row): NoteLine => {
    const { box_id, sku_id, box_no, sscc, shipment_id, nm_sku, style_id, color, color_zh, size, quantity } = row
    const styleName = bothNames(row.style_name, row.style_name_zh)
    const picture = pictures.get(`${style_id} ${color}`)
    // At the first line of a colour only: a paper of a thousand lines would be as many pictures.
    pictures.delete(`${style_id} ${color}`)
    const seen = evidence.find((each) => each.box_id === box_id && each.sku_id === sku_id)
    return {
      ...{ boxNo: box_no, sscc, shipmentId: shipment_id, nmSku: nm_sku, styleId: style_id, styleName },
      color,
      colorZh: color_zh,
      size,
      quantity,
      ...(picture && { picture }),
      lookedAt: seen ? `${seen.looked_at} / ${seen.judged}` : '–',
      defects: (defects.get(`${box_id} ${sku_id}`) ?? []).map(defectText),
    }
  })
  return { lines, lots: lotsOfNote(rows, evidence).map(lotText) }
}

const sampleSaid: Record<NoteLot['computed'], readonly string[]> = {
  reject: ['Lot rejected by its sample', '抽样判定整批不合格'],
  accept: ['Lot accepted by its sample', '抽样判定整批合格'],
  open: ['Sample not complete', '样本未检完'],
}

const procedureSaid: Record<NoteLot['procedure'], string> = {
  normal: '',
  tightened: ' · tightened 加严',
  reduced: ' · reduced 放宽',
}

function lotText(lot: NoteLot): NoteLotText {
  const { style_id, color, color_zh, lot_size, procedure, level, sample_size } = lot
  const { tally, limits, computed, boxes, aqls } = lot
  const isWhole = style_id === null
  return {
    name: isWhole ? 'Whole box 整箱' : `${style_id} ${color ?? ''} ${color_zh ?? ''}`.trim(),
    boxes: boxes.slice(0, 6).join(', ') + (boxes.length > 6 ? ` +${boxes.length - 6}` : ''),
    plan: [
      `Pieces 批量 ${lot_size} · level 水平 ${level}${procedureSaid[procedure]}`,
      `AQL ${severities.map((severity) => aqls[severity]).join(' / ')}`,
      `Sample 样本 ${sample_size} · looked at 已抽检 ${tally.sampled}`,
    ],
    found: severities.map((severity) => {
      const { accept, reject } = limits[severity]
      return `${severityText(severity)} ${tally[severity]} · Ac ${accept} Re ${reject}`
    }),
    verdict: sampleSaid[computed],
    isRejected: computed === 'reject',
  }
}

function defectText({ reason, severity, units, remark }: FoundDefect): string {
  return [`${units} × ${inBoth(reason)} (${severityText(severity)})`, remark].filter(Boolean).join(': ')
}

function inBoth(reason: RefusalReason): string {
  return `${reason} ${reasonUsually[reason].zh}`
}

function severityText(severity: Severity): string {
  return `${severity} ${severityZh[severity]}`
}

type Store = Pick<CallContext, 'db' | 'files'>

function photoOf(store: Store, photo: FoundPhoto): NotePhoto {
  const { image_id, width, height, box_no, nm_sku, reason, severity, remark } = photo
  const about = [`Box 箱 ${box_no}`, nm_sku].filter(Boolean).join(' · ')
  const found = reason && severity ? `${inBoth(reason)} (${severityText(severity)})` : 'The whole inspection 整体检验'
  return { width, height, about, found, remark: remark ?? '', read: () => printedPhoto(store, image_id, PRINTED_SIDE) }
}
