import { party } from '../../shared/contract/qc-shapes.ts'
import { rowsOf } from '../database/rows.ts'
import type { Db } from '../http/call.ts'
import { invalidInput } from '../http/errors.ts'
import type { Party } from './invoice-rows.ts'

const chooseParty = {
  exporter: 'Please choose an exporter.',
  consignee: 'Please choose a consignee.',
} as const

/** A party of a new paper: the one named, or the only one there is. Throws invalid_input where that says nothing. */
export async function chosenParty(db: Db, kind: Party['kind'], code: string | undefined): Promise<Party> {
  const { rows } = await rowsOf(party.shape)`
    SELECT code, kind, name, address, country, tax_id, contact FROM trade_party
    WHERE kind = ${kind} AND is_active AND (${code ?? null}::text IS NULL OR code = ${code ?? null}) LIMIT 2`.execute(
    db,
  )
  const [only, other] = rows
  if (only === undefined || other !== undefined) throw invalidInput(chooseParty[kind])
  return only
}
