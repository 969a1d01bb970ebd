import type { Readable } from 'node:stream'
import { lineOf, markOn, outlineLines, shapeOf } from '../../../shared/areas/garment-specs/point-places.ts'
import { costKindWords } from '../../../shared/areas/sample-development/cost.ts'
import {
  isOurWord,
  makingFields,
  makingWords,
  type PackContent,
  packChanges,
  packParts,
  saidChange,
  packTexts as texts,
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
import type { Pack } from './pack-columns.ts'
import { type PackSpeech, packSpeech } from './pack-words.ts'

type Store = Pick<CallContext, 'db' | 'files' | 'resources'>

/** Pixels of the longer side: sharp in print at a third of a page. */
const PRINTED_SIDE = 760

/** A tech pack as pages of A4, from what it kept; photographs are read one by one while the pages are written. */
export async function techPackPdf(pack: Pack, before: Pack | null, asked: string, store: Store): Promise<Readable> {
  await insistOnFiles(store, pack.content.image_ids[0])
  return inspectionReportPdf(await packPaper(pack, before, asked, store), store.resources)
}

/** Everything that stands on it, in a language. */
export async function packPaper(
  { content, number, made_by, made_at, sent_at, vendor_id }: Pack,
  before: Pack | null,
  asked: string,
  store: Store,
): Promise<ReportPaper> {
  const speech = await packSpeech(asked, store)
  const { language, say, name } = speech
  const company = await readCompany(store.db)
  const { rows } = await rowsOf({ code: col.text, name: col.text, name_zh: col.text })`
    SELECT code, name, name_zh FROM vendor WHERE id = ${vendor_id}::uuid`.execute(store.db)
  const [vendor] = rows
  // Which day it was hangs on the place: the paper is read in several.
  const day = (at: Date) => `${dayIn(indiaZone, at)} (IST)`
  const style = `${content.catalogue_id} · ${name(content.name, content.name_zh)}`
  const picture = await stylePicture(content.picture, store)
  // Large enough to be of use; the small one beside the name says at a glance which style it is.
  const large = picture ? [{ about: style, found: '', remark: '', ...picture }] : []
  return {
    language,
    title: say(texts.title),
    subject: say(texts.subject, { style, number }),
    verdict: sent_at ? say(texts.sentOn, { at: day(sent_at) }) : say(texts.mayChange),
    facts: [
      [say(texts.catalogue), content.catalogue_id],
      [say(texts.vendor), vendor ? `${name(vendor.name, vendor.name_zh)} (${vendor.code})` : ''],
      [say(texts.category), content.category],
      [say(texts.sample), `${content.sample_id} · ${say(texts.round, { n: content.round })}`],
      [say(texts.baseSize), content.base_size ?? '—'],
      [say(texts.weight), content.weight_g === null ? '—' : `${content.weight_g} g`],
      [say(texts.written), day(made_at)],
      [say(texts.writtenBy), made_by],
      ...(company.name || company.name_zh ? [[say(texts.company), name(company.name, company.name_zh)] as const] : []),
    ],
    styles: [{ name: style, about: content.category, picture }],
    drawing: drawingOf(content, speech),
    tables: [
      ...(before ? [changesTable(before, content, speech)] : []),
      measureTable(content, speech),
      gradingTable(content, speech),
      materialTable(content, speech),
      makingTable(content, speech),
    ],
    photosTitle: say(packParts.pictures),
    photos: [...large, ...(await photosOf(content, store))],
    signaturesTitle: say(texts.signatures),
    signatures: [{ part: say(texts.vendor), name: '', at: '', strokes: null }],
    pageOf: (page, all) => say(texts.page, { page, all }),
  }
}

function drawingOf({ category, points }: PackContent, { say, name }: PackSpeech): ReportDrawing {
  const shape = shapeOf(category)
  const placed = points.flatMap(({ point }, at) => {
    const line = lineOf(shape, point)
    return line ? [{ line, at }] : []
  })
  return {
    title: say(texts.drawing),
    ...{ width: 200, height: 260 },
    lines: [
      ...outlineLines(shape).map(([x1, y1, x2, y2]) => ({ from: [x1, y1], to: [x2, y2], isThick: true }) as const),
      ...placed.map(({ line: [x1, y1, x2, y2] }) => ({ from: [x1, y1], to: [x2, y2], isThick: false }) as const),
    ],
    marks: placed.map(({ line, at }) => ({ at: markOn(line, at), text: String(at + 1) })),
    legend: points.map(
      ({ point, point_zh, is_critical }, at) =>
        `${at + 1}  ${name(point, point_zh)}${is_critical ? `  ● ${say(texts.critical)}` : ''}`,
    ),
  }
}

function changesTable(before: Pack, content: PackContent, { say, name }: PackSpeech): ReportTable {
  const named = new Map(
    [...before.content.points, ...content.points].flatMap(({ point, point_zh, measures }) => [
      [point, name(point, point_zh)] as const,
      ...measures.map(({ size }) => [`${point} · ${size}`, `${name(point, point_zh)} · ${size}`] as const),
    ]),
  )
  return {
    title: say(texts.changes, { number: before.number }),
    note: null,
    columns: [
      { title: say(texts.change), width: 40 },
      { title: say(texts.was), width: 50 },
      { title: say(texts.now), width: 50 },
    ],
    rows: packChanges(before.content, content)
      .map(saidChange)
      .map(({ part, what, was, now }) => ({
        cells: [
          [`${say(packParts[part])} · ${isOurWord({ part }) ? say(what) : (named.get(what) ?? what)}`],
          inLines(was ?? '—'),
          inLines(now ?? '—'),
        ],
      })),
    none: say(texts.none),
  }
}

function measureTable({ sizes, points }: PackContent, { say, name }: PackSpeech): ReportTable {
  const shown = sizes.filter((size) => points.some(({ measures }) => measures.some((one) => one.size === size)))
  return {
    title: say(texts.measures),
    note: points.some(({ is_critical }) => is_critical) ? say(texts.criticalNote) : null,
    columns: [
      { title: '#', width: 7 },
      { title: say(texts.point), width: 62 },
      ...shown.map((size) => ({ title: size, width: 15, isNumber: true })),
      { title: say(texts.tolerance), width: 20, isNumber: true },
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
          [tolerances.size > 1 ? say(texts.bySize) : centimetres(tolerance)],
        ],
      }
    }),
    none: say(texts.none),
  }
}

const gradingTable = ({ grading }: PackContent, { say }: PackSpeech): ReportTable => ({
  title: say(texts.grading),
  note: null,
  columns: [
    { title: say(texts.vendorSize), width: 40 },
    { title: say(texts.ourSize), width: 40 },
  ],
  rows: grading.map(({ vendor_size, our_size }) => ({ cells: [[vendor_size], [our_size]] })),
  none: say(texts.noGrading),
})

const materialTable = ({ materials }: PackContent, { say }: PackSpeech): ReportTable => ({
  title: say(texts.materials),
  note: null,
  columns: [
    { title: say(texts.kind), width: 22 },
    { title: say(texts.name), width: 62 },
    { title: say(texts.code), width: 34 },
    { title: say(texts.quantity), width: 26, isNumber: true },
  ],
  rows: materials.map(({ kind, name, material_code, quantity_milli, unit }) => ({
    cells: [[say(costKindWords[kind])], [name], [material_code ?? '—'], [`${quantity_milli / 1_000} ${unit}`.trim()]],
  })),
  none: say(texts.noMaterials),
})

const makingTable = ({ making }: PackContent, { say }: PackSpeech): ReportTable => ({
  title: say(texts.making),
  note: null,
  columns: [
    { title: '', width: 28 },
    { title: '', width: 112 },
  ],
  // A text is one row; a long one goes on over the page by rows of so many lines.
  rows: makingFields.flatMap((field) => {
    const lines = inLines(making[field])
    return Array.from({ length: Math.ceil(lines.length / LINES_A_ROW) }, (_, at) => ({
      cells: [[at === 0 ? say(makingWords[field]) : ''], lines.slice(at * LINES_A_ROW, (at + 1) * LINES_A_ROW)],
    }))
  }),
  none: say(texts.noMaking),
})

const LETTERS_A_LINE = 160
const LINES_A_ROW = 8

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
