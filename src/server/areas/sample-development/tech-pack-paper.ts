import type { Readable } from 'node:stream'
import { lineOf, markOn, outlineLines, shapeOf } from '../../../shared/areas/garment-specs/point-places.ts'
import {
  makingFields,
  type PackContent,
  type PackLanguage,
  packChanges,
  saidChange,
} from '../../../shared/areas/sample-development/tech-pack.ts'
import { centimetres } from '../../../shared/kernel/centimetres.ts'
import { dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { bytesOf, fileKey } from '../../files/files.ts'
import type { CallContext } from '../../http/call.ts'
import { readCompany } from '../company/facts.ts'
import { inspectionReportPdf } from '../inspection/report-layout.ts'
import type { ReportDrawing, ReportPaper, ReportPhoto, ReportTable } from '../inspection/report-paper.ts'
import { insistOnFiles, printedPhoto } from '../photos/printed-photos.ts'
import type { PrintedPicture } from '../pictures/printed-pictures.ts'
import { packSpeech } from './pack-words.ts'
import type { Pack } from './tech-packs.ts'

type Store = Pick<CallContext, 'db' | 'files' | 'resources'>
type Say = ReturnType<typeof packSpeech>

/** Pixels of the longer side: sharp in print at a third of a page. */
const PRINTED_SIDE = 760

/** A tech pack as pages of A4, from what it kept; photographs are read one by one while the pages are written. */
export async function techPackPdf(
  pack: Pack,
  before: Pack | null,
  language: PackLanguage,
  store: Store,
): Promise<Readable> {
  await insistOnFiles(store, pack.content.image_ids[0])
  return inspectionReportPdf(await packPaper(pack, before, language, store), store.resources)
}

/** Everything that stands on it, in a language. */
export async function packPaper(
  { content, number, made_by, made_at, sent_at, vendor_id }: Pack,
  before: Pack | null,
  language: PackLanguage,
  store: Store,
): Promise<ReportPaper> {
  const say = packSpeech(language)
  const name = (english: string, chinese: string) => (language === 'zh' ? chinese || english : english || chinese)
  const company = await readCompany(store.db)
  const { rows } = await rowsOf({ code: col.text, name: col.text, name_zh: col.text })`
    SELECT code, name, name_zh FROM vendor WHERE id = ${vendor_id}::uuid`.execute(store.db)
  const [vendor] = rows
  const day = (at: Date) => dayIn(indiaZone, at)
  const style = `${content.catalogue_id} · ${name(content.name, content.name_zh)}`
  return {
    language,
    title: say('title'),
    subject: say('subject', { style, number }),
    verdict: sent_at ? say('sent', { at: day(sent_at) }) : say('notSent'),
    facts: [
      [say('catalogue'), content.catalogue_id],
      [say('vendor'), vendor ? `${name(vendor.name, vendor.name_zh)} (${vendor.code})` : ''],
      [say('category'), content.category],
      [say('sample'), `${content.sample_id} · ${say('round')} ${content.round}`],
      [say('baseSize'), content.base_size ?? '—'],
      [say('weight'), content.weight_g === null ? '—' : `${content.weight_g} g`],
      [say('written'), day(made_at)],
      [say('writtenBy'), made_by],
      ...(company.name || company.name_zh ? [[say('company'), name(company.name, company.name_zh)] as const] : []),
    ],
    styles: [{ name: style, about: content.category, picture: await stylePicture(content.picture, store) }],
    drawing: drawingOf(content, say, name),
    tables: [
      ...(before ? [changesTable(before, content, say)] : []),
      measureTable(content, say, name),
      gradingTable(content, say),
      materialTable(content, say),
      makingTable(content, say),
    ],
    photosTitle: say('photos'),
    photos: await photosOf(content, store),
    signaturesTitle: say('signatures'),
    signatures: [{ part: say('vendor'), name: '', at: '', strokes: null }],
    pageOf: (page, all) => say('page', { page, all }),
  }
}

function drawingOf(
  { category, points }: PackContent,
  say: Say,
  name: (en: string, zh: string) => string,
): ReportDrawing {
  const shape = shapeOf(category)
  const placed = points.flatMap(({ point }, at) => {
    const line = lineOf(shape, point)
    return line ? [{ line, at }] : []
  })
  return {
    title: say('drawing'),
    ...{ width: 200, height: 260 },
    lines: [
      ...outlineLines(shape).map(([x1, y1, x2, y2]) => ({ from: [x1, y1], to: [x2, y2], isThick: true }) as const),
      ...placed.map(({ line: [x1, y1, x2, y2] }) => ({ from: [x1, y1], to: [x2, y2], isThick: false }) as const),
    ],
    marks: placed.map(({ line, at }) => ({ at: markOn(line, at), text: String(at + 1) })),
    legend: points.map(
      ({ point, point_zh, is_critical }, at) =>
        `${at + 1}  ${name(point, point_zh)}${is_critical ? `  ● ${say('critical')}` : ''}`,
    ),
  }
}

function changesTable(before: Pack, content: PackContent, say: Say): ReportTable {
  return {
    title: say('changes', { number: before.number }),
    note: null,
    columns: [
      { title: say('change'), width: 40 },
      { title: say('was'), width: 50 },
      { title: say('now'), width: 50 },
    ],
    rows: packChanges(before.content, content)
      .map(saidChange)
      .map(({ part, what, was, now }) => ({
        cells: [[`${say(`part_${part}`)} · ${what}`], inLines(was ?? '—'), inLines(now ?? '—')],
      })),
    none: say('none'),
  }
}

function measureTable({ sizes, points }: PackContent, say: Say, name: (en: string, zh: string) => string): ReportTable {
  const shown = sizes.filter((size) => points.some(({ measures }) => measures.some((one) => one.size === size)))
  return {
    title: say('measures'),
    note: points.some(({ is_critical }) => is_critical) ? say('criticalNote') : null,
    columns: [
      { title: '#', width: 7 },
      { title: say('point'), width: 62 },
      ...shown.map((size) => ({ title: size, width: 15, isNumber: true })),
      { title: say('tolerance'), width: 20, isNumber: true },
    ],
    rows: points.map(({ point, point_zh, how_to_measure, is_critical, measures }, at) => {
      const tolerances = new Set(measures.map(({ tolerance_mm }) => tolerance_mm))
      const bySize = new Map(measures.map((one) => [one.size, one]))
      const of = (size: string) => {
        const one = bySize.get(size)
        if (!one) return ['–']
        return [centimetres(one.spec_mm), ...(tolerances.size > 1 ? [`± ${centimetres(one.tolerance_mm)}`] : [])]
      }
      const [tolerance = 0] = tolerances
      return {
        isBold: is_critical,
        cells: [
          [String(at + 1)],
          [`${is_critical ? '● ' : ''}${name(point, point_zh)}`, ...inLines(how_to_measure)],
          ...shown.map(of),
          [tolerances.size > 1 ? say('bySize') : centimetres(tolerance)],
        ],
      }
    }),
    none: say('none'),
  }
}

const gradingTable = ({ grading }: PackContent, say: Say): ReportTable => ({
  title: say('grading'),
  note: null,
  columns: [
    { title: say('vendorSize'), width: 40 },
    { title: say('ourSize'), width: 40 },
  ],
  rows: grading.map(({ vendor_size, our_size }) => ({ cells: [[vendor_size], [our_size]] })),
  none: say('noGrading'),
})

const materialKinds = { material: 'material', trim: 'trim', packing: 'packing_' } as const

const materialTable = ({ materials }: PackContent, say: Say): ReportTable => ({
  title: say('materials'),
  note: null,
  columns: [
    { title: say('kind'), width: 22 },
    { title: say('name'), width: 62 },
    { title: say('code'), width: 34 },
    { title: say('quantity'), width: 26, isNumber: true },
  ],
  rows: materials.map(({ kind, name, material_code, quantity_milli, unit }) => ({
    cells: [
      [kind in materialKinds ? say(materialKinds[kind as keyof typeof materialKinds]) : kind],
      [name],
      [material_code ?? '—'],
      [`${quantity_milli / 1_000} ${unit}`.trim()],
    ],
  })),
  none: say('noMaterials'),
})

const makingTable = ({ making }: PackContent, say: Say): ReportTable => ({
  title: say('making'),
  note: null,
  columns: [
    { title: '', width: 28 },
    { title: '', width: 112 },
  ],
  // A row a paragraph: a long one may go on over the page.
  rows: makingFields.flatMap((field) =>
    inLines(making[field]).map((text, at) => ({ cells: [[at === 0 ? say(field) : ''], [text]] })),
  ),
  none: say('noMaking'),
})

const LETTERS_A_LINE = 160

/** Paragraphs, cut between words where they are longer than a cell takes; of nothing none. */
export function inLines(text: string): string[] {
  return text.split(/\n+/).flatMap((paragraph) => {
    const lines: string[] = []
    for (const word of paragraph.trim().match(/\S{1,160}\s*/g) ?? []) {
      const last = lines.at(-1)
      if (last === undefined || last.length + word.length > LETTERS_A_LINE) lines.push(word)
      else lines[lines.length - 1] = last + word
    }
    return lines.map((line) => line.trimEnd())
  })
}

async function stylePicture(id: string | null, { db, files }: Store): Promise<PrintedPicture | null> {
  if (id === null) return null
  const { rows } = await rowsOf({ file_id: col.text, width: col.number, height: col.number })`
    SELECT file_id::text AS file_id, width, height FROM catalogue_picture WHERE id = ${id}::uuid
    UNION ALL SELECT file_id::text, width, height FROM style_picture WHERE id = ${id}::uuid`.execute(db)
  const [picture] = rows
  if (!picture) return null
  const { file_id, width, height } = picture
  return { width, height, read: () => bytesOf(files, fileKey('icons', file_id)) }
}

async function photosOf({ image_ids, sample_id }: PackContent, store: Store): Promise<ReportPhoto[]> {
  const { rows } = await rowsOf({ id: col.text, width: col.number, height: col.number })`
    SELECT id::text AS id, width, height FROM qc_image WHERE id = ANY(${image_ids}::uuid[])`.execute(store.db)
  const sizes = new Map(rows.map((row) => [row.id, row]))
  return image_ids.map((id) => {
    const { width = 4, height = 3 } = sizes.get(id) ?? {}
    return { about: sample_id, found: '', remark: '', width, height, read: () => printedPhoto(store, id, PRINTED_SIDE) }
  })
}
