import { arrivedBoxes, arrivedParcels, doorFaults } from '../../../shared/areas/receiving/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import type { Fault } from '../../../shared/kernel/sheet.ts'
import type { Handlers } from '../../http/call.ts'
import { lookAtSheet, takeSheet } from '../../sheets/take-sheet.ts'
import { codesOf, type JudgedRow, judgeRows, namedRows, withoutTurnedAway } from './arrived-rows.ts'
import { boxesAtDoor, doorOf, type IsHere, lockBoxesAtDoor } from './at-door.ts'
import { tellArrived } from './inward.ts'
import { takeIn } from './take-in.ts'

type Preview = Contract['receiving']['getBulkAwaitingInwardBoxes']
type PreviewRow = Gives<Preview>['rows'][number]

/** Takes in the boxes that a sheet lists. Boxes that are in stay as they are: the same file again changes nothing. */
export const uploadAwaitingInwardFile: Handlers<Contract['receiving']>['uploadAwaitingInwardFile'] = takeSheet(
  arrivedBoxes,
  {
    words: { taken: 'Boxes taken in.', unchanged: 'All boxes of the sheet were in already.' },
    // A carrier's list: no SSCC, but parcels.
    otherwise: arrivedParcels,
    async check({ tx, context, input, refuse, ...sheet }) {
      const rows = namedRows({ ...sheet, refuse })
      const boxes = await lockBoxesAtDoor(tx, context.caller, codesOf(rows), 'plain')
      const isHere = await doorOf(tx, input.site, boxes)
      return { good: withoutTurnedAway(judgeRows(rows, boxes, isHere), refuse) }
    },
    async save({ tx, context }, { good }) {
      const coming = good.flatMap(({ box, word }) => (word === 'awaiting' && box ? [box] : []))
      await takeIn(
        tx,
        context,
        coming.map(({ id }) => ({ id, scanId: null })),
      )
      await tellArrived(tx, context, coming)
      return coming.length
    },
  },
)

/** Boxes of a chain: those for China QC, or those that go to another country at once. */
const ofChain: Record<Taken<Preview>['supply_chain'], IsHere> = {
  china: (box) => box.site_kind === 'china_qc',
  india: (box) => box.site_country !== 'CN',
}

/** What a sheet of boxes would come to, row by row. */
export const getBulkAwaitingInwardBoxes: Handlers<Contract['receiving']>['getBulkAwaitingInwardBoxes'] = lookAtSheet(
  arrivedBoxes,
  {
    otherwise: arrivedParcels,
    async look(sheet, input, context) {
      const named = namedRows(sheet)
      const boxes = await boxesAtDoor(context.db, context.caller, codesOf(named))
      const judged = judgeRows(named, boxes, ofChain[input.supply_chain])
      const rows = [...judged.map(previewRow), ...sheet.faults.map(misreadRow)].sort((a, b) => a.row - b.row)
      const counts = Object.fromEntries(
        [...Map.groupBy(rows, ({ outcome }) => outcome)].map(([outcome, { length }]) => [outcome, length]),
      )
      return { rows, counts: { ...counts, all: rows.length } }
    },
  },
)

function previewRow({ row, code, word, box }: JudgedRow): PreviewRow {
  return { row: row.row, code, outcome: outcomes[word], message: doorFaults[word], box: box?.shown ?? null }
}

const outcomes = {
  awaiting: 'awaiting',
  duplicate: 'duplicate',
  unknown: 'unknown',
  misread: 'unknown',
  otherTracking: 'unknown',
  other_site: 'other_site',
  removed: 'not_shipped',
  cancelled: 'not_shipped',
  not_shipped: 'not_shipped',
  repeated: 'repeated',
} as const satisfies Record<JudgedRow['word'], PreviewRow['outcome']>

/** A cell of which nothing could be read. */
function misreadRow({ row, value, message }: Fault): PreviewRow {
  return { row, code: value, outcome: 'unknown', message, box: null }
}
