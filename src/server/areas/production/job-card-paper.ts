import type { Readable } from 'node:stream'
import { inSizeOrder } from '../../../shared/areas/garment-specs/rules.ts'
import type { JobCardContent } from '../../../shared/areas/production/job-card.ts'
import { type JobCardLanguage, stageCode, stages } from '../../../shared/areas/production/words.ts'
import { centimetres } from '../../../shared/kernel/centimetres.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { documentPdf } from '../../documents/pdf-document.ts'
import { openTypeface } from '../../documents/typeface.ts'
import { bytesOf, fileKey } from '../../files/files.ts'
import type { CallContext } from '../../http/call.ts'
import { reportPages } from '../inspection/report-layout.ts'
import type { ReportPaper, ReportTable } from '../inspection/report-paper.ts'
import type { PrintedPicture } from '../pictures/printed-pictures.ts'
import { categoryIn, pointIn } from './card-terms.ts'
import { cardSpeech } from './card-words.ts'
import type { JobCard } from './job-card.ts'

type Store = Pick<CallContext, 'db' | 'files' | 'resources'>
type Say = ReturnType<typeof cardSpeech>

/** Job cards as pages of A4, one after another; each counts its own pages. */
export async function jobCardsPdf(
  cards: readonly JobCard[],
  language: JobCardLanguage,
  store: Store,
): Promise<Readable> {
  const typeface = openTypeface(store.resources)
  const say = cardSpeech(language)
  const papers = await cardPapers(cards, language, store)
  const title = papers
    .map(({ subject }) => subject)
    .slice(0, 3)
    .join(' · ')
  return documentPdf(
    papers.flatMap((paper) => reportPages(paper, typeface)),
    typeface,
    { title: `${say('title')} ${title}`, language: language === 'zh' ? 'zh-CN' : language },
  )
}

/** What stands on each card, in its language. */
export const cardPapers = (
  cards: readonly JobCard[],
  language: JobCardLanguage,
  store: Store,
): Promise<ReportPaper[]> => {
  const say = cardSpeech(language)
  return Promise.all(cards.map((card) => cardPaper(card, language, say, store)))
}

/** Chinese papers write 2026-12-23. */
const dayLocales: Record<JobCardLanguage, string> = { en: 'en-GB', hi: 'hi-IN-u-nu-latn', zh: 'sv-SE' }

/** Writes days as people of a language do: 23 Dec 2026. */
function cardDay(language: JobCardLanguage) {
  const month = language === 'zh' ? '2-digit' : language === 'hi' ? 'long' : 'short'
  const format = new Intl.DateTimeFormat(dayLocales[language], {
    day: '2-digit',
    month,
    year: 'numeric',
    timeZone: 'UTC',
  })
  return (day: string | null) => (day === null ? '—' : format.format(new Date(`${day}T00:00:00Z`)))
}

type Named = { name: string; name_zh: string }

async function cardPaper(
  { number, content, voided }: JobCard,
  language: JobCardLanguage,
  say: Say,
  store: Store,
): Promise<ReportPaper> {
  const name = ({ name: english, name_zh }: Named) => (language === 'zh' ? name_zh || english : english || name_zh)
  const pieces = sumOf(content.lines)
  const category = categoryIn(language, content.category)
  const dayOf = cardDay(language)
  const sizes = inSizeOrder(content.lines.map(({ size }) => size))
  const colorOf = (color: string) =>
    (language === 'zh' && content.lines.find((line) => line.color === color)?.color_zh) || color
  return {
    language,
    title: say('title'),
    subject: say('subject', { order: content.order, style: content.style_id, number }),
    verdict: [...(voided === null ? [] : [say(voided)]), say('pieces', { pieces })].join(' · '),
    facts: [
      [say('order'), content.order],
      [say('card_no'), content.card_no || '—'],
      [say('style'), `${content.style_id} · ${name(content)}`],
      [say('category'), category],
      [say('due'), dayOf(content.due_on)],
      [say('company'), content.company.name || '—'],
      ['GSTIN', content.company.gstin || '—'],
      [say('hsn'), content.hs_code || '—'],
      ...(content.remark === '' ? [] : [[say('remark'), content.remark] as const]),
    ],
    styles: [{ name: name(content), about: category, picture: await pictureOf(content.picture, store) }],
    tables: [
      gridTable(say('grid'), content.lines, sizes, colorOf, say),
      facilityTable(content, say, name, dayOf),
      ...content.facilities.flatMap((one) =>
        content.facilities.length > 1
          ? [gridTable(`${one.facility} · ${name(one)}`, one.lines, sizes, colorOf, say)]
          : [],
      ),
      materialTable(content, say, name),
      ...markerTables(content, say),
      pointTable(content, say, language),
    ],
    codes: {
      title: say('stages'),
      // Nobody works by a void card.
      all: (voided === null ? stages : []).map((stage) => ({
        code: stageCode(content.order, stage, number),
        about: say(stage),
      })),
    },
    photosTitle: '',
    photos: [],
    signaturesTitle: say('signatures'),
    signatures: (['cutter', 'supervisor'] as const).map((part) => ({
      part: say(part),
      name: '',
      at: '',
      strokes: null,
    })),
    pageOf: (page, all) => say('page', { page, all }),
  }
}

type Line = { color: string; size: string; pieces: number }
const sumOf = (lines: readonly { pieces: number }[]) => lines.reduce((sum, line) => sum + line.pieces, 0)

function gridTable(
  title: string,
  lines: readonly Line[],
  all: readonly string[],
  colorOf: (color: string) => string,
  say: Say,
): ReportTable {
  const sizes = all.filter((size) => lines.some((line) => line.size === size))
  const of = (own: readonly Line[]) => [
    ...sizes.map((size) => sumOf(own.filter((line) => line.size === size))),
    sumOf(own),
  ]
  const cells = (label: string, own: readonly Line[]) => [
    [label],
    ...of(own).map((pieces) => [pieces === 0 ? '–' : String(pieces)]),
  ]
  const colors = [...Map.groupBy(lines, ({ color }) => color)]
  return {
    title,
    note: null,
    columns: [
      { title: say('color'), width: 36 },
      ...[...sizes, say('total')].map((size) => ({ title: size, width: 16, isNumber: true })),
    ],
    rows: [
      ...colors.map(([color, own]) => ({ cells: cells(colorOf(color) || '—', own) })),
      ...(colors.length > 1 ? [{ cells: cells(say('total'), lines), isBold: true }] : []),
    ],
    none: say('none'),
  }
}

const facilityTable = (
  { facilities }: JobCardContent,
  say: Say,
  name: (one: Named) => string,
  dayOf: (day: string) => string,
): ReportTable => ({
  title: say('facilities'),
  note: null,
  columns: [
    { title: say('facility'), width: 52 },
    { title: 'GSTIN', width: 34 },
    { title: say('supply'), width: 34 },
    { title: say('from'), width: 22 },
    { title: say('to'), width: 22 },
    { title: say('share'), width: 20, isNumber: true },
  ],
  rows: facilities.map((one) => ({
    cells: [
      [`${one.facility} · ${name(one)}`],
      [one.gstin || '—'],
      [one.place_of_supply || '—'],
      [dayOf(one.starts_on)],
      [dayOf(one.due_on)],
      [String(sumOf(one.lines))],
    ],
  })),
  none: say('none'),
})

/** Rolls of a row, in each of its two columns: a long list goes on over the page. */
const ROLLS = 6

const materialTable = ({ materials }: JobCardContent, say: Say, name: (one: Named) => string): ReportTable => ({
  title: say('materials'),
  note: null,
  columns: [
    { title: say('material'), width: 44 },
    { title: say('need'), width: 20, isNumber: true },
    { title: say('rolls'), width: 60 },
    { title: '', width: 60 },
  ],
  rows: materials.flatMap((material) => {
    const rolls = material.rolls.map((one) => [one.roll, one.lot, one.shade, one.place, one.quantity].join(' · '))
    const rows = Math.max(1, Math.ceil(rolls.length / (2 * ROLLS)))
    return Array.from({ length: rows }, (_, at) => {
      const own = rolls.slice(at * 2 * ROLLS, (at + 1) * 2 * ROLLS)
      const left = Math.ceil(own.length / 2)
      return {
        cells: [
          at === 0 ? [`${material.material_id} · ${name(material)}`] : [],
          at === 0 ? [`${material.need} ${material.unit === 'metre' ? 'm' : material.unit}`] : [],
          own.length === 0 ? ['—'] : own.slice(0, left),
          own.slice(left),
        ],
      }
    })
  }),
  none: say('none'),
})

function markerTables({ marker }: JobCardContent, say: Say): ReportTable[] {
  if (marker === null) return []
  const sizes = inSizeOrder(marker.consumption.map(({ size }) => size))
  // Floats of what was typed: ten-thousandths are the most that a marker says.
  const metresOf = (size: string) =>
    String(Math.round((marker.consumption.find((one) => one.size === size)?.metres ?? 0) * 10_000) / 10_000)
  return [
    {
      title: say('marker'),
      note: null,
      columns: [
        { title: say('version'), width: 20, isNumber: true },
        { title: say('width'), width: 24, isNumber: true },
        { title: say('length'), width: 24, isNumber: true },
        { title: say('efficiency'), width: 26, isNumber: true },
      ],
      rows: [
        {
          cells: [
            [String(marker.number)],
            [String(marker.width_mm / 10)],
            [String(marker.length_mm / 1_000)],
            [String(marker.efficiency_tenths / 10)],
          ],
        },
      ],
      none: say('none'),
    },
    {
      title: say('consumption'),
      note: null,
      columns: [
        { title: say('size'), width: 36 },
        ...sizes.map((size) => ({ title: size, width: 16, isNumber: true })),
      ],
      rows: [{ cells: [['m'], ...sizes.map((size) => [metresOf(size)])] }],
      none: say('none'),
    },
  ]
}

function pointTable({ points, lines }: JobCardContent, say: Say, language: JobCardLanguage): ReportTable {
  const sizes = inSizeOrder(lines.map(({ size }) => size)).filter((size) =>
    points.some(({ cells }) => cells.some((cell) => cell.size === size)),
  )
  return {
    title: say('points'),
    note: null,
    columns: [
      { title: say('point'), width: 60 },
      ...sizes.map((size) => ({ title: size, width: 16, isNumber: true })),
      { title: say('tolerance'), width: 20, isNumber: true },
    ],
    rows: points.map(({ cells, ...point }) => ({
      cells: [
        [pointIn(language, point)],
        ...sizes.map((size) => {
          const cell = cells.find((one) => one.size === size)
          return [cell ? centimetres(cell.spec_mm) : '–']
        }),
        [[...new Set(cells.map(({ tolerance_mm }) => centimetres(tolerance_mm)))].join(' / ')],
      ],
    })),
    none: say('none'),
  }
}

async function pictureOf(id: string | null, { db, files }: Store): Promise<PrintedPicture | null> {
  if (id === null) return null
  const { rows } = await rowsOf({ file_id: col.text, width: col.number, height: col.number })`
    SELECT file_id::text AS file_id, width, height FROM style_picture WHERE id = ${id}::uuid
    UNION ALL SELECT file_id::text, width, height FROM catalogue_picture WHERE id = ${id}::uuid`.execute(db)
  const [picture] = rows
  if (!picture) return null
  const { file_id, width, height } = picture
  return { width, height, read: () => bytesOf(files, fileKey('icons', file_id)) }
}
