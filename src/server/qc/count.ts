import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { type Handlers, said, type Tx, type Work } from '../http/call.ts'
import { invalidInput } from '../http/errors.ts'
import { afterCommand } from './after-command.ts'
import { settleCases } from './cases.ts'
import { countPieces, settlePieces, uncountPieces } from './count-box.ts'
import { countedBySku } from './counted-skus.ts'
import { assertFreshBox, guardQcAction } from './guard.ts'
import { lockQcBox, type QcBoxFacts } from './qc-box-rows.ts'
import { inChina } from './qc-sites.ts'

type Input = Taken<Contract['chinaQc']['verifyQuantity']>

/** Counting a box, taking its count back, and saying what becomes of the pieces that were missing or too many. */
export const verifyQuantity: Handlers<Contract['chinaQc']>['verifyQuantity'] = async (input, work) =>
  work.command(async (tx) => {
    const box = await lockQcBox(tx, inChina(work.caller), input.box_id)
    await assertFreshBox(tx, box, input.version)
    const message = await doing[input.action](tx, work, box, input)
    return said(await afterCommand(tx, work, box), message)
  })

type Doing = (tx: Tx, work: Work, box: QcBoxFacts, input: Input) => Promise<string>

const doing: Record<Input['action'], Doing> = {
  async count(tx, work, box, input) {
    guardQcAction(box, 'count')
    // An empty list would make the whole box missing.
    if (input.lines.length === 0) throw invalidInput('Please count the pieces first.')
    const counted = await countedBySku(tx, box, input.lines)
    const { is_blind: isBlind, owner_id: ownerId, remark } = input
    await countPieces(tx, work, box, { counted, isBlind, ownerId, remark })
    return 'Count saved.'
  },
  async recount(tx, work, box) {
    guardQcAction(box, 'recount')
    await uncountPieces(tx, work, box)
    return 'The count was taken back.'
  },
  async settle(tx, work, box, { outcomes }) {
    if (outcomes.length === 0) throw invalidInput('Please say what becomes of the pieces.')
    await settlePieces(tx, work, box, await settleCases(tx, work, box, outcomes))
    return 'Difference settled.'
  },
}
