import { type SqlBool, sql } from 'kysely'
import { packResult } from '../../../shared/areas/gate-passes/shapes.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { newIds } from '../../database/new-ids.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed } from '../../http/errors.ts'
import { nextCodes } from '../shipments/boxes.ts'
import { boxCodeOf, boxWire, lockBoxes, nextBoxNo, readBoxes, readContents } from './box-rows.ts'
import { changeContents } from './contents.ts'
import { assertMove, lockPass, passOfBox, touchPass } from './lock-pass.ts'
import { lockItems } from './pass-items.ts'
import { findPass, type PassRow, passWire } from './pass-rows.ts'
import type { Promised } from './reservations.ts'
import type { PackResult } from './scan-in.ts'
import { keepScans, seenScans } from './scans.ts'
import { takeWholeBox } from './take-whole-box.ts'

type GatePassHandlers = Handlers<Contract['gatePasses']>

/** Opens empty boxes with codes of their own, numbered from `from`, or as `numbers` say. */
export async function openBoxes(
  tx: Tx,
  { caller }: Pick<CallContext, 'caller'>,
  passId: string,
  numbers: readonly number[],
  station: string,
): Promise<{ id: string; box_no: number; code: string }[]> {
  const codes = await nextCodes(tx, numbers.length)
  const ids = newIds(numbers.length)
  await sql`
    INSERT INTO gate_pass_box (id, pass_id, box_no, code, station, opened_by)
    SELECT n.id, ${passId}::uuid, n.box_no, n.code, ${station}, ${caller.userId}::uuid
    FROM unnest(${ids}::uuid[], ${[...numbers]}::int[], ${codes}::text[]) AS n (id, box_no, code)`.execute(tx)
  return numbers.map((box_no, at) => ({ id: ids[at] ?? '', box_no, code: codes[at] ?? '' }))
}

/** Packing begins with the first box. */
export async function beginPacking(tx: Tx, context: CallContext, pass: PassRow): Promise<void> {
  if (pass.state === 'CONFIRMED') await touchPass(tx, context, pass.id, { state: 'PACKING' })
}

/** Opens boxes at a station, or takes a whole one in. */
export const addBox: GatePassHandlers['addBox'] = (input, context) =>
  context.command(async (tx) => {
    const { caller } = context
    const pass = await lockPass(tx, caller, input.gate_pass)
    const answer = async (codes: readonly string[], result: PackResult | null) => {
      const boxes = await readBoxes(tx, sql<SqlBool>`b.pass_id = ${pass.id} AND b.code = ANY(${[...codes]}::text[])`)
      const after = await findPass(tx, caller, pass.gate_pass)
      const said = input.code === undefined ? passWords.boxAdded : passWords.boxTaken
      return reply(
        { boxes: boxes.map((box) => boxWire(box, caller)), result, gate_pass: passWire(after, caller) },
        result === null || result.outcome === 'packed' ? said : undefined,
      )
    }
    if (input.code !== undefined) {
      const seen = await seenScans(tx, pass.id, 'box', [input], packResult)
      const known = seen.get(input.scan_id ?? '')
      if (known) return answer([String(known.values.code ?? '')], known)
      assertMove(pass, 'pack', caller)
      const scan = { code: input.code, scan_id: input.scan_id, station: input.station, beyond_plan: input.beyond_plan }
      const { result, isTaken } = await takeWholeBox(tx, context, pass, scan)
      if (!isTaken) return answer([], result)
      await beginPacking(tx, context, pass)
      if (input.scan_id !== undefined) await keepScans(tx, pass.id, 'box', [{ scan_id: input.scan_id, answer: result }])
      return answer([String(result.values.code ?? '')], result)
    }
    assertMove(pass, 'pack', caller)
    const first = await nextBoxNo(tx, pass.id)
    const numbers = Array.from({ length: input.count }, (_, at) => first + at)
    const boxes = await openBoxes(tx, context, pass.id, numbers, input.station)
    await beginPacking(tx, context, pass)
    await recordEvent(tx, context, {
      ...{ entity: 'gate_pass', entityId: pass.gate_pass, event: 'gate_pass.boxes_opened' },
      ...{ from: pass.state, to: 'PACKING' },
      details: { boxes: boxes.length, ...(input.station && { station: input.station }) },
    })
    return answer(
      boxes.map(({ code }) => code),
      null,
    )
  })

/** Seals, opens, weighs boxes, or says where one stands. */
export const updateBox: GatePassHandlers['updateBox'] = (input, context) =>
  context.command(async (tx) => {
    const { caller } = context
    const [first = ''] = input.boxes
    const pass = await lockPass(tx, caller, await passOfBox(tx, boxCodeOf(first)), 'shared')
    assertMove(pass, 'pack', caller)
    const boxes = await lockBoxes(tx, input.boxes)
    const other = boxes.find(({ pass_id }) => pass_id !== pass.id)
    if (other)
      throw moveNotAllowed(passWords.otherPass, [], { values: { code: other.box_code, gate_pass: other.gate_pass } })
    const { action, weight_grams = null, station } = input
    if (action === 'weigh' && weight_grams === null) throw invalidInput(passWords.needsWeight)
    if (action === 'move' && station === undefined) throw invalidInput(passWords.needsStation)
    const whole = boxes.find(({ is_whole }) => is_whole)
    if (action === 'reopen' && whole)
      throw moveNotAllowed(passWords.wholeBox, ['pack'], { values: { box_no: whole.box_no } })
    const empty = boxes.find(({ pieces }) => pieces === 0)
    if (action === 'seal' && empty)
      throw moveNotAllowed(passWords.emptyBox, ['pack'], { values: { box_no: empty.box_no } })
    const set = {
      seal: sql`state = 'SEALED', sealed_at = coalesce(sealed_at, now()), sealed_by = coalesce(sealed_by, ${caller.userId}),
        weight_grams = coalesce(${weight_grams}::int, weight_grams), weigh_again = weigh_again AND ${weight_grams}::int IS NULL`,
      reopen: sql`state = 'OPEN', sealed_at = NULL, sealed_by = NULL`,
      weigh: sql`weight_grams = ${weight_grams}, weigh_again = false`,
      move: sql`station = ${station ?? ''}`,
    }[action]
    const ids = boxes.map(({ id }) => id)
    await sql`UPDATE gate_pass_box SET ${set}, version = version + 1 WHERE id = ANY(${ids}::uuid[])`.execute(tx)
    await recordEvent(tx, context, {
      ...{ entity: 'gate_pass', entityId: pass.gate_pass, event: 'gate_pass.boxes_changed' },
      details: { action, boxes: boxes.length, ...(boxes.length === 1 && { box_no: boxes[0]?.box_no ?? 0 }) },
    })
    const after = await readBoxes(tx, sql<SqlBool>`b.id = ANY(${ids}::uuid[])`)
    return reply({ boxes: after.map((box) => boxWire(box, caller)) }, passWords.boxesChanged)
  })

/** Takes boxes off: what was in them is where it was taken from. */
export const removeBox: GatePassHandlers['removeBox'] = (input, context) =>
  context.command(async (tx) => {
    const { caller } = context
    const [first = ''] = input.boxes
    const pass = await lockPass(tx, caller, await passOfBox(tx, boxCodeOf(first)))
    assertMove(pass, 'unpack', caller)
    const boxes = await lockBoxes(tx, input.boxes)
    const other = boxes.find(({ pass_id }) => pass_id !== pass.id)
    if (other)
      throw moveNotAllowed(passWords.otherPass, [], { values: { code: other.box_code, gate_pass: other.gate_pass } })
    const ids = boxes.map(({ id }) => id)
    const event = await recordEvent(tx, context, {
      ...{ entity: 'gate_pass', entityId: pass.gate_pass, event: 'gate_pass.boxes_removed' },
      details: { boxes: boxes.length, pieces: boxes.reduce((sum, { pieces }) => sum + pieces, 0) },
    })
    await emptyBoxes(tx, pass, ids, event)
    await sql`UPDATE gate_pass_box SET removed_at = now(), is_live = false, version = version + 1 WHERE id = ANY(${ids}::uuid[])`.execute(
      tx,
    )
    return reply({ gate_pass: passWire(await findPass(tx, caller, pass.gate_pass), caller) }, passWords.boxesRemoved)
  })

/** All pieces of these boxes go back to where they were taken from. */
export async function emptyBoxes(tx: Tx, pass: Promised, boxIds: readonly string[], eventId: string): Promise<void> {
  await lockItems(tx, pass.id)
  const contents = await readContents(tx, boxIds)
  await changeContents(
    tx,
    pass,
    contents.map((content) => ({ ...content, quantity: -content.quantity })),
    eventId,
  )
}
