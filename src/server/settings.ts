import type { Aql, InspectionLevel, LotScope, Severity } from '../shared/domain/sampling.ts'
import type { Db } from './http/call.ts'

/** House settings and their types; defaults are written by the first migration. */
interface Settings {
  ops_approval: 'before_vendor' | 'after_vendor'
  price_jump_percent: number
  new_vendor_days: number
  sscc_company_prefix: string
  qc_lot_scope: LotScope
  qc_level: InspectionLevel
  qc_aqls: Record<Severity, '0' | Aql>
  qc_blind_count: boolean
  invoice_series: string
}

/** One setting's value. Throws when the row is gone: a default guessed here would hide it. */
export async function readSetting<N extends keyof Settings>(db: Db, name: N): Promise<Settings[N]> {
  const row = await db.selectFrom('setting').where('name', '=', name).select('value').executeTakeFirst()
  if (row === undefined) throw new Error(`setting ${name} is missing`)
  return row.value as Settings[N]
}

/** The demo data was loaded here: its passwords and mails may be seen by anybody. */
export async function isDemo(db: Db): Promise<boolean> {
  const row = await db.selectFrom('setting').where('name', '=', 'demo_data').select('name').executeTakeFirst()
  return row !== undefined
}
