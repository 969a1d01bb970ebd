/**
 * Tables whose rows are written once and then stand: ledgers and histories, from which everything else can be recomputed. A trigger refuses
 * every change and removal (migration 0042), and the application's role has no right to either (`database-roles.ts`).
 */
export const appendOnly = [
  'audit_event',
  'line_move',
  'qc_move',
  'stock_move',
  'order_amendment',
  'order_amendment_line',
  'catalogue_move',
  'catalogue_note',
  'garment_version',
  'production_marker',
  'production_job_card',
  'sample_costing',
  'qc_checklist_answer',
  'roll_move',
  'facility_move',
] as const

/**
 * Said at the beginning of a transaction of the owner that may change such rows all the same: the demo data, which puts what it tells at
 * the beginning of its day.
 */
export const mayRewrite = "SET LOCAL selvedge.append_only = 'off'"
