import { doorFaults } from '../../../shared/areas/receiving/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import type { Fault } from '../../../shared/kernel/sheet.ts'
import { type Said, said, type Upload, type Work } from '../../http/call.ts'
import { inSheetOrder } from '../../sheets/read-rows.ts'
import { refuseFaults, takingFile } from '../../sheets/refused-files.ts'
import { type JudgedRow, judgeRows } from '../inspection/judgement.ts'
import { boxesAtDoor, doorOf, type IsHere, lockBoxesAtDoor } from './at-door.ts'
import { tellArrived } from './inward.ts'
import { readArrived } from './read-arrived.ts'
import { takeIn } from './take-in.ts'

type Inward = Contract['receiving']['uploadAwaitingInwardFile']
type Preview = Contract['receiving']['getBulkAwaitingInwardBoxes']
type PreviewRow = Gives<Preview>['rows'][number]

/** Takes in the boxes that a sheet lists. Boxes that are in stay as they are: the same file again changes nothing. */
export async function uploadAwaitingInwardFile(
  input: Taken<Inward> & { file: Upload },
  work: Work,
): Promise<Said<Gives<Inward>>> {
  return takingFile(work, input.file, async () => {
    const sheet = await readArrived(input.file, work.signal)
    return work.command(async (tx) => {
      const boxes = await lockBoxesAtDoor(tx, work.caller, sheet.codes, 'plain')
      const isHere = await doorOf(tx, input.site, boxes)
      const judged = judgeRows(sheet, boxes, isHere)
      const faults = [...sheet.faults, ...judged.flatMap(({ fault }) => fault ?? [])].sort(inSheetOrder)
      const good = judged.filter(({ fault }) => fault === null)
      refuseFaults(input.mode, faults, good.length, sheet)
      const coming = good.flatMap(({ box, word }) => (word === 'awaiting' && box ? [box] : []))
      await takeIn(
        tx,
        work,
        coming.map(({ id }) => ({ id, scanId: null })),
      )
      await tellArrived(tx, work, coming)
      return said(
        {
          rows_taken: coming.length,
          rows_refused: sheet.rowCount - good.length,
          rows_unchanged: good.length - coming.length,
        },
        coming.length > 0 ? 'Boxes taken in.' : 'All boxes of the sheet were in already.',
      )
    })
  })
}

/** Boxes of a chain: those for China QC, or those that go to another country at once. */
const ofChain: Record<Taken<Preview>['supply_chain'], IsHere> = {
  china: (box) => box.site_kind === 'china_qc',
  india: (box) => box.site_country !== 'CN',
}

/** What a sheet of boxes would come to, row by row. */
export async function getBulkAwaitingInwardBoxes(
  input: Taken<Preview> & { file: Upload },
  work: Work,
): Promise<Said<Gives<Preview>>> {
  return takingFile(work, input.file, async () => {
    const sheet = await readArrived(input.file, work.signal)
    const boxes = await boxesAtDoor(work.db, work.caller, sheet.codes)
    const judged = judgeRows(sheet, boxes, ofChain[input.supply_chain])
    const rows = [...judged.map(previewRow), ...sheet.faults.map(misreadRow)].sort((a, b) => a.row - b.row)
    const counts = Object.fromEntries(
      [...Map.groupBy(rows, ({ outcome }) => outcome)].map(([outcome, { length }]) => [outcome, length]),
    )
    return said({ rows, counts: { ...counts, all: rows.length } })
  })
}

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
