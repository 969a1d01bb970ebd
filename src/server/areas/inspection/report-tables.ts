import type { ReportLanguage } from '../../../shared/areas/inspection/report.ts'
import { isOutOfTolerance } from '../../../shared/areas/inspection/verdict.ts'
import { centimetres } from '../../../shared/kernel/centimetres.ts'
import { reasonUsually, severities } from '../../../shared/kernel/reasons.ts'
import type { LotOutcome } from './lot-outcomes.ts'
import type { ReportTable } from './report-paper.ts'
import type { ReportedInspection, ReportSubject } from './report-subject.ts'
import type { SayWord } from './report-words.ts'

/** Rows of a table that a report shows: a paper of a hundred pages is carried by nobody. */
const MOST_ROWS = { lots: 60, counted: 250, inspections: 120, defects: 200, measures: 60, checks: 160 } as const

/** How a report speaks. */
export interface ReportSpeech {
  say: SayWord
  language: ReportLanguage
  /** A name that stands in both languages. */
  name: (english: string | null, chinese: string | null) => string
  /** An instant at the site: "2026-11-21 14:05". */
  instant: (at: string) => string
  number: (value: number) => string
  /** By the code of the defect library. */
  defectName: (code: string | null) => string
}

type Rows = ReportTable['rows']

/** The first rows, and what is said of the others. */
function bounded<T>(
  rows: readonly T[],
  most: number,
  say: SayWord,
  note: string | null = null,
): { rows: readonly T[]; note: string | null } {
  if (rows.length <= most) return { rows, note }
  const left = say('rowsLeft', { n: rows.length - most })
  return { rows: rows.slice(0, most), note: [note, left].filter((text) => text !== null).join(' ') }
}

export function planTable(lots: readonly LotOutcome[], { say, name, number }: ReportSpeech): ReportTable {
  const shown = bounded(lots, MOST_ROWS.lots, say, say('planNote'))
  return {
    title: say('plan'),
    note: lots.length === 0 ? null : shown.note,
    none: say('noPlan'),
    columns: [
      { title: say('lotHead'), width: 44 },
      { title: say('planHead'), width: 56 },
      { title: say('foundHead'), width: 48 },
      { title: say('verdictHead'), width: 34 },
    ],
    rows: shown.rows.map((lot) => ({
      cells: [
        [
          lot.style_id === null ? say('wholeBox') : `${lot.style_id} ${name(lot.color, lot.color_zh)}`.trim(),
          say('lotPieces', { n: number(lot.lot_size), boxes: number(lot.cartons) }),
          ...(lot.kind === 'reinspection' ? [say('lotAgain')] : []),
        ],
        [
          say(`procedure_${lot.procedure}`),
          say('level', { level: lot.level, letter: lot.code }),
          say('aqls', lot.aqls),
          ...lot.whose.map(({ what, by, of }) => say(`whose_${by}`, { what: say(`rule_${what}`), of })),
          say('sample', { n: number(lot.sample_size), seen: number(lot.tally.sampled) }),
        ],
        severities.map((severity) =>
          say('finding', {
            severity: say(severity),
            n: number(lot.tally[severity]),
            accept: lot.limits[severity].accept,
            reject: lot.limits[severity].reject,
          }),
        ),
        [say(lot.computed)],
      ],
    })),
  }
}

interface CountedSku {
  style_id: string
  nm_sku: string
  color: string
  size: string
  declared: number
  counted: number
}

/** Declared and counted by SKU, of all boxes together; what nobody counted yet is not told, so that a blind count stays blind. */
export function countTable({ lines }: ReportSubject, { say, name, number }: ReportSpeech): ReportTable {
  const bySku = new Map<string, CountedSku>()
  for (const line of lines) {
    if (line.uncounted > 0) continue
    const { style_id, nm_sku, size, declared, missing, excess } = line
    const sum = bySku.get(nm_sku) ?? {
      style_id,
      nm_sku,
      color: name(line.color, line.color_zh),
      size,
      declared: 0,
      counted: 0,
    }
    bySku.set(nm_sku, {
      ...sum,
      declared: sum.declared + declared,
      counted: sum.counted + declared - missing + excess,
    })
  }
  const all = [...bySku.values()]
  const shown = bounded(all, MOST_ROWS.counted, say)
  const sum = (of: (sku: CountedSku) => number) => all.reduce((total, sku) => total + of(sku), 0)
  const numbers = (declared: number, counted: number) => [
    [number(declared)],
    [number(counted)],
    [counted === declared ? '0' : `${counted > declared ? '+' : '−'}${number(Math.abs(counted - declared))}`],
  ]
  const rows: Rows = shown.rows.map(({ style_id, nm_sku, color, size, declared, counted }) => ({
    cells: [[style_id], [color], [size], [nm_sku], ...numbers(declared, counted)],
    isBold: declared !== counted,
  }))
  const total = {
    cells: [
      [say('total')],
      [],
      [],
      [],
      ...numbers(
        sum((sku) => sku.declared),
        sum((sku) => sku.counted),
      ),
    ],
    isBold: true,
  }
  return {
    title: say('counted'),
    note: shown.note,
    none: say('notCounted'),
    columns: [
      { title: say('style'), width: 26 },
      { title: say('colour'), width: 32 },
      { title: say('size'), width: 16 },
      { title: say('sku'), width: 46 },
      { title: say('declared'), width: 20, isNumber: true },
      { title: say('countedHead'), width: 20, isNumber: true },
      { title: say('difference'), width: 20, isNumber: true },
    ],
    rows: all.length === 0 ? [] : [...rows, total],
  }
}

export const sumOfLines = (inspection: ReportedInspection, of: 'sampled' | 'passed' | 'failed' | 'on_hold'): number =>
  inspection.lines.reduce((sum, line) => sum + line[of], 0)

export function inspectionTable({ inspections }: ReportSubject, { say, instant, number }: ReportSpeech): ReportTable {
  const shown = bounded(inspections, MOST_ROWS.inspections, say)
  return {
    title: say('result'),
    note: shown.note,
    none: '',
    columns: [
      { title: say('box_'), width: 18 },
      { title: say('whenWho'), width: 34 },
      { title: say('lookedAt'), width: 18, isNumber: true },
      { title: say('passed'), width: 15, isNumber: true },
      { title: say('failed'), width: 15, isNumber: true },
      { title: say('onHold'), width: 15, isNumber: true },
      { title: say('computedHead'), width: 26 },
      { title: say('verdictChosen'), width: 20 },
      { title: say('said'), width: 37 },
    ],
    rows: shown.rows.map((inspection) => {
      const { box, kind, at, by, computed, verdict, override_reason, looser_reason, reason, remark } = inspection
      return {
        cells: [
          [`${box.box_no} · ${inspection.number}`, ...(kind === 'inspection' ? [] : [say(kind)])],
          [instant(at), by],
          ...(['sampled', 'passed', 'failed', 'on_hold'] as const).map((of) => [number(sumOfLines(inspection, of))]),
          [say(computed)],
          [say(`verdict_${verdict}`)],
          [
            ...(override_reason ? [say('overruled', { reason: override_reason })] : []),
            ...(looser_reason ? [say('looser', { reason: looser_reason })] : []),
            ...[reason, remark].filter((text): text is string => Boolean(text)),
          ],
        ],
      }
    }),
  }
}

export function defectTable(
  subject: ReportSubject,
  { say, language, name, number, defectName }: ReportSpeech,
): ReportTable {
  const skus = new Map(subject.lines.map((line) => [line.nm_sku, line]))
  const all = subject.inspections.flatMap((inspection) =>
    inspection.defects.map((defect) => ({ ...defect, box_no: inspection.box.box_no })),
  )
  const shown = bounded(all, MOST_ROWS.defects, say)
  return {
    title: say('found'),
    note: shown.note,
    none: say('noDefect'),
    columns: [
      { title: say('box_'), width: 12 },
      { title: say('sku'), width: 46 },
      { title: say('defect'), width: 34 },
      { title: say('severity'), width: 20 },
      { title: say('units'), width: 14, isNumber: true },
      { title: say('remark'), width: 56 },
    ],
    rows: shown.rows.map((defect) => {
      const sku = skus.get(defect.nm_sku)
      const reason = language === 'zh' ? reasonUsually[defect.reason].zh : defect.reason
      const known = defectName(defect.defect_code)
      return {
        cells: [
          [defect.box_no],
          [defect.nm_sku, ...(sku ? [`${name(sku.color, sku.color_zh)} · ${sku.size}`] : [])],
          known === '' ? [reason] : [known, reason],
          [say(defect.severity)],
          [number(defect.units)],
          [defect.remark, ...(defect.is_further ? [say('further')] : [])],
        ],
      }
    }),
  }
}

/** Only what was measured has this table, and of it only what is out of tolerance. */
export function measureTable(subject: ReportSubject, { say, number }: ReportSpeech): ReportTable[] {
  const all = subject.inspections.flatMap((inspection) =>
    inspection.measurements.map((one) => ({ ...one, box_no: inspection.box.box_no })),
  )
  if (all.length === 0) return []
  const out = all.filter(isOutOfTolerance)
  const shown = bounded(
    out,
    MOST_ROWS.measures,
    say,
    say('measuredNote', { n: number(all.length), out: number(out.length) }),
  )
  return [
    {
      title: say('measured'),
      note: shown.note,
      none: say('noneOut'),
      columns: [
        { title: say('box_'), width: 12 },
        { title: say('sku'), width: 46 },
        { title: say('piece'), width: 12, isNumber: true },
        { title: say('point'), width: 52 },
        { title: say('spec'), width: 20, isNumber: true },
        { title: say('tolerance'), width: 20, isNumber: true },
        { title: say('actual'), width: 20, isNumber: true },
      ],
      rows: shown.rows.map(({ box_no, nm_sku, piece, point, spec_mm, tolerance_mm, actual_mm }) => ({
        cells: [
          [box_no],
          [nm_sku],
          [String(piece)],
          [point],
          [centimetres(spec_mm)],
          [`± ${centimetres(tolerance_mm)}`],
          [centimetres(actual_mm)],
        ],
      })),
    },
  ]
}

/** What was asked and answered beside the pieces, in the words of then; only of inspections where something was answered. */
export function checklistTable({ inspections }: ReportSubject, { say, name }: ReportSpeech): ReportTable[] {
  const all = inspections.flatMap(({ box, number, checklist }) =>
    checklist.some(({ answer }) => answer !== null)
      ? checklist.map((one) => ({ ...one, of: `${box.box_no} · ${number}` }))
      : [],
  )
  if (all.length === 0) return []
  const shown = bounded(all, MOST_ROWS.checks, say)
  return [
    {
      title: say('checklist'),
      note: shown.note,
      none: '',
      columns: [
        { title: say('box_'), width: 18 },
        { title: say('check'), width: 84 },
        { title: say('answer'), width: 28 },
        { title: say('remark'), width: 52 },
      ],
      rows: shown.rows.map(({ of, words, words_zh, is_required, answer, remark }) => ({
        cells: [
          [of],
          [name(words, words_zh), ...(is_required ? [say('required')] : [])],
          [say(`answer_${answer ?? 'none'}`)],
          remark ? [remark] : [],
        ],
      })),
    },
  ]
}
