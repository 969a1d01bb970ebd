import { sql } from 'kysely'
import type { AllocationDefaults } from '../../shared/areas/allocation/shapes.ts'
import type { CompanyFacts } from '../../shared/areas/company/facts.ts'
import type { TaxRules } from '../../shared/areas/gate-passes/documents.ts'
import type { Checklist } from '../../shared/areas/inspection/checklist.ts'
import type { KnownDefect } from '../../shared/areas/inspection/defect-library.ts'
import type { InspectionLevel } from '../../shared/areas/inspection/master-tables.ts'
import type { Aqls, LotScope } from '../../shared/areas/inspection/sampling.ts'
import type { StricterRule } from '../../shared/areas/inspection/stricter-rules.ts'
import type { VendorReason } from '../../shared/areas/orders/vendor-reasons.ts'
import type { RateWeights } from '../../shared/areas/vendor-inventory/rates.ts'
import type { Db, Tx } from '../http/call.ts'

/** House settings and their types; migrations write their defaults. */
export interface Settings {
  ops_approval: 'before_vendor' | 'after_vendor'
  price_jump_percent: number
  new_vendor_days: number
  sscc_company_prefix: string
  /** One waybill may be on several boxes of a shipment. */
  shared_waybills: boolean
  /** An export order goes to India only when all its boxes are loaded by scan. */
  load_before_shipping: boolean
  qc_lot_scope: LotScope
  qc_level: InspectionLevel
  qc_aqls: Aqls
  qc_blind_count: boolean
  qc_stricter: StricterRule[]
  india_qc_lot_scope: LotScope
  india_qc_level: InspectionLevel
  india_qc_aqls: Aqls
  india_qc_blind_count: boolean
  india_qc_stricter: StricterRule[]
  qc_defect_library: KnownDefect[]
  qc_checklist: Checklist
  india_qc_checklist: Checklist
  invoice_series: string
  purchase_order_series: string
  debit_note_series: string
  india_counts_on_receipt: 'as_declared' | 'by_count'
  volumetric_divisor: number
  vendor_reasons: VendorReason[]
  inventory_update_days: number
  inventory_low_days: number
  sale_rate_weights: RateWeights
  negotiation_answer_days: number
  /** Facts of the company; those that nobody set yet are left out. */
  company: Partial<
    Omit<CompanyFacts, 'sscc_company_prefix' | 'invoice_series' | 'shared_waybills' | 'load_before_shipping'>
  >
  /** So many days after its verdict a QC result can be disputed, and within so many a dispute is to be answered. */
  dispute_open_days: number
  dispute_answer_days: number
  gate_pass_blind: boolean
  /** site.code of those that receive blind where not all do. */
  gate_pass_blind_sites: string[]
  gate_pass_tax: TaxRules[]
  /** Makes a second person count what differs in a stock count before it is posted. */
  stock_count_second: boolean
  /** Pieces that may be cut beyond those ordered, and that a facility's box holds at most. */
  cutting_tolerance_percent: number
  facility_box_pieces: number
  /** Months after which an order that ended is changed no more; 0 for never. */
  closed_order_months: number
  /** Defaults of new allocations and replenishment. */
  allocation: AllocationDefaults
  first_day: 'open' | 'done' | 'dismissed'
}

/** One setting's value. Throws when the row is gone: a default guessed here would hide it. */
export async function readSetting<N extends keyof Settings>(db: Db, name: N): Promise<Settings[N]> {
  const row = await db.selectFrom('setting').where('name', '=', name).select('value').executeTakeFirst()
  if (row === undefined) throw new Error(`setting ${name} is missing`)
  return row.value as Settings[N]
}

/** Writes one over what stands there. */
export async function writeSetting<N extends keyof Settings>(tx: Db | Tx, name: N, value: Settings[N]): Promise<void> {
  await tx
    .updateTable('setting')
    .set((eb) => ({ value: JSON.stringify(value), version: eb('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('name', '=', name)
    .execute()
}

/** The demo data was loaded here: its passwords and mails may be seen by anybody. */
export async function isDemo(db: Db): Promise<boolean> {
  const row = await db.selectFrom('setting').where('name', '=', 'demo_data').select('name').executeTakeFirst()
  return row !== undefined
}
