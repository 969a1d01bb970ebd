import { documentFaults, isCountry } from '../../../shared/areas/invoices/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { plainText } from '../../../shared/kernel/codes.ts'
import { oneLine } from '../../../shared/kernel/shapes.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { type CallContext, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput } from '../../http/errors.ts'
import { readCompany } from '../company/facts.ts'

/** Exporters and consignees of export documents, those no longer used among them. */
export const tradeParties: Handlers<Contract['invoices']>['tradeParties'] = async (_, { db }) => {
  const { name, address, gstin } = await readCompany(db)
  return reply({ parties: await loadParties(db), company: { name, address, tax_id: gstin } })
}

function loadParties(db: Db) {
  return db
    .selectFrom('trade_party')
    .select([
      'code',
      'kind',
      'name',
      'address',
      'country',
      'tax_id',
      'contact',
      'payment_terms',
      'bank',
      'is_active',
      'version',
    ])
    .orderBy('kind', 'desc')
    .orderBy('code')
    .execute()
}

type Input = Taken<Contract['invoices']['saveTradeParty']>
const partyCode = /^[A-Z0-9][A-Z0-9._-]{0,19}$/

/** Adds a party under a new code, or changes the one that the given version is of. Issued invoices keep what they said. */
export const saveTradeParty: Handlers<Contract['invoices']>['saveTradeParty'] = async (input, context) => {
  const code = plainText(input.code).toUpperCase()
  if (!partyCode.test(code)) throw invalidInput('A code has letters, digits, dots and dashes.')
  if (!oneLine.test(input.name)) throw invalidInput('A name is one line.')
  if (!isCountry(input.country)) throw invalidInput(documentFaults.origin)
  return context.command(async (tx) => {
    await saveParty(tx, context, { ...input, code })
    return reply({ parties: await loadParties(tx) }, 'Party saved.')
  })
}

async function saveParty(tx: Tx, context: CallContext, { version, ...input }: Input): Promise<void> {
  const { code } = input
  const { payment_terms, bank } = input
  const row = {
    ...input,
    tax_id: input.tax_id || null,
    contact: input.contact || null,
    // Left out by who does not know them, they stay.
    ...(payment_terms !== undefined && { payment_terms: payment_terms || null }),
    ...(bank !== undefined && { bank: bank || null }),
  }
  const before = await tx
    .selectFrom('trade_party')
    .where('code', '=', code)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (before === undefined) {
    if (version !== undefined) throw conflict('This party is not there any more. Please look again.')
    const added = await tx
      .insertInto('trade_party')
      .values(row)
      .onConflict((on) => on.doNothing())
      .executeTakeFirst()
    // Another one added it in the same moment.
    if (Number(added.numInsertedOrUpdatedRows) === 0) throw codeTaken(code)
  } else {
    if (version === undefined) throw codeTaken(code)
    await assertFresh(tx, { entity: 'party', entityId: code, version: before.version }, version)
    if (before.kind !== row.kind)
      throw invalidInput('An exporter does not become a consignee, nor the other way round.')
    await tx
      .updateTable('trade_party')
      .set((eb) => ({ ...row, version: eb('version', '+', 1) }))
      .where('code', '=', code)
      .execute()
  }
  await recordEvent(tx, context, {
    entity: 'party',
    entityId: code,
    event: before === undefined ? 'party.added' : 'party.changed',
    details: { name: row.name, is_active: row.is_active },
  })
}

function codeTaken(code: string) {
  return conflict('The code {{code}} is in use.', { values: { code } })
}
