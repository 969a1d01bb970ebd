import { sql } from 'kysely'
import { v7 } from 'uuid'
import { isGstin } from '../../../shared/areas/data/check-digits.ts'
import { passMoves } from '../../../shared/areas/gate-passes/moves.ts'
import { faultsOfHeader, type PassHeader, type PassType } from '../../../shared/areas/gate-passes/rules.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import { stockWords } from '../../../shared/areas/stock/words.ts'
import { type Contract, hasRight } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn } from '../../../shared/kernel/days.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Caller, type Handlers, reply, type Tx } from '../../http/call.ts'
import { forbidden, invalidInput, moveNotAllowed, notFound } from '../../http/errors.ts'
import { ownSite } from '../../http/own-sites.ts'
import { assertDueBack, holdReturnable, planOfReturn } from './due-back.ts'
import { assertMove, assertPassFresh, lockPass, touchPass } from './lock-pass.ts'
import { findPass, type PassRow, passWire, toReturnOf } from './pass-rows.ts'
import { planItems } from './plan-items.ts'
import { promisePlan, releaseAll } from './reservations.ts'
import { isBlindAt } from './settings.ts'

type Input = Taken<Contract['gatePasses']['updateGatepass']>

/** Makes a pass, or changes its head and what is to be sent; what is left out stays. */
export const updateGatepass: Handlers<Contract['gatePasses']>['updateGatepass'] = (input, context) =>
  context.command(async (tx) => {
    const { caller } = context
    const before = input.gate_pass === undefined ? null : await lockPass(tx, caller, input.gate_pass)
    if (before !== null) {
      assertMove(before, 'edit', caller)
      await assertPassFresh(tx, before, input.version)
    }
    if (!hasRight(caller, 'seePrices') && input.items?.some(({ unit_value_minor }) => unit_value_minor != null))
      throw forbidden(passWords.pricesOnly)
    const brings = before === null && input.returns ? await returnedPass(tx, context, input.returns) : null
    const number =
      before === null
        ? await makeGatePass(tx, context, headOf(input, brings))
        : await changeHead(tx, context, before, input)
    const pass = await findPass(tx, caller, number)
    if (before === null) {
      await holdReturnable(tx, pass)
      await fitsWhatReturns(tx, context, pass)
    }
    const items = input.items ?? (brings === null ? undefined : await planOfReturn(tx, brings))
    const plan = items === undefined ? null : await planItems(tx, pass, items, { replaces: input.replace_items })
    const isPlanned = plan?.isChanged === true
    if (before !== null && before.from_site !== pass.from_site) await releaseAll(tx, pass)
    if (isPlanned || before?.from_site !== pass.from_site) await promisePlan(tx, pass, plan?.raised)
    if (before !== null && isPlanned) {
      if (pass.version === before.version) await touchPass(tx, context, pass.id)
      await recordEvent(tx, context, {
        ...{ entity: 'gate_pass', entityId: number, event: 'gate_pass.changed' },
        details: { items: input.items?.length ?? 0 },
      })
    }
    const after = await findPass(tx, caller, number)
    const said =
      before === null ? passWords.made : after.version === before.version ? passWords.same : passWords.changed
    return reply({ gate_pass: passWire(after, caller) }, said)
  })

/** The head of a pass as a command gives it; what may be left out is. */
export interface NewPass {
  type: PassType
  from_site: string
  to_site?: string | null | undefined
  supplier_id?: string | null | undefined
  party?: string | null | undefined
  party_address?: string | null | undefined
  party_gstin?: string | null | undefined
  purpose?: string | undefined
  remark?: string | undefined
  expected_return_on?: string | null | undefined
  is_blind?: boolean | undefined
  returns?: string | null | undefined
  carrier?: string | null | undefined
  vehicle_no?: string | null | undefined
  lr_no?: string | null | undefined
  eway_bill_no?: string | null | undefined
  /** Of the allocation that asks for it. */
  task_id?: string | null
}

/** What brings returnable goods back goes from where they are to where they came from, where nothing else is said. */
function headOf(input: Input, brings: PassRow | null): NewPass {
  const { type = brings ? 'stock_transfer' : undefined, from_site = brings?.to_site ?? undefined } = input
  if (type === undefined || from_site === undefined) throw invalidInput(passWords.missing)
  return { ...input, type, from_site, to_site: input.to_site === undefined ? brings?.from_site : input.to_site }
}

/** Makes a draft and gives its number. Throws invalid_input for a head that nobody can mean, by field. */
export async function makeGatePass(tx: Tx, context: CallContext, head: NewPass): Promise<string> {
  const parties = await partiesOf(tx, context.caller, head)
  const returned = await returnedPass(tx, context, head.returns ?? null)
  const receivesAt = head.to_site ?? (head.type === 'returnable' ? head.from_site : null)
  const isBlind = head.is_blind ?? (await isBlindAt(tx, receivesAt))
  const id = v7()
  const { userId } = context.caller
  const { rows } = await rowsOf({ number: col.text })`
    INSERT INTO gate_pass (id, number, type, from_site_id, to_site_id, vendor_id, receive_site_id, party, party_address, party_gstin,
      purpose, remark, expected_return_on, is_blind, returns_id, task_id, carrier, vehicle_no, lr_no, eway_bill_no, created_by, updated_by)
    VALUES (${id}, 'GP-' || lpad(nextval('gate_pass_number')::text, 6, '0'), ${head.type}, ${parties.from_id}, ${parties.to_id},
      ${parties.vendor_id}, ${receiveSite(head.type, parties)}, ${head.party ?? null}, ${head.party_address ?? null},
      ${head.party_gstin || null}, ${head.purpose ?? ''}, ${head.remark ?? ''}, ${head.expected_return_on ?? null}, ${isBlind},
      ${returned?.id ?? null}, ${head.task_id ?? null}, ${head.carrier ?? null}, ${head.vehicle_no ?? null}, ${head.lr_no ?? null},
      ${head.eway_bill_no ?? null}, ${userId}, ${userId}) RETURNING number`.execute(tx)
  const number = rows[0]?.number ?? ''
  await recordEvent(tx, context, {
    ...{ entity: 'gate_pass', entityId: number, event: 'gate_pass.made', to: 'DRAFT' },
    details: { type: head.type, from: head.from_site, ...(head.to_site && { to: head.to_site }) },
  })
  return number
}

/** Where its goods are received: at the site where they go, at the source when a party brings them back, nowhere when given away. */
function receiveSite(type: PassType, { from_id, to_id }: Parties): string | null {
  return to_id ?? (type === 'returnable' ? from_id : null)
}

async function returnedPass(tx: Tx, context: CallContext, number: string | null): Promise<PassRow | null> {
  if (number === null) return null
  const pass = await findPass(tx, context.caller, number)
  if (toReturnOf(pass) === 0 || pass.to_site_id === null)
    throw moveNotAllowed(passWords.noReturnable, [], { values: { gate_pass: number } })
  return pass
}

/** Throws where a pass does not go from where the goods are that it brings back, and where a shop sends anything else. */
async function fitsWhatReturns(tx: Tx, { caller }: CallContext, pass: PassRow): Promise<void> {
  const brings = pass.returns === null ? null : await findPass(tx, caller, pass.returns)
  if (brings !== null && brings.to_site_id !== pass.from_site_id) {
    const values = { gate_pass: brings.gate_pass, site_name: brings.to_name, site_name_zh: brings.to_name_zh }
    throw moveNotAllowed(passWords.returnElsewhere, ['edit'], { values })
  }
  if (hasRight(caller, 'gatePassSend')) return
  if (brings?.from_site_id !== pass.to_site_id || pass.from_kind !== 'shop') throw forbidden(passWords.shopReturnsOnly)
}

const partyColumns = {
  from_id: col.textOrNull,
  is_own: col.flag.nullable(),
  from_zone: col.textOrNull,
  to_id: col.textOrNull,
  vendor_id: col.textOrNull,
}

type Parties = Omit<Row<typeof partyColumns>, 'from_id' | 'is_own'> & { from_id: string }

/** The rows behind the codes. Throws not_found for a code that is none, and invalid_input for what does not fit together. */
async function partiesOf(tx: Tx, caller: Caller, head: NewPass): Promise<Parties> {
  const { rows } = await rowsOf(partyColumns)`
    SELECT f.id::text AS from_id, ${ownSite(caller, 'f')} AS is_own, f.time_zone AS from_zone, t.id::text AS to_id, v.id::text AS vendor_id
    FROM (SELECT 1) one LEFT JOIN site f ON f.code = ${head.from_site} AND ${isOurs('f')}
    LEFT JOIN site t ON t.code = ${head.to_site ?? null} AND ${isOurs('t')} LEFT JOIN vendor v ON v.code = ${head.supplier_id ?? null}`.execute(
    tx,
  )
  const [found] = rows
  if (!found?.from_id) throw notFound(passWords.unknownSite, { site: head.from_site })
  if (!found.is_own) throw forbidden(stockWords.mayNotChange, { site: head.from_site })
  if (head.to_site && !found.to_id) throw notFound(passWords.unknownSite, { site: head.to_site })
  if (head.supplier_id && !found.vendor_id) throw notFound(passWords.unknownVendor, { supplier_id: head.supplier_id })
  const plain: PassHeader = {
    ...{
      type: head.type,
      from_site: head.from_site,
      to_site: head.to_site ?? null,
      supplier_id: head.supplier_id ?? null,
    },
    ...{ party: head.party ?? null, purpose: head.purpose ?? '', expected_return_on: head.expected_return_on ?? null },
  }
  const fields: { field: string; message: string }[] = faultsOfHeader(
    plain,
    dayIn(found.from_zone ?? 'UTC', new Date()),
  )
  if (head.party_gstin && !isGstin(head.party_gstin)) fields.push({ field: 'party_gstin', message: passWords.gstin })
  if (fields[0]) throw invalidInput(fields[0].message, { fields })
  return { ...found, from_id: found.from_id }
}

/** Sites between which gate passes go. */
const isOurs = (table: string) =>
  sql`${sql.ref(`${table}.kind`)} IN ('india_qc', 'warehouse', 'shop', 'production') AND ${sql.ref(`${table}.retired_at`)} IS NULL`

/** Changes what is given of the head. The source and the type stay once something is packed. */
async function changeHead(tx: Tx, context: CallContext, pass: PassRow, input: Input): Promise<string> {
  const kept = await keptHead(tx, pass)
  const given = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => value !== undefined && Object.hasOwn(kept, name)),
  ) as Partial<NewPass>
  const changed = Object.entries(given).filter(([name, value]) => (value ?? null) !== kept[name as keyof typeof kept])
  if (changed.length === 0) return pass.gate_pass
  const head: NewPass = { ...kept, ...given }
  if (pass.boxes > 0 && (head.type !== kept.type || head.from_site !== kept.from_site))
    throw moveNotAllowed(passWords.packedPlan, passMoves.edit.to)
  const parties = await partiesOf(tx, context.caller, head)
  // What it brings back already may be all that is out.
  const returned = head.returns === kept.returns ? undefined : await returnedPass(tx, context, head.returns ?? null)
  await touchPass(tx, context, pass.id, {
    ...{ type: head.type, from_site_id: parties.from_id, to_site_id: parties.to_id, vendor_id: parties.vendor_id },
    ...{ receive_site_id: receiveSite(head.type, parties), party: head.party, party_address: head.party_address },
    ...{ party_gstin: head.party_gstin || null, purpose: head.purpose, remark: head.remark, is_blind: head.is_blind },
    ...{
      expected_return_on: head.expected_return_on,
      ...(returned !== undefined && { returns_id: returned?.id ?? null }),
    },
    ...{ carrier: head.carrier },
    ...{ vehicle_no: head.vehicle_no, lr_no: head.lr_no, eway_bill_no: head.eway_bill_no },
  })
  const after = await findPass(tx, context.caller, pass.gate_pass)
  await holdReturnable(tx, after)
  await fitsWhatReturns(tx, context, after)
  await assertDueBack(tx, after)
  await recordEvent(tx, context, {
    ...{ entity: 'gate_pass', entityId: pass.gate_pass, event: 'gate_pass.changed' },
    details: Object.fromEntries(changed.map(([name, value]) => [name, (value ?? null) as string | boolean | null])),
  })
  return pass.gate_pass
}

/** The head as it stands, complete. */
async function keptHead(tx: Tx, pass: PassRow) {
  const own = await tx
    .selectFrom('gate_pass')
    .select(['party_address', 'party_gstin'])
    .where('id', '=', pass.id)
    .executeTakeFirstOrThrow()
  const { type, from_site, to_site, supplier_id, party, purpose, remark, expected_return_on, is_blind, returns } = pass
  const { carrier, vehicle_no, lr_no, eway_bill_no } = pass
  return {
    ...{ type, from_site, to_site, supplier_id, party, purpose, remark, expected_return_on, is_blind, returns },
    ...{ carrier, vehicle_no, lr_no, eway_bill_no, ...own },
  }
}
