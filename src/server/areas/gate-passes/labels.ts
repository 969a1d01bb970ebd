import { type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import { stationCommands } from '../../../shared/areas/gate-passes/rules.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { counted } from '../../documents/paper.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { trimOwn } from '../../http/keep-limits.ts'
import { printable } from '../labels/barcode-labels.ts'
import { boxCodeOf, readBoxes } from './box-rows.ts'
import { findPass, passesFrom, passesOf } from './pass-rows.ts'

/** Keeps labels of boxes for a day and names the address of their PDF, which the printing centre takes as any labels. */
export const printLabel: Handlers<Contract['gatePasses']>['printLabel'] = (input, context) =>
  context.command(async (tx) => {
    const { caller } = context
    const pass = input.gate_pass === undefined ? null : await findPass(tx, caller, input.gate_pass)
    const codes = input.boxes?.map(boxCodeOf)
    if (pass === null && codes === undefined) throw invalidInput(passWords.noLabels)
    if (input.is_card && pass !== null) return keep(tx, context, cardLabels(input.copies), [pass.gate_pass])
    const boxes = await readBoxes(
      tx,
      sql<SqlBool>`${pass === null ? sql`true` : sql`b.pass_id = ${pass.id}`}
        AND ${codes === undefined ? sql`true` : sql`b.code = ANY(${codes}::text[]) AND b.is_live`}
        AND EXISTS (SELECT FROM ${passesFrom} WHERE p.id = b.pass_id AND ${passesOf(caller)})`,
    )
    if (boxes.length === 0) throw invalidInput(passWords.noLabels)
    const labels = boxes.map(({ box_code, box_no, gate_pass, pieces, is_blind }) => ({
      ...{ code: box_code, title: gate_pass, copies: input.copies },
      // Whoever counts blind must not read it on the box.
      subtitle: is_blind ? `Box ${box_no} 箱` : `Box ${box_no} 箱 · ${counted(pieces, 'pc', 'pcs')} 件`,
    }))
    return keep(tx, context, labels, [...new Set(boxes.map(({ gate_pass }) => gate_pass))])
  })

interface Label {
  code: string
  title: string
  subtitle: string
  copies: number
}

const cardLabels = (copies: number): Label[] => [
  { code: stationCommands.open, title: 'New box 新箱', subtitle: 'Packing station 装箱台', copies },
  { code: stationCommands.confirm, title: 'Confirm the plan 确认计划', subtitle: 'Planning station 计划台', copies },
  { code: stationCommands.seal, title: 'Seal the box 封箱', subtitle: 'Packing station 装箱台', copies },
]

async function keep(tx: Tx, context: CallContext, labels: readonly Label[], passes: readonly string[]) {
  const count = printable(labels)
  const id = v7()
  await tx
    .insertInto('label_file')
    .values({ id, user_id: context.caller.userId, kind: 'gate_pass_box', labels: JSON.stringify(labels) })
    .execute()
  await trimOwn(tx, 'label_file', context.caller.userId)
  for (const number of passes)
    await recordEvent(tx, context, {
      ...{ entity: 'gate_pass', entityId: number, event: 'gate_pass.labels', details: { count } },
    })
  return reply({ label_url: `/selvedge/labels/${id}` }, passWords.labels)
}
