import { sql } from 'kysely'
import type { Contract } from '../../shared/contract/index.ts'
import { shelveProblem, unshelveProblem } from '../../shared/domain/qc-reverts.ts'
import { type Handlers, said, type Tx, type Work } from '../http/call.ts'
import { invalidInput } from '../http/errors.ts'
import { boxesRefused, sortBoxes } from './left-out.ts'
import { moveWholeBoxes } from './move-whole-boxes.ts'
import { type QcBoxFacts, qcBoxesById, qcBoxWire } from './qc-box-rows.ts'
import { inChina, inPlaces } from './qc-sites.ts'

/** Passed pieces of boxes go on a shelf, or off it; what cannot is left out with the reason. */
export const inwardBoxToShelf: Handlers<Contract['chinaQc']>['inwardBoxToShelf'] = (input, work) => {
  const isPut = input.action === 'put'
  const shelf = input.shelf || null
  if (isPut && shelf === null) throw invalidInput('Please name the shelf.')
  return work.command(async (tx) => {
    const at = inChina(work.caller)
    const problemOf = isPut ? shelveProblem : unshelveProblem
    const { taken, left } = await sortBoxes(tx, at, input.box_ids, true, problemOf)
    if (taken.length === 0) throw boxesRefused(left, 'None of these boxes can be taken.')
    await (isPut ? put : takeOff)(tx, work, taken, shelf)
    const ids = taken.map((box) => box.box_id)
    const boxes = (await qcBoxesById(tx, at, ids)).map((box) => qcBoxWire(box, work.caller))
    return said({ boxes, left_out: left }, isPut ? 'Put on the shelf.' : 'Taken off the shelf.')
  })
}

/** A box that lies there already stays as it is, so that scanning it twice does no harm. */
async function put(tx: Tx, work: Work, boxes: readonly QcBoxFacts[], shelf: string | null): Promise<void> {
  const changing = boxes.filter((box) => box.passed > 0 || box.shelf !== shelf)
  for (const [from, alike] of Map.groupBy(changing, (box) => box.shelf))
    await moveWholeBoxes(tx, work, alike, { kinds: ['shelve'], event: 'box.shelved', from, to: shelf })
  await keepShelf(tx, work, changing, shelf)
}

async function takeOff(tx: Tx, work: Work, boxes: readonly QcBoxFacts[]): Promise<void> {
  for (const [from, alike] of Map.groupBy(boxes, (box) => box.shelf))
    await moveWholeBoxes(tx, work, alike, { kinds: ['unshelve'], event: 'box.unshelved', from })
  await keepShelf(tx, work, boxes, null)
}

/** A box carried from shelf to shelf moves no piece, yet it is another for those who look at it. */
async function keepShelf(tx: Tx, work: Work, boxes: readonly QcBoxFacts[], shelf: string | null): Promise<void> {
  await sql`
    UPDATE qc_box q SET shelf = ${shelf}, version = version + 1, updated_at = now(), updated_by = ${work.caller.userId}
    WHERE ${inPlaces(boxes, 'q')}`.execute(tx)
}
