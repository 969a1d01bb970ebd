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
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, FileReply, Handlers, Tx } from '../../http/call.ts'
import type { SheetRow } from '../../sheets/read-rows.ts'
import type { SheetValues } from '../../sheets/take-sheet.ts'
import { writeWorkbook } from '../../sheets/write-workbook.ts'
import type { QcBoxFacts, QcLineFacts } from '../qc-boxes/box-rows.ts'
import { boxesToFillIn, otherBoxIn, rowsPerSku, type TakingOfBox, takeSheetOfBox } from '../qc-boxes/box-sheets.ts'
import { judgeBox } from './judge-box.ts'
import type { Judgement } from './judgement.ts'

type Input = Taken<Contract['inspection']['downloadPendingQcInspection']>

/** Boxes with pieces to inspect, as a workbook to fill in. */
export async function downloadPendingQcInspection(input: Input, context: CallContext): Promise<FileReply> {
  const ids = await boxesToFillIn(input, 'in_qc', context)
  await recordDownload(context, 'pending_qc_inspection.xlsx', { boxes: ids.length })
  const validation = { reason: refusalReasons.map(bilingualReason) }
  const rows = rowsPerSku(context, ids, ({ to_inspect, declared, excess, missing }) =>
    to_inspect > 0 ? { counted: declared + excess - missing, to_inspect } : null,
  )
  return { body: writeWorkbook(inspectedPieces, rows, { validation }) }
}

/** Passed, failed and held pieces of a box by sheet. Rows left empty are not touched; the same row again changes nothing. */
export const uploadQcInspectionQuantityFile: Handlers<Contract['inspection']>['uploadQcInspectionQuantityFile'] =
  takeSheetOfBox(inspectedPieces, {
    words: { taken: 'Inspection saved.', unchanged: 'The inspection is unchanged.' },
    check: readInspection,
    async save({ tx, context, held: { box, lines } }, { good }) {
      if (good.length === 0) return 0
      const id = await judgeBox(tx, context, box, lines, judgementOf(good))
      await sql`UPDATE qc_inspection SET sheet_rows = ${good.map((row) => row.key)}::text[] WHERE id = ${id}`.execute(
        tx,
      )
      return good.length
    },
  })

type Row = SheetRow<SheetValues<typeof inspectedPieces>>

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

/** What a sheet says of a box. Rows that say nothing, and those that were taken before, are left out. */
async function readInspection(taking: TakingOfBox<Row['values']>) {
  const { tx, context, held, rows, refuse, refuseTwice } = taking
  const told = rows.filter((row) => judgedIn(row) > 0)
  const known = await rowsTaken(tx, held.box, held.lines)
  const isOfOther = await otherBoxIn(tx, context.caller, held.box, told)
  const byCode = new Map(held.lines.map((line) => [line.nm_sku, line]))
  const fresh = told.map((row) => ({ row, said: readRow(row) })).filter(({ said }) => !known.has(said.key))
  const times = Map.groupBy(fresh, ({ said }) => said.nm_sku)
  const good = fresh.flatMap(({ row, said }) => {
    const other = times.get(said.nm_sku)?.find((one) => one.row !== row)
    if (!isOfOther(row) && other) {
      refuseTwice(row, 'nm_sku', other.row)
      return []
    }
    const faults: RowFault[] = isOfOther(row)
      ? [['box', faulty.otherBox, expected.thisBox]]
      : faultsOf(row, said, byCode.get(said.nm_sku))
    for (const [key, message, what] of faults) refuse(row, key, message, what)
    return faults.length === 0 ? [said] : []
  })
  return { good, idle: rows.length - fresh.length }
}

/** Column, message and what would be right. */
type RowFault = [key: keyof Row['values'], message: string, expected?: string]

function faultsOf({ values }: Row, said: InspectedRow, line: QcLineFacts | undefined): RowFault[] {
  if (line === undefined) return [['nm_sku', sheetMessages.invalidSku, expected.boxSku]]
  const { passed, failed, on_hold, sampled, reason, remark } = said
  const judged = passed + failed + on_hold
  const faults: RowFault[] = []
  if (values.to_inspect !== null && values.to_inspect !== line.to_inspect)
    faults.push(['to_inspect', faulty.changed, expected.newSheet])
  else if (judged > line.to_inspect) faults.push([passed > 0 ? 'passed' : 'failed', faulty.beyond])
  if (failed > 0 && reason === null) faults.push(['reason', faulty.noReason])
  if (failed > 0 && remark === '') faults.push(['remark', faulty.noRemark, expected.remark])
  if (on_hold > 0 && remark === '') faults.push(['remark', faulty.noHoldReason, expected.remark])
  // An empty cell says nothing: least of all that every piece was looked at.
  if (values.sampled === null && passed + failed > 0) faults.push(['sampled', faulty.notSaid, expected.lookedAt])
  if (sampled > judged) faults.push(['sampled', faulty.notLookedAt])
  // Its reason says of each failed piece what is wrong with it.
  if (values.sampled !== null && failed > sampled) faults.push(['sampled', faulty.failedUnseen, expected.failedSeen])
  return faults
}

function readRow(row: Row): InspectedRow {
  const { values } = row
  const said = {
    nm_sku: values.nm_sku,
    passed: values.passed ?? 0,
    failed: values.failed ?? 0,
    on_hold: values.on_hold ?? 0,
    sampled: values.sampled ?? 0,
    reason: readReason(values.reason ?? ''),
    remark: (values.remark ?? '').trim(),
  }
  // As when an empty cell was all of them: rows taken then are known again.
  const before = { ...said, sampled: values.sampled ?? judgedIn(row) }
  // `skuOfKey` knows the SKU by its place. A sheet without counted pieces has the key that it had before there were such.
  const key = [values.to_inspect, ...Object.values(before), ...(values.counted ? [values.counted] : [])]
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
  const held = [...new Set(rows.flatMap(({ on_hold, remark }) => (on_hold > 0 ? [remark] : [])))]
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
    ...(held.length > 0 && { remark: held.join(' · ').slice(0, 500) }),
    verdict: verdictOf({ passed: sum('passed'), failed: sum('failed'), on_hold: sum('on_hold') }) ?? 'passed',
  }
}

const judgedIn = ({ values }: Row) => (values.passed ?? 0) + (values.failed ?? 0) + (values.on_hold ?? 0)
