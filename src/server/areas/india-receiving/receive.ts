import { indiaReceivingMessages } from '../../../shared/areas/india-receiving/rules.ts'
import { doorWordsAt } from '../../../shared/areas/receiving/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { type CallContext, type Caller, type Handlers, type Reply, reply, type Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import { countedBySku, countPieces } from '../counting/count.ts'
import { lockQcBox, qcLineFacts } from '../qc-boxes/box-rows.ts'
import { inIndia } from '../qc-boxes/sites.ts'
import type { ArrivingBox } from '../receiving/at-door.ts'
import { type DecidedScan, scanAtDoor } from '../receiving/inward.ts'
import { lookAtBoxesSheet, takeBoxesBySheet } from '../receiving/inward-sheets.ts'
import { takeIn } from '../receiving/take-in.ts'
import { type NewBoxDiscrepancy, openBoxDiscrepancies, settleOfBoxes, shortAgain } from './open-discrepancies.ts'

type Call = Contract['indiaReceiving']['receiveBoxes']
type Scan = Taken<Call>['boxes'][number]

/**
 * Receives boxes in India by one scan each, or undoes that: every code has its own outcome, as at China's door. With the receipt all
 * pieces count as declared, unless the company counts them first or the scan says how many there are.
 */
export const receiveBoxes = (input: Taken<Call>, context: CallContext): Promise<Reply<Gives<Call>>> =>
  context.command(async (tx) => {
    const at = inIndia(context.caller)
    const asDeclared = await countsAsDeclared(tx)
    const action = input.action === 'undo' ? 'undo' : 'inward'
    const scanned = await scanAtDoor(tx, context, at, { ...input, action }, ({ lines }) => asDeclared && !lines)
    if (action === 'undo') nameNotes(scanned.answer, await afterUndo(tx, context, scanned.moved))
    else {
      await afterReceipt(tx, context, scanned.moved)
      for (const { scan, box, isNew } of scanned.decided)
        if (isNew && box && scan.lines) await countAsFound(tx, context, box, scan.lines)
      await noteAtDoor(tx, context, scanned.decided, input.site)
    }
    return reply(scanned.answer)
  })

const countsAsDeclared = async (tx: Tx) => (await readSetting(tx, 'india_counts_on_receipt')) === 'as_declared'

const idsOf = (moved: readonly { id: string }[]) => moved.map(({ id }) => id)

/** A box that was short, or that nobody expected, is found with its receipt. */
function afterReceipt(tx: Tx, context: CallContext, moved: readonly { id: string }[]): Promise<string[]> {
  return settleOfBoxes(tx, context, idsOf(moved), { kinds: ['short', 'excess'], outcome: 'found' })
}

/** Of an arrival that is closed, a box that is taken back is short again; its damage was noted of a box that is not here. Gives the SSCC of those that had a damage note. */
async function afterUndo(
  tx: Tx,
  context: CallContext,
  moved: readonly { id: string; box: ArrivingBox }[],
): Promise<Set<string>> {
  const noted = await settleOfBoxes(tx, context, idsOf(moved), { kinds: ['damaged'], outcome: 'mistake' })
  const short = await shortAgain(
    tx,
    moved.map(({ box }) => box),
  )
  await openBoxDiscrepancies(
    tx,
    context,
    moved.flatMap(({ id, box }) => (short.has(id) ? [ofBox('short', box)] : [])),
  )
  return new Set(noted)
}

/** An undo that closed a damage note says so. */
function nameNotes({ results }: Gives<Call>, noted: ReadonlySet<string>): void {
  for (const result of results)
    if (result.outcome === 'undone' && result.box && noted.has(result.box.sscc))
      result.message = indiaReceivingMessages.undoneWithNote
}

/** A known box, as a discrepancy names it. */
export function ofBox(kind: NewBoxDiscrepancy['kind'], box: ArrivingBox, siteId = box.site_id): NewBoxDiscrepancy {
  const { id: boxId, sscc: code, origin, consignment: number, shown } = box
  return { kind, siteId, code, boxId, origin, number, pieces: shown?.pieces ?? null }
}

/** What was counted with the receipt: SKUs that the scan does not name are there as declared. */
async function countAsFound(
  tx: Tx,
  context: CallContext,
  { sscc }: ArrivingBox,
  lines: NonNullable<Scan['lines']>,
): Promise<void> {
  const box = await lockQcBox(tx, inIndia(context.caller), sscc)
  const found = await countedBySku(tx, box, lines)
  const declared = await qcLineFacts(tx, [box])
  const counted = new Map([...declared.map(({ sku_id, uncounted }) => [sku_id, uncounted] as const), ...found])
  await countPieces(tx, context, box, { counted, isBlind: false })
}

/** Known boxes that stand here though nobody expects them, and boxes that came damaged. */
async function noteAtDoor(
  tx: Tx,
  context: CallContext,
  decided: readonly DecidedScan<Scan>[],
  site: string | undefined,
): Promise<void> {
  const excess = decided.flatMap(({ box, word }) => (box && word !== undefined && word !== 'duplicate' ? [box] : []))
  const damaged = decided.flatMap(({ scan, box, isNew }) =>
    isNew && box && scan.damaged
      ? [{ ...ofBox('damaged', box), remark: scan.damaged.remark, imageIds: scan.damaged.image_ids }]
      : [],
  )
  const here = excess.length > 0 ? await standingSite(tx, context.caller, site) : ''
  await openBoxDiscrepancies(tx, context, [...excess.map((box) => ofBox('excess', box, here)), ...damaged])
}

/** site.id of where the scanner stands. Throws invalid_input for a site that is none of India QC, and where one must be said. */
export async function standingSite(tx: Tx, caller: Caller, code: string | undefined): Promise<string> {
  const { rows } = await rowsOf({ id: col.text, code: col.text })`
    SELECT id, code FROM site WHERE kind = 'india_qc' AND retired_at IS NULL AND ${atOwnSites(caller, 'id', 'india_qc')} ORDER BY code`.execute(
    tx,
  )
  const [only] = rows
  const words = doorWordsAt.india_qc
  if (code === undefined) {
    if (only === undefined || rows.length > 1) throw invalidInput(words.whichSite)
    return only.id
  }
  const site = rows.find((one) => one.code === code)
  if (site === undefined) throw invalidInput(words.noSite, { values: { site: code } })
  return site.id
}

/** Receives the boxes that a sheet lists. Boxes that are received stay as they are. */
export const receiveBoxesFile: Handlers<Contract['indiaReceiving']>['receiveBoxesFile'] = takeBoxesBySheet({
  at: inIndia,
  words: { taken: 'Boxes received.', unchanged: 'All boxes of the sheet were received already.' },
  async take(tx, context, coming) {
    const isCounted = await countsAsDeclared(tx)
    const boxes = coming.map(({ id, site_id: siteId }) => ({ id, siteId, scanId: null, isCounted }))
    await takeIn(tx, context, boxes)
    await afterReceipt(tx, context, boxes)
  },
})

export const checkBoxesFile: Handlers<Contract['indiaReceiving']>['checkBoxesFile'] = lookAtBoxesSheet(
  (_: unknown, caller) => inIndia(caller),
)

/** A code as discrepancies keep it: without what a scanner puts around it. */
export function plainCode(code: string): string {
  const { sscc, text } = readTraced(code)
  return sscc ?? text
}
