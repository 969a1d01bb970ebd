import { clearanceChoices, clearanceSheet, stageSheet } from '../../../shared/areas/facilities/sheets.ts'
import {
  cameFrom,
  planStage,
  type Stage,
  type stageLedger,
  stageWords,
} from '../../../shared/areas/facilities/stage-ledger.ts'
import { facilityWords, stageSheetWords } from '../../../shared/areas/facilities/words.ts'
import { orderStateWords } from '../../../shared/areas/production/order-states.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { bilingual } from '../../../shared/kernel/sheet.ts'
import { recordDownload, recordEvents } from '../../audit/audit.ts'
import { readSetting } from '../../database/settings.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, refusedField } from '../../http/errors.ts'
import { takeSheet } from '../../sheets/take-sheet.ts'
import { writeWorkbook } from '../../sheets/write-workbook.ts'
import { facilityOrderQuery } from './orders.ts'
import { type HeldLine, holdLines, holdOrderLines, jobName, lineOf, movePieces, quantityMap } from './stage-lines.ts'
import { facilityOf, type OwnFacility } from './whose.ts'

type Routes = Handlers<Contract['facilities']>

/** What one entry moves of a held line. */
interface Planned {
  line: HeldLine
  moves: { kind: (typeof stageLedger.kinds)[number]; quantity: number }[]
}

/** Moves pieces of an order into a stage, or takes that back: all lines or none. */
export const updateProductionStatus: Routes['updateProductionStatus'] = (input, context) =>
  context.command(async (tx) => {
    const { status, from, is_undo, reason = null, remark } = input
    const { facility } = await facilityOf(tx, context.caller, input.facility)
    if (status === 'reject' && !is_undo && reason === null) throw refusedField('reason', facilityWords.noReason)
    const twice = input.lines.findIndex(
      ({ nm_sku }, at) => input.lines.findIndex((one) => one.nm_sku === nm_sku) !== at,
    )
    if (twice >= 0)
      throw refusedField(`lines.${twice}.nm_sku`, facilityWords.skuTwice, { nm_sku: input.lines[twice]?.nm_sku ?? '' })
    const held = await holdOrderLines(tx, context.caller, { number: input.order_action_id, facility })
    const tolerance = await readSetting(tx, 'cutting_tolerance_percent')
    const planned: Planned[] = []
    const faults: { field: string; message: string; values: Record<string, string | number> }[] = []
    for (const [at, { nm_sku, quantity }] of input.lines.entries()) {
      const line = lineOf(held, nm_sku, `lines.${at}.nm_sku`)
      const plan = planStage(line.pieces, { nm_sku, into: status, from, is_undo, quantity }, tolerance)
      if ('moves' in plan) planned.push({ line, moves: plan.moves })
      else faults.push({ field: `lines.${at}.quantity`, ...plan.refused })
    }
    const [first] = faults
    if (first !== undefined) throw moveNotAllowed(first.message, [], { values: first.values, fields: faults })
    await writeStages(tx, context, planned, { status, is_undo, reason, remark })
    return reply(
      {
        facility_to_quantity_map: await quantityMap(
          tx,
          held.map(({ facilityId }) => facilityId),
        ),
      },
      facilityWords.moved,
    )
  })

interface Said {
  status: Stage
  is_undo: boolean
  reason: string | null
  remark: string
}

/** Writes planned moves with an event for each order at a facility. */
async function writeStages(
  tx: Tx,
  context: CallContext,
  planned: readonly Planned[],
  { status, is_undo, reason, remark }: Said,
) {
  const jobs = [...Map.groupBy(planned, ({ line }) => line.jobId)]
  const events = await recordEvents(
    tx,
    context,
    jobs.map(([, own]) => ({
      entity: 'facility_job',
      entityId: jobName(own[0]?.line ?? { number: '', facility: '' }),
      event: is_undo ? 'facility.stage_undone' : 'facility.stage',
      details: {
        stage_key: stageWords[status],
        pieces: own.flatMap(({ moves }) => moves).reduce((sum, { quantity }) => sum + quantity, 0),
        ...(reason !== null && { reason }),
        ...(remark !== '' && { remark }),
      },
    })),
  )
  const auditIds = new Map(jobs.map(([job], at) => [job, events[at] ?? '']))
  await movePieces(
    tx,
    context,
    planned.flatMap(({ line, moves }) =>
      moves.map((move) => ({
        ...move,
        lineId: line.id,
        auditId: auditIds.get(line.jobId) ?? '',
        reason,
        remark: remark || null,
      })),
    ),
  )
}

type BulkAsked = Taken<Contract['facilities']['bulkUpdate']>

interface BulkHeld {
  own: OwnFacility
  lines: Map<string, HeldLine>
  orders: Map<string, HeldLine>
  tolerance: number
}

const placeOf = (order: string, nm_sku: string) => `${order}\n${nm_sku}`

/** Brings pieces into a stage by a sheet of one facility, all rows or none. */
export const bulkUpdate: Routes['bulkUpdate'] = takeSheet(stageSheet, {
  words: { taken: stageSheetWords.taken, unchanged: stageSheetWords.unchanged },
  async lock({ tx, rows, input, context }): Promise<BulkHeld> {
    const own = await facilityOf(tx, context.caller, (input as BulkAsked).facility)
    const numbers = [...new Set(rows.map(({ values }) => values.order))]
    const held = await holdLines(tx, context.caller, { numbers, facility: own.facility })
    return {
      own,
      lines: new Map(held.map((line) => [placeOf(line.number, line.nm_sku), line])),
      orders: new Map(held.map((line) => [line.number, line])),
      tolerance: await readSetting(tx, 'cutting_tolerance_percent'),
    }
  },
  async narrow({ read, input }) {
    const tab = (input as BulkAsked).component_tab
    if (tab === '') return read
    const rows = read.rows.filter(({ sheet }) => sheet.toLowerCase() === tab.toLowerCase())
    if (rows.length === 0)
      throw invalidInput(stageSheetWords.noTab, {
        values: { tab },
        fields: [{ field: 'component_tab', message: stageSheetWords.noTab }],
      })
    return { ...read, rows }
  },
  async check({ rows, input, held, refuse }) {
    const { status } = input as BulkAsked
    let idle = 0
    const good = rows.flatMap((row): Planned[] => {
      const { order, nm_sku, quantity } = row.values
      const known = held.orders.get(order)
      const line = held.lines.get(placeOf(order, nm_sku))
      const say = (column: string, message: string, values: Record<string, string | number> = {}) => {
        refuse(row, column, message, undefined, {
          values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
        })
        return []
      }
      if (known === undefined) return say('order', stageSheetWords.otherFacility, { facility: held.own.facility })
      if (known.state !== 'SENT_FOR_PRODUCTION')
        return say('order', stageSheetWords.notSent, { state_key: orderStateWords[known.state] })
      if (line === undefined) return say('nm_sku', stageSheetWords.unknownSku)
      if (quantity === null || quantity === 0) {
        idle++
        return []
      }
      const plan = planStage(line.pieces, { nm_sku, into: status, quantity }, held.tolerance)
      return 'moves' in plan
        ? [{ line, moves: plan.moves }]
        : say('quantity', plan.refused.message, plan.refused.values)
    })
    return { good, idle }
  },
  async save({ tx, context, input, held }, { good }) {
    const { status, component } = input as BulkAsked
    await writeStages(tx, context, good, { status, is_undo: false, reason: null, remark: component })
    return { changed: good.length, facility_to_quantity_map: await quantityMap(tx, [held.own.id]) }
  },
})

/** Open orders of a facility as the sheet that brings pieces into a stage; of what is not cut yet the sheet of a clearance. */
export const downloadFacilityOrderFile: Routes['downloadFacilityOrderFile'] = async (input, context) => {
  const { facility } = await facilityOf(context.db, context.caller, input.facility)
  await recordDownload(context, `production_${input.status}.xlsx`, { facility, stage: input.status })
  return input.status === 'pending'
    ? { body: writeWorkbook(clearanceSheet, clearanceRows({ ...input, facility }, context)) }
    : { body: writeWorkbook(stageSheet, sheetRows({ ...input, facility }, context)) }
}

const heldRemark = { en: 'On hold: cannot be cleared now', zh: '暂停中,现在不能清理' }

/** What is not cut yet, to be kept unless somebody says otherwise; of orders on hold it says that they stay. Pieces come into “not cut yet” by a clearance only. */
async function* clearanceRows(
  { facility, order_action_ids }: { facility: string; order_action_ids?: string[] | undefined },
  context: CallContext,
) {
  for await (const row of facilityOrderQuery.every({ tab: 'open', facility, order_action_ids }, context))
    for (const { nm_sku, color, size, pending } of row.lines.filter((line) => line.pending > 0))
      yield {
        order: row.order_action_id,
        nm_sku,
        style: `${row.style_id} ${row.name}`,
        color,
        size,
        pending: String(pending),
        decision: bilingual(clearanceChoices.keep),
        ...(row.state !== 'SENT_FOR_PRODUCTION' && { remark: bilingual(heldRemark) }),
      }
}

async function* sheetRows(
  { facility, status, order_action_ids }: { facility: string; status: Stage; order_action_ids?: string[] | undefined },
  context: CallContext,
) {
  const before = cameFrom(status)[0]
  for await (const row of facilityOrderQuery.every({ tab: 'open', facility, order_action_ids }, context))
    for (const line of row.lines)
      yield {
        order: row.order_action_id,
        nm_sku: line.nm_sku,
        style: `${row.style_id} ${row.name}`,
        color: line.color,
        size: line.size,
        facility,
        allotted: String(line.allotted),
        available: before === undefined ? null : String(line[before]),
        standing: String(line[status]),
      }
}
