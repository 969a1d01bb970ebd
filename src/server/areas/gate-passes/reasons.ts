import { sql } from 'kysely'
import { notSentReasons } from '../../../shared/areas/gate-passes/rules.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { type Handlers, reply } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { notSentItems } from './item-rows.ts'
import { assertMove, lockPass } from './lock-pass.ts'
import { findPass } from './pass-rows.ts'
import { findSkus, skuCode } from './skus.ts'

/** Says why planned pieces are not sent. */
export const updateNonDispatchedItems: Handlers<Contract['gatePasses']>['updateNonDispatchedItems'] = (
  input,
  context,
) =>
  context.command(async (tx) => {
    const { caller } = context
    const pass = await lockPass(tx, caller, input.gate_pass)
    assertMove(pass, 'edit', caller)
    if (input.reason === 'other' && input.remark === '')
      throw invalidInput(passWords.needsRemark, { fields: [{ field: 'remark', message: passWords.needsRemark }] })
    const skus = await findSkus(
      tx,
      (input.items ?? []).map(({ nm_sku }) => nm_sku),
    )
    const named = (input.items ?? []).map(({ nm_sku, condition }) => {
      const sku = skus.get(skuCode(nm_sku))
      if (sku === undefined) throw notFound(passWords.unknownSku, { nm_sku })
      return { sku_id: sku.id, condition }
    })
    const which = input.items
      ? sql`(i.sku_id, i.condition) IN (SELECT * FROM unnest(${named.map(({ sku_id }) => sku_id)}::uuid[], ${named.map(({ condition }) => condition)}::text[]))`
      : sql`i.reason IS NULL`
    await sql`UPDATE gate_pass_item i SET reason = ${input.reason}, remark = ${input.remark || null}
      WHERE i.pass_id = ${pass.id} AND i.packed < i.planned AND ${which}`.execute(tx)
    await recordEvent(tx, context, {
      ...{ entity: 'gate_pass', entityId: pass.gate_pass, event: 'gate_pass.reasons' },
      details: {
        reason: notSentReasons[input.reason],
        ...(input.remark && { remark: input.remark }),
        ...(input.items && { items: named.length }),
      },
    })
    return reply(await notSentItems(tx, await findPass(tx, caller, pass.gate_pass), caller), passWords.reasonSaved)
  })
