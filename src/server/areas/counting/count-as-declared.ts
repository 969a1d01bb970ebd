import { boxMoveProblem, moveProblems } from '../../../shared/areas/qc-boxes/moves.ts'
import type { Contract } from '../../../shared/areas.ts'
import { type Handlers, reply } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { readQcSettings } from '../inspection/settings.ts'
import { qcBoxesById, qcBoxWire, qcLineFacts } from '../qc-boxes/box-rows.ts'
import { actionsAt, inChina } from '../qc-boxes/sites.ts'
import { boxesRefused, sortBoxes } from '../qc-boxes/whole-box-moves.ts'
import { countPieces, uncountPieces } from './count.ts'

/** Boxes of which somebody says that they hold what was declared; each is counted by the rules of the single count. */
export const countAsDeclared: Handlers<Contract['counting']>['countAsDeclared'] = ({ box_ids, action }, context) =>
  context.command(async (tx) => {
    const at = inChina(context.caller)
    const { blind_count } = await readQcSettings(tx, at.sites)
    if (blind_count && action === 'count') throw invalidInput(moveProblems.blind)
    const problemOf = (box: Parameters<typeof actionsAt>[1]) =>
      action === 'count'
        ? boxMoveProblem(box, 'count')
        : actionsAt(at.sites, box).includes('recount')
          ? null
          : moveProblems.underWay
    const { taken, left } = await sortBoxes(tx, at, box_ids, true, problemOf)
    if (taken.length === 0) throw boxesRefused(left, 'None of these boxes can be taken.')
    for (const box of taken) {
      if (action === 'undo') await uncountPieces(tx, context, box)
      else {
        const lines = await qcLineFacts(tx, [box])
        const counted = new Map(lines.map(({ sku_id, uncounted }) => [sku_id, uncounted]))
        await countPieces(tx, context, box, { counted, isBlind: false })
      }
    }
    const ids = taken.map((box) => box.box_id)
    const boxes = (await qcBoxesById(tx, at, ids)).map((box) => qcBoxWire(box, context.caller))
    return reply({ boxes, left_out: left }, action === 'count' ? 'Counted as declared.' : 'The count was taken back.')
  })
