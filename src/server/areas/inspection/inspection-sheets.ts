import { sql } from 'kysely'
import {
  inspectionExpectations as expected,
  inspectionFaults as faulty,
  inspectedPieces,
} from '../../../shared/areas/inspection/sheets.ts'
import { verdictOf } from '../../../shared/areas/inspection/verdict.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import {
  bilingualReason,
  type RefusalReason,
  readReason,
  reasonUsually,
  refusalReasons,
} from '../../../shared/kernel/reasons.ts'
import { type Fault, sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type FileReply, type Handlers, said, type Tx, type Work } from '../../http/call.ts'
import { faultAt, type ReadRows, type SheetRow, splitMisread, textAt } from '../../sheets/read-rows.ts'
import { refuseFaults } from '../../sheets/refused-files.ts'
import { writeWorkbook } from '../../sheets/write-workbook.ts'
import type { QcBoxFacts, QcLineFacts } from '../qc-boxes/box-rows.ts'
import { boxesToFillIn, otherBoxIn, rowsPerSku, takingSheetOfBox } from '../qc-boxes/box-sheets.ts'
import { judgeBox } from './judge-box.ts'
import type { Judgement } from './judgement.ts'

type Input = Taken<Contract['inspection']['downloadPendingQcInspection']>

/** Boxes with pieces to inspect, as a workbook to fill in. */
export async function downloadPendingQcInspection(input: Input, work: Work): Promise<FileReply> {
  const ids = await boxesToFillIn(input, 'in_qc', work)
  await recordDownload(work, 'pending_qc_inspection.xlsx', { boxes: ids.length })
  const validation = { reason: refusalReasons.map(bilingualReason) }
  const rows = rowsPerSku(work, ids, ({ to_inspect, declared, excess, missing }) =>
    to_inspect > 0 ? { counted: declared + excess - missing, to_inspect } : null,
  )
  return { body: writeWorkbook(inspectedPieces, rows, { validation }) }
}

/** Passed, failed and held pieces of a box by sheet. Rows left empty are not touched; the same row again changes nothing. */
export const uploadQcInspectionQuantityFile: Handlers<Contract['inspection']>['uploadQcInspectionQuantityFile'] =
  async (input, work) =>
    takingSheetOfBox(work, input, inspectedPieces, async (tx, { box, lines, sheet }) => {
      const read = await readInspection(tx, work, box, { sheet, lines })
      const taken = read.rows.length
      refuseFaults(input.mode, read.faults, taken, sheet)
      if (taken > 0) {
        const id = await judgeBox(tx, work, box, lines, judgementOf(read.rows))
        await sql`UPDATE qc_inspection SET sheet_rows = ${read.rows.map((row) => row.key)}::text[]
        WHERE id = ${id}`.execute(tx)
      }
      return said(
        {
          rows_taken: taken,
          rows_refused: read.refused,
          rows_unchanged: sheet.rows.length - taken - read.refused,
        },
        taken > 0 ? 'Inspection saved.' : 'The inspection is unchanged.',
      )
    })

/** A sound row that judges pieces nobody has judged by it. */
interface InspectedRow {
  key: string
  nm_sku: string
  passed: number
  failed: number
  on_hold: number
  sampled: number
  reason: RefusalReason | null
  remark: string
}

export interface ReadInspection {
  rows: InspectedRow[]
  faults: Fault[]
  /** Rows with something wrong. */
  refused: number
}

/** What a sheet says of a box. Rows that say nothing, and those that were taken before, are left out. */
export async function readInspection(
  tx: Tx,
  { caller }: Pick<Work, 'caller'>,
  box: QcBoxFacts,
  { sheet, lines }: { sheet: ReadRows; lines: readonly QcLineFacts[] },
): Promise<ReadInspection> {
  const { readable, misread } = splitMisread(sheet)
  const rows = readable.filter((row) => judgedIn(row) > 0)
  const known = await rowsTaken(tx, box, lines)
  const isOfOther = await otherBoxIn(tx, caller, box, rows)
  const byCode = new Map(lines.map((line) => [line.nm_sku, line]))
  const fresh = rows.map((row) => ({ row, said: readRow(row) })).filter(({ said }) => !known.has(said.key))
  const times = Map.groupBy(fresh, ({ said }) => said.nm_sku)
  const read: ReadInspection = { rows: [], faults: [...sheet.faults], refused: misread.size }
  for (const { row, said } of fresh) {
    const faults = isOfOther(row)
      ? [faultIn(row, 'box', faulty.otherBox, expected.thisBox)]
      : (times.get(said.nm_sku)?.length ?? 0) > 1
        ? [faultIn(row, 'nm_sku', sheetMessages.multipleEntries)]
        : faultsOf(row, said, byCode.get(said.nm_sku))
    if (faults.length === 0) read.rows.push(said)
    else {
      read.faults.push(...faults)
      read.refused += 1
    }
  }
  return read
}

function faultsOf(row: SheetRow, said: InspectedRow, line: QcLineFacts | undefined): Fault[] {
  if (line === undefined) return [faultIn(row, 'nm_sku', sheetMessages.invalidSku, expected.boxSku)]
  const judged = said.passed + said.failed + said.on_hold
  const waited = row.values.to_inspect
  const faults = [
    typeof waited === 'number' && waited !== line.to_inspect
      ? faultIn(row, 'to_inspect', faulty.changed, expected.newSheet)
      : judged > line.to_inspect
        ? faultIn(row, said.passed > 0 ? 'passed' : 'failed', faulty.beyond)
        : null,
    said.failed > 0 && said.reason === null ? faultIn(row, 'reason', faulty.noReason) : null,
    said.failed > 0 && said.remark === '' ? faultIn(row, 'remark', faulty.noRemark, expected.remark) : null,
    said.sampled > judged ? faultIn(row, 'sampled', faulty.notLookedAt) : null,
    // Its reason says of each failed piece what is wrong with it.
    said.failed > said.sampled ? faultIn(row, 'sampled', faulty.failedUnseen, expected.failedSeen) : null,
  ]
  return faults.filter((fault) => fault !== null)
}

function readRow(row: SheetRow): InspectedRow {
  const pieces = (key: string) => Number(row.values[key] ?? 0)
  const [passed, failed, on_hold] = [pieces('passed'), pieces('failed'), pieces('on_hold')]
  const written = textAt(row, 'reason')
  const said = {
    nm_sku: textAt(row, 'nm_sku'),
    passed,
    failed,
    on_hold,
    // A sheet tells of pieces one by one: all were looked at unless it says how many.
    sampled: row.values.sampled === null || row.values.sampled === undefined ? judgedIn(row) : pieces('sampled'),
    reason: readReason(written),
    remark: textAt(row, 'remark').trim(),
  }
  // `skuOfKey` knows the SKU by its place. A sheet without counted pieces has the key that it had before there were such.
  const counted = textAt(row, 'counted')
  const key = [row.values.to_inspect ?? null, ...Object.values(said), ...(counted === '' ? [] : [counted])]
  return { ...said, key: JSON.stringify(key) }
}

/** Rows of the sheets that were taken before, but for those of styles that were reverted since. */
async function rowsTaken(tx: Tx, box: QcBoxFacts, lines: readonly QcLineFacts[]): Promise<Set<string>> {
  const { rows } = await rowsOf({ keys: col.texts, nm_skus: col.texts })`
    SELECT i.sheet_rows AS keys, array_agg(k.nm_sku) AS nm_skus
    FROM qc_inspection i JOIN qc_inspection_line l ON l.inspection_id = i.id JOIN sku k ON k.id = l.sku_id
    JOIN unnest(${lines.map((line) => line.sku_id)}::uuid[], ${lines.map((line) => line.round)}::int[]) AS now (sku_id, round)
      ON now.sku_id = l.sku_id AND now.round = l.round
    WHERE i.box_id = ${box.box_id} AND i.site_id = ${box.site_id} AND i.sheet_rows IS NOT NULL GROUP BY i.id`.execute(
    tx,
  )
  return new Set(rows.flatMap(({ keys, nm_skus }) => keys.filter((key) => nm_skus.includes(skuOfKey(key)))))
}

/** Read here: a key may hold characters that PostgreSQL takes as text but not as JSON. */
const skuOfKey = (key: string) => String((JSON.parse(key) as unknown[])[1])

/** Sound rows as an inspector would have said them by screen: a defect a row, of its reason's usual severity. */
export function judgementOf(rows: readonly InspectedRow[]): Judgement {
  const sum = (key: 'passed' | 'failed' | 'on_hold') => rows.reduce((all, row) => all + row[key], 0)
  return {
    lines: rows.map(({ nm_sku, passed, failed, on_hold, sampled }) => ({
      nm_sku,
      passed,
      failed,
      on_hold,
      sampled,
      from: 'to_inspect' as const,
    })),
    defects: rows.flatMap(({ nm_sku, failed, reason, remark }) =>
      failed > 0 && reason
        ? [
            {
              nm_sku,
              reason,
              severity: reasonUsually[reason].severity,
              units: failed,
              is_further: false,
              remark,
              image_ids: [],
            },
          ]
        : [],
    ),
    measurements: [],
    image_ids: [],
    verdict: verdictOf({ passed: sum('passed'), failed: sum('failed'), on_hold: sum('on_hold') }) ?? 'passed',
  }
}

const faultIn = (row: SheetRow, key: string, message: string, what?: string) =>
  faultAt(inspectedPieces, row, key, message, what)

const judgedIn = (row: SheetRow) =>
  ['passed', 'failed', 'on_hold'].reduce((sum, key) => sum + Number(row.values[key] ?? 0), 0)
