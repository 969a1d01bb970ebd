import { arrivedBoxes, arrivedParcels, doorFaults } from '../../../shared/areas/receiving/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import type { Fault } from '../../../shared/kernel/sheet.ts'
import type { CallContext, Caller, Handlers, Tx, Upload } from '../../http/call.ts'
import { lookAtSheet, type SheetValues, takeSheet } from '../../sheets/take-sheet.ts'
import { type AtQc, inChina, inIndia } from '../qc-boxes/sites.ts'
import { codesOf, type JudgedRow, judgeRows, namedRows, waybillsOf, withoutTurnedAway } from './arrived-rows.ts'
import { type ArrivingBox, boxesAtDoor, doorOf, type IsHere, lockBoxesAtDoor } from './at-door.ts'
import { tellArrived } from './inward.ts'
import { takeIn } from './take-in.ts'

type Preview = Contract['receiving']['getBulkAwaitingInwardBoxes']
type PreviewRow = Gives<Preview>['rows'][number]
type Input = Parameters<Handlers<Contract['receiving']>['uploadAwaitingInwardFile']>[0]
type Looked = Parameters<Handlers<Contract['receiving']>['getBulkAwaitingInwardBoxes']>[0]

interface BoxesBySheet {
  at: (caller: Caller) => AtQc
  words: { taken: string; unchanged: string }
  take: (tx: Tx, context: CallContext, boxes: ArrivingBox[]) => Promise<void>
}

/** The handler that takes in the boxes of a sheet. Boxes that are in stay as they are: the same file again changes nothing. */
export const takeBoxesBySheet = ({ at, words, take }: BoxesBySheet) =>
  takeSheet<Input, SheetValues<typeof arrivedBoxes>, { good: JudgedRow[] }>(arrivedBoxes, {
    words,
    // A carrier's list: no SSCC, but parcels.
    otherwise: arrivedParcels,
    async check({ tx, context, input, ...sheet }) {
      const rows = namedRows(sheet)
      const boxes = await lockBoxesAtDoor(tx, at(context.caller), codesOf(rows), 'plain')
      const isHere = await doorOf(tx, at(context.caller), input.site, boxes)
      const shared = await waybillsOf(tx, context.caller, rows)
      return { good: withoutTurnedAway(judgeRows(rows, boxes, isHere, shared), sheet) }
    },
    async save({ tx, context }, { good }) {
      const coming = good.flatMap(({ box, word }) => (word === 'awaiting' && box ? [box] : []))
      await take(tx, context, coming)
      return coming.length
    },
  })

/** Takes in the boxes that a sheet lists at China QC. */
export const uploadAwaitingInwardFile: Handlers<Contract['receiving']>['uploadAwaitingInwardFile'] = takeBoxesBySheet({
  at: inChina,
  words: { taken: 'Boxes taken in.', unchanged: 'All boxes of the sheet were in already.' },
  async take(tx, context, coming) {
    await takeIn(
      tx,
      context,
      coming.map(({ id }) => ({ id, scanId: null })),
    )
    await tellArrived(tx, context, coming)
  },
})

/** The handler that tells what a sheet of boxes would come to, row by row. */
export const lookAtBoxesSheet = <I extends { file: Upload; site?: string | undefined }>(
  atOf: (input: I, caller: Caller) => AtQc,
) =>
  lookAtSheet<I, SheetValues<typeof arrivedBoxes>, Gives<Preview>>(arrivedBoxes, {
    otherwise: arrivedParcels,
    async look(sheet, input, context) {
      const at = atOf(input, context.caller)
      const named = namedRows(sheet)
      const boxes = await boxesAtDoor(context.db, at, codesOf(named))
      const { site } = input
      const isHere: IsHere = (box) => box.site_kind === at.sites && (!site || box.site === site)
      const judged = judgeRows(named, boxes, isHere, await waybillsOf(context.db, at.caller, named))
      const rows = [...judged.map(previewRow), ...sheet.faults.named.map(misreadRow)].sort((a, b) => a.row - b.row)
      const counts = Object.fromEntries(
        [...Map.groupBy(rows, ({ outcome }) => outcome)].map(([outcome, { length }]) => [outcome, length]),
      )
      return { rows, counts: { ...counts, all: rows.length } }
    },
  })

/** Boxes of a chain: those for China QC, or those on their way to India. */
export const getBulkAwaitingInwardBoxes: Handlers<Contract['receiving']>['getBulkAwaitingInwardBoxes'] =
  lookAtBoxesSheet(({ supply_chain }: Looked, caller) => (supply_chain === 'india' ? inIndia(caller) : inChina(caller)))

function previewRow({ row, code, word, box }: JudgedRow): PreviewRow {
  return { row: row.row, code, outcome: outcomes[word], message: doorFaults[word], box: box?.shown ?? null }
}

const outcomes = {
  awaiting: 'awaiting',
  duplicate: 'duplicate',
  unknown: 'unknown',
  misread: 'unknown',
  shared_waybill: 'unknown',
  otherTracking: 'unknown',
  other_site: 'other_site',
  removed: 'not_shipped',
  cancelled: 'not_shipped',
  not_shipped: 'not_shipped',
  not_sent: 'not_shipped',
  repeated: 'repeated',
} as const satisfies Record<JudgedRow['word'], PreviewRow['outcome']>

/** A cell of which nothing could be read. */
function misreadRow({ row, value, message }: Fault): PreviewRow {
  return { row, code: value, outcome: 'unknown', message, box: null }
}
