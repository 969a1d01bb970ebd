import { type SqlBool, sql } from 'kysely'
import { pendingOf } from '../../../shared/areas/gate-passes/moves.ts'
import { receiveResult } from '../../../shared/areas/gate-passes/shapes.ts'
import { receiveWords } from '../../../shared/areas/gate-passes/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { recordEvent } from '../../audit/audit.ts'
import { type CallContext, type Caller, type Handlers, reply, type Tx } from '../../http/call.ts'
import { Refusal } from '../../http/errors.ts'
import { type BoxRow, boxCodeOf, readBoxes } from './box-rows.ts'
import { assertStillHere } from './due-back.ts'
import { assertMove, lockPasses } from './lock-pass.ts'
import { lockItems } from './pass-items.ts'
import { isBlindTo, type PassRow, passWire, readPasses } from './pass-rows.ts'
import { bringIn, type Coming, leftInBoxes, receiptsOf, takeReceiptsBack } from './receipts.ts'
import { assertReceiver, type ReceiveResult, said } from './receive-items.ts'
import { keepScans, seenScans, tellable } from './scans.ts'

type Input = Taken<Contract['gatePasses']['receiveBox']>
type Scan = Input['boxes'][number]

/** Receives whole boxes as they were packed, or takes that back. Every code has its own outcome, and none spoils another's. */
export const receiveBox: Handlers<Contract['gatePasses']>['receiveBox'] = (input, context) =>
  context.command(async (tx) => {
    const { caller } = context
    const codes = input.boxes.map(({ code }) => boxCodeOf(code))
    const found = await readBoxes(tx, sql<SqlBool>`b.code = ANY(${codes}::text[]) AND b.is_live`)
    const passes = await lockPasses(tx, caller, [...new Set(found.map(({ pass_id }) => pass_id))].toSorted())
    // Read again behind the locks.
    const boxes = await readBoxes(tx, sql<SqlBool>`b.code = ANY(${codes}::text[]) AND b.is_live`)
    const answers = new Map<Scan, ReceiveResult>()
    for (const scan of input.boxes) {
      const box = boxes.find(({ box_code }) => box_code === boxCodeOf(scan.code))
      const pass = passes.find(({ id }) => id === box?.pass_id)
      if (!box || !pass) answers.set(scan, unknown(scan))
      else if (input.gate_pass !== undefined && pass.gate_pass !== input.gate_pass)
        answers.set(scan, ofOtherPass(scan, box, input.gate_pass))
    }
    for (const pass of passes) {
      const own = input.boxes
        .filter((scan) => !answers.has(scan))
        .flatMap((scan) => {
          const box = boxes.find(({ box_code, pass_id }) => box_code === boxCodeOf(scan.code) && pass_id === pass.id)
          return box ? [{ scan, box }] : []
        })
      if (own.length > 0)
        for (const [scan, result] of await ofPass(tx, context, input, pass, own)) answers.set(scan, result)
    }
    const results = input.boxes.flatMap((scan) => answers.get(scan) ?? [])
    const after = await readPasses(tx, sql<SqlBool>`p.id = ANY(${passes.map(({ id }) => id)}::uuid[])`)
    return reply({
      results,
      received: results.reduce((sum, { quantity }) => sum + quantity, 0),
      gate_passes: after.map((pass) => passWire(pass, caller)),
    })
  })

interface Scanned {
  scan: Scan
  box: BoxRow
}

async function ofPass(
  tx: Tx,
  context: CallContext,
  { action, site, with_rest }: Input,
  pass: PassRow,
  scanned: readonly Scanned[],
): Promise<Map<Scan, ReceiveResult>> {
  const { caller } = context
  const kind = action === 'receive' ? ('receive_box' as const) : ('unreceive_box' as const)
  const seen = await seenScans(
    tx,
    pass.id,
    kind,
    scanned.map(({ scan }) => scan),
    receiveResult,
  )
  const answers = new Map<Scan, ReceiveResult>()
  const fresh = scanned.filter(({ scan }) => {
    const known = seen.get(scan.scan_id ?? '')
    if (known) answers.set(scan, known)
    return !known
  })
  if (fresh.length === 0) return answers
  const why = passRefusal(pass, action === 'receive' ? 'receive' : 'unreceive', caller)
  if (why !== null) {
    for (const { scan } of fresh) answers.set(scan, said(scan, 'not_on_pass', why.message, why.details.values ?? {}))
    return answers
  }
  const isUndo = action === 'undo'
  const freshIds = fresh.map(({ box }) => box.id)
  // A box that was counted since is not taken back by its label: each piece is by its own scan.
  const byLabel = isUndo ? (await receiptsOf(tx, { boxIds: freshIds })).filter(({ is_whole }) => is_whole) : []
  const isByLabel = (box: BoxRow) => byLabel.some(({ box_id }) => box_id === box.id)
  const moved: Scanned[] = []
  for (const each of fresh) {
    const isBlind = isBlindTo(caller, pass)
    const refused = refusal(each, pass, { site, isBlind, isUndo, mayMove: isUndo ? isByLabel(each.box) : with_rest })
    const isTwice = moved.some(({ box }) => box.id === each.box.id)
    if (refused) answers.set(each.scan, refused)
    else if (isTwice) answers.set(each.scan, already(each))
    else moved.push(each)
  }
  if (moved.length === 0) return answers
  const boxIds = moved.map(({ box }) => box.id)
  const items = new Map((await lockItems(tx, pass.id)).map((item) => [item.id, item]))
  const pieces = new Map<string, number>()
  const count = (boxId: string, by: number) => pieces.set(boxId, (pieces.get(boxId) ?? 0) + by)
  const event = await recordEvent(tx, context, {
    ...{ entity: 'gate_pass', entityId: pass.gate_pass },
    event: action === 'receive' ? 'gate_pass.received' : 'gate_pass.receipt_undone',
    details: { boxes: moved.length, ...(moved.length === 1 && { box: moved[0]?.box.box_code ?? '' }) },
  })
  if (action === 'receive') {
    const left = await leftInBoxes(tx, pass, { boxIds })
    const coming = left.flatMap(({ box_id, item_id, left: rest }): Coming[] => {
      const item = items.get(item_id)
      const good = item ? Math.min(rest, pendingOf(item)) : 0
      if (!item || good === 0) return []
      item.received += good
      count(box_id, good)
      return [{ item, box_id, good, damaged: 0, excess: 0, reason: null, remark: null, image_ids: [], is_whole: true }]
    })
    await bringIn(tx, context, pass, coming, event)
  } else {
    const back = byLabel.flatMap((receipt) => {
      const { good, damaged, excess } = receipt
      if (!boxIds.includes(receipt.box_id ?? '')) return []
      const item = items.get(receipt.item_id)
      count(receipt.box_id ?? '', good + damaged + excess)
      return item ? [{ receipt, item, good, damaged, excess }] : []
    })
    await takeReceiptsBack(tx, context, pass, back, event)
    await assertStillHere(tx, pass)
  }
  for (const { scan, box } of moved) {
    const { box_no } = box
    const quantity = pieces.get(box.id) ?? 0
    const values = { box_no, gate_pass: pass.gate_pass, quantity }
    const result =
      action === 'receive'
        ? said(scan, 'received', receiveWords.box_received, values, { quantity })
        : said(scan, 'taken_back', receiveWords.box_taken_back, values, { quantity })
    answers.set(scan, result)
  }
  await keepScans(
    tx,
    pass.id,
    kind,
    moved.flatMap(({ scan }) => {
      const answer = answers.get(scan)
      return scan.scan_id !== undefined && answer ? [{ scan_id: scan.scan_id, answer }] : []
    }),
  )
  return answers
}

/** Why nothing of this pass may come in, or go back, now: no reason to keep boxes of other passes out. */
function passRefusal(pass: PassRow, move: 'receive' | 'unreceive', caller: Caller): Refusal | null {
  try {
    assertReceiver(caller, pass)
    assertMove(pass, move, caller)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const already = ({ scan, box }: Scanned) =>
  said(scan, 'already', receiveWords.already, { box_no: box.box_no, gate_pass: box.gate_pass })

function refusal(
  scanned: Scanned,
  pass: PassRow,
  { site, isBlind, isUndo, mayMove }: { site: string | undefined; isBlind: boolean; isUndo: boolean; mayMove: boolean },
): ReceiveResult | null {
  const { scan, box } = scanned
  const values = { box_no: box.box_no, gate_pass: pass.gate_pass }
  if (site !== undefined && site !== pass.receives_at)
    return said(scan, 'other_site', receiveWords.wrong_site, {
      ...values,
      site_name: pass.to_name,
      site_name_zh: pass.to_name_zh,
    })
  const { received, pieces } = box
  const counting = said(scan, 'counting', isUndo ? receiveWords.counted : receiveWords.counting, {
    ...values,
    received,
    pieces,
  })
  if (isUndo && received === 0) return said(scan, 'not_received', receiveWords.box_not_received, values)
  if (isUndo) return mayMove ? null : isBlind ? said(scan, 'blind', receiveWords.blind, values) : counting
  if (isBlind) return said(scan, 'blind', receiveWords.blind, values)
  if (received >= pieces) return already(scanned)
  // Somebody counts it: what was not counted yet is not known to be there.
  return received === 0 || mayMove ? null : counting
}

function ofOtherPass(scan: Scan, { box_no, gate_pass: other_pass }: BoxRow, gate_pass: string): ReceiveResult {
  return said(scan, 'other_pass', receiveWords.other_pass, { box_no, other_pass, gate_pass })
}

function unknown(scan: Scan): ReceiveResult {
  const { isMisread } = readTraced(scan.code)
  const values = { code: tellable(scan.code) }
  return isMisread
    ? said(scan, 'misread', receiveWords.misread, values)
    : said(scan, 'unknown', receiveWords.unknown_box, values)
}
