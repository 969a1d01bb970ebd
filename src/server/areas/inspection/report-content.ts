import type { z } from 'zod'
import type { ReportLanguage } from '../../../shared/areas/inspection/report.ts'
import { signature, signatureStrokes } from '../../../shared/areas/inspection/signature.ts'
import { verdictOf, worstComputed } from '../../../shared/areas/inspection/verdict.ts'
import { dhuOf } from '../../../shared/areas/qc-reports/quality.ts'
import { reasonUsually, severities } from '../../../shared/kernel/reasons.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Db } from '../../http/call.ts'
import { readCompany } from '../company/facts.ts'
import { printedPhoto } from '../photos/printed-photos.ts'
import { stylePictures } from '../pictures/printed-pictures.ts'
import { knownDefects } from './defect-library.ts'
import type { ReportPaper, ReportPhoto, ReportSignature } from './report-paper.ts'
import type { ReportedInspection, ReportSubject } from './report-subject.ts'
import {
  checklistTable,
  countTable,
  defectTable,
  inspectionTable,
  measureTable,
  planTable,
  type ReportSpeech,
  sumOfLines,
} from './report-tables.ts'
import { reportWords } from './report-words.ts'

type Store = Pick<CallContext, 'db' | 'files'>

/** More would make a paper that nobody carries; the rest can be seen on screen. */
const MOST_PHOTOS = 24
/** Pixels of the longer side: sharp in print at a third of a page. */
const PRINTED_SIDE = 760
const MOST_STYLES = 9
const MOST_BOXES = 24
const MOST_SIGNATURES = 9

/** Everything that stands on a report, in a language. Photographs are read one by one while the pages are written. */
export async function reportPaper(
  subject: ReportSubject,
  language: ReportLanguage,
  store: Store,
): Promise<ReportPaper> {
  const [company, library, signed] = await Promise.all([
    readCompany(store.db),
    knownDefects(store.db),
    signaturesOf(store.db, subject.inspections),
  ])
  const speech = speechOf(subject, language, library)
  const { say, name, instant } = speech
  const { box, lots } = subject
  const photos = await photosOf(subject, speech, store)
  return {
    language,
    title: say('title'),
    subject: subjectLine(subject, speech),
    verdict: verdictLine(subject, speech),
    facts: [
      [say('vendor'), `${name(box.supplier_name, box.supplier_name_zh)} (${box.supplier_id})`],
      [say('site'), name(box.site_name, box.site_name_zh)],
      [say('shipment'), box.shipment_id],
      [say('date'), daysOf(subject, speech)],
      [say('boxes'), boxesOf(subject, speech)],
      [say('inspector'), [...new Set(subject.inspections.map(({ by }) => by))].join(', ')],
      ...figuresOf(subject, speech),
      [say('printed'), instant(new Date().toISOString())],
      ...(company.name || company.name_zh ? [[say('company'), name(company.name, company.name_zh)] as const] : []),
    ],
    styles: await stylesOf(subject, speech, store),
    tables: [
      planTable(lots, speech),
      countTable(subject, speech),
      inspectionTable(subject, speech),
      defectTable(subject, speech),
      ...measureTable(subject, speech),
      ...checklistTable(subject, speech),
    ],
    photosTitle:
      photos.left > 0
        ? say('photosLeft', { n: photos.shown.length, more: photos.left })
        : say('photos', { n: photos.shown.length }),
    photos: photos.shown,
    signaturesTitle: say('signatures'),
    signatures: signatureLines(subject, signed, speech),
    pageOf: (page, all) => say('page', { page, all }),
  }
}

function speechOf(
  { box }: ReportSubject,
  language: ReportLanguage,
  library: Awaited<ReturnType<typeof knownDefects>>,
): ReportSpeech {
  const isChinese = language === 'zh'
  const known = new Map(library.map((one) => [one.code, one]))
  const name = (english: string | null, chinese: string | null) =>
    (isChinese ? chinese || english : english || chinese) ?? ''
  // As Swedish writes it: 2026-11-21 14:05.
  const instants = new Intl.DateTimeFormat('sv-SE', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    timeZone: box.time_zone,
  })
  return {
    language,
    say: reportWords(language),
    name,
    instant: (at) => instants.format(new Date(at)),
    number: (value) => value.toLocaleString('en'),
    defectName: (code) => {
      const one = code === null ? undefined : known.get(code)
      return one ? name(one.name, one.name_zh) : ''
    },
  }
}

function subjectLine({ kind, box, inspections, lots }: ReportSubject, { say, name }: ReportSpeech): string {
  const of = { box: box.box_no, shipment: box.shipment_id }
  if (kind === 'box') return say('box', of)
  if (kind === 'shipment') return say('wholeShipment', of)
  if (kind === 'inspection') return say('inspection', { ...of, number: inspections[0]?.number ?? 0 })
  const [lot] = lots
  const style = lot?.style_id ? `${lot.style_id} ${name(lot.color, lot.color_zh)}`.trim() : say('wholeBox')
  return say('lot', { lot: style, shipment: box.shipment_id })
}

const sumOf = (inspections: readonly ReportedInspection[], of: Parameters<typeof sumOfLines>[1]) =>
  inspections.reduce((sum, inspection) => sum + sumOfLines(inspection, of), 0)

/** Of one inspection what it said; of several what their lots come to, and the last word on their pieces. */
function verdictLine({ kind, inspections, lots }: ReportSubject, { say }: ReportSpeech): string {
  const [only] = inspections
  if (kind === 'inspection' && only)
    return say('overall', { computed: say(only.computed), verdict: say(`verdict_${only.verdict}`) })
  const pieces = (of: 'passed' | 'failed' | 'on_hold') => sumOf(inspections, of)
  const verdict = verdictOf({ passed: pieces('passed'), failed: pieces('failed'), on_hold: pieces('on_hold') })
  return say('overall', {
    computed: say(worstComputed(lots.map(({ computed }) => computed))),
    verdict: verdict === null ? '–' : say(`verdict_${verdict}`),
  })
}

function daysOf({ inspections }: ReportSubject, { say, instant }: ReportSpeech): string {
  const times = inspections.map(({ at }) => instant(at)).sort()
  const [from = '', to = ''] = [times[0], times.at(-1)]
  return from === to ? from : say('until', { from, to })
}

function boxesOf({ boxes }: ReportSubject, { say }: ReportSpeech): string {
  const [first] = boxes
  if (boxes.length === 1 && first) return `${first.box_no} (${first.sscc})`
  const shown = boxes.slice(0, MOST_BOXES).map(({ box_no }) => box_no)
  const list = `${boxes.length}: ${shown.join(', ')}`
  return boxes.length > shown.length ? say('more', { list, n: boxes.length - shown.length }) : list
}

function figuresOf({ inspections }: ReportSubject, { say, number }: ReportSpeech): (readonly [string, string])[] {
  const looked_at = sumOf(inspections, 'sampled')
  const judged = sumOf(inspections, 'passed') + sumOf(inspections, 'failed') + sumOf(inspections, 'on_hold')
  const found = { critical: 0, major: 0, minor: 0 }
  for (const { defects } of inspections) for (const { severity, units } of defects) found[severity] += units
  const dhu = dhuOf({ ...found, looked_at, lots_accepted: 0, lots_rejected: 0 })
  return [
    [say('lookedAt'), say('ofPieces', { n: number(looked_at), all: number(judged) })],
    [say('defects'), severities.map((severity) => `${say(severity)} ${number(found[severity])}`).join(' · ')],
    [say('dhu'), dhu === null ? '–' : dhu.toFixed(1)],
  ]
}

/** Styles in their colours, with what they are called and their picture. */
async function stylesOf({ lines, inspections, kind }: ReportSubject, { name }: ReportSpeech, store: Store) {
  const judged = new Set(inspections.flatMap((each) => each.lines.map(({ nm_sku }) => nm_sku)))
  const own = kind === 'box' || kind === 'shipment' ? lines : lines.filter(({ nm_sku }) => judged.has(nm_sku))
  const styles = [...new Map(own.map((line) => [`${line.style_id} ${line.color}`, line])).values()].slice(
    0,
    MOST_STYLES,
  )
  const pictures = await stylePictures(store, styles)
  return styles.map((line) => ({
    name: `${line.style_id} · ${name(line.color, line.color_zh)}`,
    about: name(line.style_name, line.style_name_zh),
    picture: pictures.get(`${line.style_id} ${line.color}`) ?? null,
  }))
}

async function photosOf(
  { inspections }: ReportSubject,
  { say, language, defectName }: ReportSpeech,
  store: Store,
): Promise<{ shown: ReportPhoto[]; left: number }> {
  const wanted = inspections.flatMap(({ box, defects, image_ids, remark }) => [
    ...defects.flatMap((defect) => {
      const reason = language === 'zh' ? reasonUsually[defect.reason].zh : defect.reason
      const found = `${defectName(defect.defect_code) || reason} · ${say(defect.severity)}`
      return defect.image_ids.map((id) => ({
        id,
        found,
        about: `${say('box_')} ${box.box_no} · ${defect.nm_sku}`,
        remark: defect.remark,
      }))
    }),
    ...image_ids.map((id) => ({
      id,
      about: `${say('box_')} ${box.box_no}`,
      found: say('wholeInspection'),
      remark: remark ?? '',
    })),
  ])
  const first = wanted.slice(0, MOST_PHOTOS)
  const { rows } = await rowsOf({ id: col.text, width: col.number, height: col.number })`
    SELECT id, width, height FROM qc_image WHERE id = ANY(${first.map(({ id }) => id)}::uuid[])`.execute(store.db)
  const sizes = new Map(rows.map((row) => [row.id, row]))
  const shown = first.map(({ id, ...texts }) => {
    const { width = 4, height = 3 } = sizes.get(id) ?? {}
    return { ...texts, width, height, read: () => printedPhoto(store, id, PRINTED_SIDE) }
  })
  return { shown, left: wanted.length - shown.length }
}

const signedRow = signature
  .omit({ by: true })
  .extend({ inspection_id: col.text, name: col.text, strokes: signatureStrokes })

type Signed = z.output<typeof signedRow>

export async function signaturesOf(db: Db, inspections: readonly { id: string }[]): Promise<Signed[]> {
  const { rows } = await rowsOf(signedRow)`
    SELECT g.inspection_id, g.part, u.name, g.at, g.strokes FROM qc_signature g JOIN app_user u ON u.id = g.by
    WHERE g.inspection_id = ANY(${inspections.map(({ id }) => id)}::uuid[]) ORDER BY g.at DESC`.execute(db)
  return rows
}

/** Each inspector once, with their last drawing; then the leads who signed, or a line for one. */
function signatureLines(
  { inspections }: ReportSubject,
  signed: readonly Signed[],
  { say, instant }: ReportSpeech,
): ReportSignature[] {
  const last = new Map(inspections.map((inspection) => [inspection.by, inspection]))
  const inspectors = [...last.values()].map(({ by, at }): ReportSignature => {
    const drawn = signed.find(({ part, name }) => part === 'inspector' && name === by)
    return { part: say('asInspector'), name: by, at: instant(drawn?.at ?? at), strokes: drawn?.strokes ?? null }
  })
  const leads = [...new Map(signed.filter(({ part }) => part === 'lead').map((one) => [one.name, one])).values()]
  const asLead = say('asLead')
  const answering = leads.map(({ name, at, strokes }) => ({ part: asLead, name, at: instant(at), strokes }))
  const lines = answering.length > 0 ? answering : [{ part: asLead, name: '', at: '', strokes: null }]
  return [...inspectors.slice(0, MOST_SIGNATURES - Math.min(3, lines.length)), ...lines].slice(0, MOST_SIGNATURES)
}
