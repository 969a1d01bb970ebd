import { sql } from 'kysely'
import { z } from 'zod'
import {
  type DisputeOutcome,
  disputedKinds,
  disputeWords,
  upheldProblem,
} from '../../../shared/areas/disputes/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Handlers, reply, type Tx } from '../../http/call.ts'
import { disputeOf } from './dispute-rows.ts'
import { hold, move, nextDue, recordOnBox, refuse, settledNow, tellOwner, tellVendor } from './hold.ts'
import { addMessage } from './messages.ts'
import { mayOwn } from './owners.ts'
import { assertPossible } from './possible-step.ts'

type Routes = Handlers<Contract['disputes']>

export const askAboutDispute: Routes['askAboutDispute'] = (asked, context) =>
  context.command(async (tx) => {
    const held = await hold(tx, context, asked, 'ask')
    const due = await nextDue(tx)
    await move(tx, context, held, 'ask', { event: 'dispute.asked', set: sql`due_on = ${due}::date` })
    await addMessage(tx, context.caller, held.id, { said: 'asked', words: asked.words, imageIds: asked.image_ids })
    await tellVendor(tx, context, held, 'dispute_asked', due)
    return reply({ dispute: (await disputeOf(tx, context, held.number)).dispute }, disputeWords.asked)
  })

/** The company's decision. Nothing moves by it: what is next is done by its own command, under its own rules. */
export const settleDispute: Routes['settleDispute'] = (asked, context) =>
  context.command(async (tx) => {
    const { outcome, words, image_ids } = asked
    const held = await hold(tx, context, asked, 'settle')
    if (outcome !== 'turned_down' && !asked.next) refuse('next', disputeWords.noNext)
    await decideLines(tx, held.id, outcome, asked.lines)
    if (outcome !== 'turned_down' && asked.next) await assertPossible(tx, held, asked.next)
    const next = outcome === 'turned_down' ? null : asked.next
    await move(tx, context, held, 'settle', {
      ...{ event: 'dispute.settled', to: outcome },
      set: sql`next = ${next}, ${settledNow(context)}`,
    })
    await addMessage(tx, context.caller, held.id, { said: 'settled', words, imageIds: image_ids })
    await recordOnBox(tx, context, held, 'dispute_settled')
    await tellVendor(tx, context, held, 'dispute_settled', held.due_on)
    return reply({ dispute: (await disputeOf(tx, context, held.number)).dispute }, disputeWords.settled)
  })

const lineColumns = { sku_id: col.text, nm_sku: col.text, kind: z.enum(disputedKinds), pieces: col.number }

type Upheld = Parameters<Routes['settleDispute']>[0]['lines']

/** How many pieces of each line are upheld: all, none, or as said. */
async function decideLines(tx: Tx, disputeId: string, outcome: DisputeOutcome, said: Upheld): Promise<void> {
  const { rows } = await rowsOf(lineColumns)`
    SELECT x.sku_id, k.nm_sku, x.kind, x.pieces FROM qc_dispute_line x JOIN sku k ON k.id = x.sku_id
    WHERE x.dispute_id = ${disputeId}::uuid ORDER BY x.sku_id, x.kind`.execute(tx)
  const saidOf = new Map(said.map(({ nm_sku, kind, upheld }) => [`${nm_sku} ${kind}`, upheld]))
  const upheld = rows.map(({ nm_sku, kind, pieces }) =>
    outcome === 'upheld' ? pieces : outcome === 'turned_down' ? 0 : (saidOf.get(`${nm_sku} ${kind}`) ?? 0),
  )
  const problem = upheldProblem(
    outcome,
    rows.map(({ pieces }) => pieces),
    upheld,
  )
  if (problem) refuse('lines', problem)
  await sql`UPDATE qc_dispute_line x SET upheld = n.upheld FROM unnest(${rows.map(({ sku_id }) => sku_id)}::uuid[],
      ${rows.map(({ kind }) => kind)}::text[], ${upheld}::int[]) AS n (sku_id, kind, upheld)
    WHERE x.dispute_id = ${disputeId}::uuid AND x.sku_id = n.sku_id AND x.kind = n.kind`.execute(tx)
}

export const handOverDispute: Routes['handOverDispute'] = (asked, context) =>
  context.command(async (tx) => {
    const held = await hold(tx, context, asked, 'hand_over')
    const { rows } = await rowsOf({ name: col.text })`
      SELECT u.name FROM app_user u WHERE u.id = ${asked.owner_id}::uuid AND ${mayOwn(held.site_id)}`.execute(tx)
    const [owner] = rows
    if (owner === undefined) refuse('owner_id', disputeWords.noOwner)
    await move(tx, context, held, 'hand_over', {
      event: 'dispute.handed',
      set: sql`owner_id = ${asked.owner_id}::uuid, overdue_told_for = NULL`,
    })
    await addMessage(tx, context.caller, held.id, { said: 'handed', words: owner.name })
    await tellOwner(tx, context, { ...held, owner_id: asked.owner_id }, 'dispute_yours', held.due_on)
    return reply({ dispute: (await disputeOf(tx, context, held.number)).dispute }, disputeWords.handed)
  })

export const disputeOwners: Routes['disputeOwners'] = async ({ number }, context) => {
  const { id } = await disputeOf(context.db, context, number)
  const { rows: at } = await rowsOf({ site_id: col.text })`
    SELECT site_id FROM qc_dispute WHERE id = ${id}::uuid`.execute(context.db)
  const { rows: people } = await rowsOf({ id: col.text, name: col.text })`
    SELECT u.id, u.name FROM app_user u WHERE ${mayOwn(at[0]?.site_id ?? '')} ORDER BY u.name, u.id LIMIT 200`.execute(
    context.db,
  )
  return reply({ people })
}
