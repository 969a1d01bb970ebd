import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { CustomsFacts } from '../../shared/domain/qc-paper-sheets.ts'
import type { RefusalReason } from '../../shared/domain/reasons.ts'
import type { Role, Team } from '../../shared/domain/roles.ts'
import type { ShipmentState } from '../../shared/domain/shipment-status.ts'

/** Calendar days travel as `yyyy-mm-dd` text: a Date would shift them with the zone. */
type Day = ColumnType<string, string, string>
type Instant = ColumnType<Date, Date | string | undefined, Date | string>
type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Json = JSONColumnType<Record<string, unknown>, string | undefined, string>

export interface SiteRow {
  id: string
  code: string
  name: string
  name_zh: string
  kind: 'china_qc' | 'india_qc' | 'warehouse' | 'shop' | 'production'
  country: string
  address: string
  time_zone: string
}

export interface VendorRow {
  id: string
  code: string
  name: string
  name_zh: string
  city: string
  time_zone: Generated<string>
  onboarded_on: Day
  is_selectable: Generated<boolean>
}

export interface AppUserRow {
  id: string
  email: string
  name: string
  role: Role
  team: Team | null
  vendor_id: string | null
  password_hash: string
  failed_sign_ins: Generated<number>
  locked_until: NullableInstant
  is_active: Generated<boolean>
  must_change_password: Generated<boolean>
  last_sign_in_at: NullableInstant
  created_at: Instant
  updated_at: Instant
  updated_by: string | null
  version: Generated<number>
}

export interface SessionRow {
  id: string
  token_hash: Buffer
  user_id: string
  created_at: Instant
  expires_at: ColumnType<Date, Date | string, Date | string>
  ended_at: NullableInstant
  address: Generated<string>
  user_agent: Generated<string>
  seen_role: Role | null
  seen_team: Team | null
  seen_vendor_id: string | null
}

export interface OneTimeCodeRow {
  id: string
  user_id: string
  purpose: 'sign_in' | 'reset_password'
  code_hash: string | null
  tries: Generated<number>
  created_at: Instant
  expires_at: ColumnType<Date, Date | string, Date | string>
  ended_at: NullableInstant
}

export interface MailOutboxRow {
  id: string
  to_address: string
  subject: string
  body: string | null
  created_at: Instant
  due_at: Instant
  give_up_at: ColumnType<Date, Date | string, Date | string>
  tries: Generated<number>
  sent_at: NullableInstant
  given_up_at: NullableInstant
}

export interface StyleRow {
  id: string
  code: string
  vendor_id: string
  name: string
  name_zh: string
  category: string
}

export interface SkuRow {
  id: string
  nm_sku: string
  style_id: string
  color: string
  color_zh: string
  size: string
  size_rank: number
}

interface QuantityColumns {
  ordered: number
  awaiting: number
  platform: Generated<number>
  reserved: Generated<number>
  packed: Generated<number>
  shipped: Generated<number>
  rejected: Generated<number>
  oos: Generated<number>
}

export interface VendorOrderRow extends QuantityColumns {
  id: string
  order_id: string
  vendor_id: string
  style_id: string
  destination_id: string
  order_date: Day
  ship_by: Day
  unit_price_minor: number
  currency: string
  previous_unit_price_minor: number | null
  is_flagged_urgent: Generated<boolean>
  is_price_jump: Generated<boolean>
  is_new_vendor: Generated<boolean>
  decision: Generated<'NEW' | 'APPROVED' | 'NOT_APPROVED'>
  vendor_decision: Generated<'NEW' | 'ANSWERED'>
  remark: string | null
  stage: GeneratedAlways<number>
  created_at: Instant
  version: Generated<number>
}

export interface OrderLineRow extends QuantityColumns {
  id: string
  order_id: string
  sku_id: string
  vendor_decision: Generated<'NEW' | 'CONFIRMED' | 'REJECTED' | 'OUT_OF_STOCK'>
  reason: RefusalReason | null
  remark: string | null
}

export interface ShipmentTableRow {
  id: string
  shipment_id: string
  vendor_id: string
  destination_id: string
  state: ShipmentState
  invoice_number: string | null
  carrier: string | null
  packing_hash: string | null
  created_at: Instant
  created_by: string
  shipped_at: NullableInstant
  updated_at: Instant
  updated_by: string
  version: Generated<number>
}

export interface ShipmentLineRow {
  id: string
  shipment_id: string
  order_line_id: string
  quantity: number
}

export interface BoxRow {
  id: string
  shipment_id: string
  box_no: string
  position: number
  sscc: string
  tracking_id: string | null
  weight_grams: number | null
  inwarded_at: NullableInstant
  created_at: Instant
  removed_at: NullableInstant
}

export interface BoxLineRow {
  box_id: string
  order_line_id: string
  position: number
  quantity: number
}

export interface LineMoveRow {
  id: string
  order_line_id: string
  kind: string
  quantity: number
  reason: string | null
  remark: string | null
  shipment_id: string | null
  audit_id: string
  at: Instant
}

export interface AuditEventRow {
  id: string
  at: Instant
  user_id: string | null
  entity: string
  entity_id: string
  event: string
  from_state: string | null
  to_state: string | null
  source: 'screen' | 'file' | 'bulk' | 'api'
  request_id: string
  details: Json
  subject_id: string | null
}

export interface IdempotencyKeyRow {
  user_id: string
  key: string
  request_hash: string
  reply: ColumnType<unknown, string | null, string | null>
  created_at: Instant
}

export interface RefusedUploadRow {
  id: string
  user_id: string
  file_name: string
  file: Buffer
  faults: ColumnType<unknown, string, string>
  created_at: Instant
}

export interface LabelFileRow {
  id: string
  user_id: string
  kind: string
  labels: ColumnType<unknown, string, string>
  created_at: Instant
}

export interface UserActionRow {
  id: string
  user_id: string
  at: ColumnType<Date, Date | string, Date | string>
  kind: string
  path: string | null
  request_id: string | null
  trace_id: string | null
  details: Json
}

export interface LanguageRow {
  code: string
  name: string
  created_by: string
  created_at: Instant
}

export interface TranslationRow {
  language: string
  key: string
  text: string | null
  asked_at: NullableInstant
  version: Generated<number>
  updated_by: string | null
  updated_at: Instant
}

export interface SettingRow {
  name: string
  value: ColumnType<unknown, string, string>
  updated_at: Instant
  version: Generated<number>
}

export interface NoticeOutboxRow {
  id: string
  kind: string
  user_id: string | null
  vendor_id: string | null
  roles: string[]
  actor_id: string | null
  group_key: string
  things: string[]
  details: Json
  at: Instant
}

export interface NoticeTableRow {
  id: string
  user_id: string
  kind: string
  group_key: string
  things: string[]
  count: number
  details: Json
  created_at: Instant
  updated_at: Instant
  read_at: NullableInstant
}

export interface NoticeMuteRow {
  user_id: string
  kind: string
}

export interface NoticeVersionRow {
  user_id: string
  version: number
  jobs: Generated<number>
}

export interface JobTableRow {
  id: string
  kind: string
  user_id: string
  role: Role
  team: Team | null
  vendor_id: string | null
  input: Json
  fingerprint: Buffer
  title: string
  title_values: JSONColumnType<Record<string, string | number>, string, string>
  state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>
  done: Generated<number>
  total: number | null
  step: string | null
  cancel_wanted: Generated<boolean>
  attempt: Generated<number>
  failures: Generated<number>
  most_failures: number
  worker: string | null
  lease_until: NullableInstant
  run_after: Instant
  problem: string | null
  problem_values: JSONColumnType<Record<string, string | number>, string | undefined, string>
  file_name: string | null
  file_type: string | null
  file_bytes: number | null
  created_at: Instant
  started_at: NullableInstant
  ended_at: NullableInstant
}

export interface JobPieceRow {
  job_id: string
  attempt: number
  place: number
  bytes: Buffer
}

export interface UserPreferenceRow {
  user_id: string
  name: string
  value: ColumnType<unknown, string, string>
  changed_at: Instant
}

export interface SavedViewRow {
  id: string
  list: string
  owner_id: string
  vendor_id: string | null
  name: string
  search: string
  layout: ColumnType<unknown, string, string>
  is_shared: Generated<boolean>
  created_at: Instant
  deleted_at: NullableInstant
  version: Generated<number>
}

export interface DefaultViewRow {
  user_id: string
  list: string
  view_id: string
}

export interface QcBoxRow {
  box_id: string
  shipment_id: string
  vendor_id: string
  site_id: string
  inwarded_at: Instant
  inwarded_by: string
  counted_at: NullableInstant
  counted_by: string | null
  was_blind: Generated<boolean>
  shelf: string | null
  round: Generated<number>
  inspections: Generated<number>
  open_missing: Generated<number>
  declared: number
  excess: Generated<number>
  uncounted: number
  to_inspect: Generated<number>
  on_hold: Generated<number>
  passed: Generated<number>
  shelved: Generated<number>
  ready: Generated<number>
  invoiced: Generated<number>
  shipped: Generated<number>
  failed: Generated<number>
  returned: Generated<number>
  missing: Generated<number>
  stage: GeneratedAlways<number>
  updated_at: Instant
  updated_by: string
  version: Generated<number>
}

export interface QcLineRow {
  box_id: string
  sku_id: string
  position: number
  round: Generated<number>
  declared: number
  excess: Generated<number>
  uncounted: number
  to_inspect: Generated<number>
  on_hold: Generated<number>
  passed: Generated<number>
  shelved: Generated<number>
  ready: Generated<number>
  invoiced: Generated<number>
  shipped: Generated<number>
  failed: Generated<number>
  returned: Generated<number>
  missing: Generated<number>
}

export interface QcCaseRow {
  id: string
  box_id: string
  sku_id: string
  kind: 'missing' | 'excess'
  quantity: number
  settled: Generated<number>
  withdrawn_at: NullableInstant
  owner_id: string
  remark: string | null
  opened_at: Instant
  opened_by: string
}

export interface QcCaseOutcomeRow {
  id: string
  case_id: string
  outcome: 'found' | 'claim' | 'write_off' | 'accepted' | 'send_back' | 'miscounted'
  quantity: number
  remark: string | null
  at: Instant
  by: string
}

export interface QcLotRow {
  id: string
  lot_group: string
  lot_key: string
  scope: 'style_colour' | 'box' | 'shipment'
  lot_size: number
  plan: ColumnType<unknown, string, string>
  frozen_at: Instant
}

export interface QcLotTurnRow {
  shipment_id: string
}

export interface QcInspectionRow {
  id: string
  box_id: string
  number: number
  round: number
  kind: 'inspection' | 'reinspection' | 'skip'
  previous_id: string | null
  computed: 'accept' | 'reject' | 'open' | 'none'
  verdict: 'passed' | 'failed' | 'hold' | 'mixed'
  override_reason: string | null
  reason: string | null
  remark: string | null
  cartons_opened: number | null
  sheet_rows: string[] | null
  at: Instant
  by: string
}

export interface QcInspectionLineRow {
  inspection_id: string
  sku_id: string
  round: Generated<number>
  passed: Generated<number>
  failed: Generated<number>
  on_hold: Generated<number>
  sampled: Generated<number>
}

export interface QcHeldLookRow {
  lot_id: string
  box_id: string
  sku_id: string
  sampled: number
  faulty: number
  failed_before: number
  critical: number
  major: number
  minor: number
}

export interface QcInspectionLotRow {
  inspection_id: string
  lot_id: string
  sampled: number
  critical: Generated<number>
  major: Generated<number>
  minor: Generated<number>
}

export interface QcDefectRow {
  id: string
  inspection_id: string
  sku_id: string
  reason: string
  severity: 'critical' | 'major' | 'minor'
  units: number
  is_further: Generated<boolean>
  remark: string
}

export interface QcImageRow {
  id: string
  user_id: string
  width: number
  height: number
  sha256: Buffer
  picture: Buffer
  thumbnail: Buffer
  created_at: Instant
}

export interface QcPhotoRow {
  image_id: string
  inspection_id: string
  defect_id: string | null
  position: number
}

export interface StyleMeasureRow {
  style_id: string
  size: string
  point: string
  point_zh: string
  position: number
  spec_mm: number
  tolerance_mm: number
}

export interface QcMeasurementRow {
  id: string
  inspection_id: string
  sku_id: string
  piece: number
  point: string
  spec_mm: number
  tolerance_mm: number
  actual_mm: number
}

export interface ReturnNoteTableRow {
  id: string
  number: string
  vendor_id: string
  site_id: string
  state: Generated<'SENT' | 'CANCELLED'>
  reason: string
  remark: string
  carrier: string | null
  tracking_id: string | null
  cancel_reason: string | null
  created_at: Instant
  created_by: string
  version: Generated<number>
}

export interface ReturnNoteLineRow {
  note_id: string
  box_id: string
  sku_id: string
  quantity: number
}

export interface TradePartyRow {
  code: string
  kind: 'exporter' | 'consignee'
  name: string
  address: string
  country: string
  tax_id: string | null
  contact: string | null
  is_active: Generated<boolean>
  version: Generated<number>
}

export interface StyleCustomsRow extends CustomsFacts {
  style_id: string
  updated_at: Instant
  updated_by: string | null
}

export interface NumberSeriesRow {
  series: string
  next: number
}

export interface InvoiceTableRow {
  id: string
  number: string
  series: string
  serial: number
  state: Generated<'LIVE' | 'VOID'>
  issued_on: string
  site_id: string
  currency: string
  consignee_code: string
  exporter: ColumnType<unknown, string, string>
  consignee: ColumnType<unknown, string, string>
  boxes: number
  pieces: number
  total_minor: number
  remark: string | null
  void_reason: string | null
  voided_at: NullableInstant
  voided_by: string | null
  created_at: Instant
  created_by: string
  version: Generated<number>
}

export interface InvoiceBoxRow {
  invoice_id: string
  box_id: string
  position: number
  is_live: Generated<boolean>
}

export interface InvoiceLineRow extends CustomsFacts {
  id: string
  invoice_id: string
  box_id: string
  order_line_id: string
  quantity: number
  unit_price_minor: number
}

export interface ExportOrderTableRow {
  id: string
  number: string
  invoice_id: string
  state: Generated<'OPEN' | 'SHIPPED' | 'CANCELLED'>
  incoterm: string
  port_of_loading: string
  port_of_discharge: string
  transport: 'air' | 'sea' | 'road'
  carrier: string | null
  transport_document: string | null
  gross_weight_grams: number | null
  cancel_reason: string | null
  created_at: Instant
  created_by: string
  shipped_at: NullableInstant
  shipped_by: string | null
  version: Generated<number>
}

export interface QcMoveRow {
  id: string
  box_id: string
  sku_id: string
  kind: string
  quantity: number
  reason: string | null
  remark: string | null
  inspection_id: string | null
  invoice_id: string | null
  return_note_id: string | null
  audit_id: string
  at: Instant
}

/** The tables, as Kysely sees them. `bigint` prices fit a double and are parsed as numbers. */
export interface Tables {
  site: SiteRow
  vendor: VendorRow
  app_user: AppUserRow
  session: SessionRow
  one_time_code: OneTimeCodeRow
  mail_outbox: MailOutboxRow
  style: StyleRow
  sku: SkuRow
  vendor_order: VendorOrderRow
  order_line: OrderLineRow
  shipment: ShipmentTableRow
  shipment_line: ShipmentLineRow
  box: BoxRow
  box_line: BoxLineRow
  line_move: LineMoveRow
  audit_event: AuditEventRow
  idempotency_key: IdempotencyKeyRow
  refused_upload: RefusedUploadRow
  label_file: LabelFileRow
  user_action: UserActionRow
  setting: SettingRow
  language: LanguageRow
  translation: TranslationRow
  user_preference: UserPreferenceRow
  saved_view: SavedViewRow
  default_view: DefaultViewRow
  notice_outbox: NoticeOutboxRow
  notice: NoticeTableRow
  notice_mute: NoticeMuteRow
  notice_version: NoticeVersionRow
  job: JobTableRow
  job_piece: JobPieceRow
  qc_box: QcBoxRow
  qc_line: QcLineRow
  qc_case: QcCaseRow
  qc_case_outcome: QcCaseOutcomeRow
  qc_lot: QcLotRow
  qc_lot_turn: QcLotTurnRow
  qc_inspection: QcInspectionRow
  qc_inspection_line: QcInspectionLineRow
  qc_inspection_lot: QcInspectionLotRow
  qc_held_look: QcHeldLookRow
  qc_defect: QcDefectRow
  qc_image: QcImageRow
  qc_photo: QcPhotoRow
  style_measure: StyleMeasureRow
  qc_measurement: QcMeasurementRow
  return_note: ReturnNoteTableRow
  return_note_line: ReturnNoteLineRow
  trade_party: TradePartyRow
  style_customs: StyleCustomsRow
  number_series: NumberSeriesRow
  invoice: InvoiceTableRow
  invoice_box: InvoiceBoxRow
  invoice_line: InvoiceLineRow
  export_order: ExportOrderTableRow
  qc_move: QcMoveRow
}
