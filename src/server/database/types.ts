import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
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
}
