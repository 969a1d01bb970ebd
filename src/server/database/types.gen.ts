// Written by `npm run database-types` from the migrated tables. Change a migration, not this file.

import type { RefusalReason } from "../../shared/kernel/reasons.ts";
import type { Role, Team } from "../../shared/kernel/roles.ts";
import type { JsonColumn, JsonObjectColumn, JsonValuesColumn } from "./json-columns.ts";
import type { ColumnType, GeneratedAlways } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Numeric = ColumnType<string, number | string, number | string>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AllocationCell {
  locked: number | null;
  sku_id: string;
  store_id: string;
  task_id: string;
}

export interface AllocationOutward {
  choice: Generated<"offered" | "shortlisted" | "removed">;
  gate_pass: string | null;
  id: string;
  limited_by: string | null;
  need: number | null;
  quantity: number;
  sku_id: string;
  source_id: string;
  store_id: string;
  task_id: string;
}

export interface AllocationReplay {
  category: string | null;
  days: number;
  every: number;
  id: string;
  job_id: string | null;
  made_at: Generated<Timestamp>;
  made_by: string;
  outcome: Json | null;
  settings: Json;
}

export interface AllocationSite {
  position: number;
  role: "source" | "store";
  site_id: string;
  task_id: string;
}

export interface AllocationStyle {
  available: Generated<number>;
  broken: Generated<Json>;
  broken_stores: Generated<number>;
  cells: Json | null;
  choice: Generated<"offered" | "shortlisted" | "removed">;
  color: string;
  cut: Generated<number>;
  extra: Generated<number>;
  given: Generated<number>;
  id: string;
  need: Generated<number>;
  over_stores: Generated<number>;
  short: Generated<number>;
  stores: Generated<number>;
  style_id: string;
  taken_apart: Generated<Json>;
  task_id: string;
  unset: Generated<number>;
}

export interface AllocationTask {
  calculated_at: Timestamp | null;
  categories: string[];
  created_at: Generated<Timestamp>;
  created_by: string;
  frozen_at: Timestamp | null;
  id: string;
  is_frozen: Generated<boolean>;
  is_outdated: Generated<boolean>;
  job_id: string | null;
  name: string;
  number: string;
  rates_as_of: string | null;
  reason: string | null;
  seasons: Generated<string[]>;
  settings: Json;
  state: Generated<"CREATED" | "CALCULATED" | "SHORTLISTED" | "SUBMITTED" | "GATEPASSES_CREATED" | "REJECTED">;
  version: Generated<number>;
  what_if: Json | null;
}

export interface ApiKey {
  created_at: Generated<Timestamp>;
  created_by: string;
  expires_at: Timestamp;
  hint: string;
  id: string;
  last_used_at: Timestamp | null;
  name: string;
  revoked_at: Timestamp | null;
  revoked_by: string | null;
  secret_hash: Buffer;
}

export interface AppUser {
  created_at: Generated<Timestamp>;
  email: string;
  further_rights: Generated<string[]>;
  id: string;
  is_active: Generated<boolean>;
  is_machine: Generated<boolean>;
  last_sign_in_at: Timestamp | null;
  must_change_password: Generated<boolean>;
  name: string;
  password_hash: string;
  role: Role;
  site_ids: Generated<string[]>;
  team: Team | null;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  vendor_id: string | null;
  version: Generated<number>;
}

export interface ArrivalClosing {
  closed_at: Generated<Timestamp>;
  closed_by: string;
  number: string;
  origin: "export_order" | "shipment" | "production";
  remark: string | null;
  site_id: string;
}

export interface ArrivalFeed {
  key_hash: Buffer;
  last_read_at: Timestamp | null;
  made_at: Generated<Timestamp>;
  user_id: string;
}

export interface Assortment {
  closed_at: Timestamp | null;
  code: string;
  created_at: Generated<Timestamp>;
  created_by: string;
  id: string;
  name: string;
  number: number;
  remark: string | null;
  version: Generated<number>;
}

export interface AssortmentStyle {
  assortment_id: string;
  catalogue_id: string;
  colors: string[];
  position: number;
  ratio: Generated<Json>;
}

export interface AuditEvent {
  at: Generated<Timestamp>;
  details: JsonObjectColumn;
  entity: string;
  entity_id: string;
  event: string;
  from_state: string | null;
  id: string;
  request_id: string;
  seq: Generated<number>;
  source: "screen" | "file" | "bulk" | "api";
  subject_id: string | null;
  to_state: string | null;
  user_id: string | null;
}

export interface Box {
  box_no: string;
  created_at: Generated<Timestamp>;
  height_mm: number | null;
  id: string;
  inwarded_at: Timestamp | null;
  length_mm: number | null;
  position: number;
  removed_at: Timestamp | null;
  shipment_id: string;
  sscc: string;
  tracking_id: string | null;
  waybill_place: Generated<number>;
  weight_grams: number | null;
  width_mm: number | null;
}

export interface BoxDiscrepancy {
  box_id: string | null;
  code: string;
  id: string;
  kind: "short" | "excess" | "damaged";
  number: string | null;
  opened_at: Generated<Timestamp>;
  opened_by: string;
  origin: "export_order" | "shipment" | "production" | null;
  outcome: "found" | "claim" | "write_off" | "accepted" | "sent_back" | "mistake" | null;
  outcome_remark: string | null;
  owner_id: string;
  pieces: number | null;
  remark: string | null;
  settled_at: Timestamp | null;
  settled_by: string | null;
  site_id: string;
  version: Generated<number>;
  withdrawn_at: Timestamp | null;
}

export interface BoxDiscrepancyPhoto {
  discrepancy_id: string;
  image_id: string;
  position: number;
}

export interface BoxLine {
  box_id: string;
  order_line_id: string;
  position: number;
  quantity: number;
}

export interface BuyerReview {
  catalogue_id: string;
  deadline: string;
  decided_at: Timestamp | null;
  decision: "pass" | "fail" | null;
  decision_remark: string | null;
  id: string;
  opened_at: Generated<Timestamp>;
  opened_by: string;
  overdue_told_at: Timestamp | null;
  responsible_id: string;
  version: Generated<number>;
}

export interface BuyerReviewReviewer {
  review_id: string;
  reviewer_id: string;
}

export interface BuyerReviewVerdict {
  given_at: Generated<Timestamp>;
  remark: string | null;
  review_id: string;
  reviewer_id: string;
  score: number;
  verdict: "pass" | "fail";
}

export interface CatalogueColor {
  catalogue_id: string;
  color: string;
  color_zh: string;
  id: string;
  position: number;
}

export interface CatalogueMove {
  catalogue_id: string;
  from_status: string | null;
  id: string;
  is_back: Generated<boolean>;
  moved_at: Generated<Timestamp>;
  moved_by: string;
  remark: string | null;
  seq: Generated<number>;
  to_status: string;
  verdict_id: string | null;
}

export interface CatalogueNote {
  catalogue_id: string;
  id: string;
  said_at: Generated<Timestamp>;
  said_by: string;
  seq: Generated<number>;
  text: string;
}

export interface CataloguePicture {
  added_at: Generated<Timestamp>;
  added_by: string;
  average_hash: number | null;
  bytes: number;
  catalogue_id: string;
  color: string | null;
  file_id: string;
  height: number;
  id: string;
  position: number;
  removed_at: Timestamp | null;
  removed_by: string | null;
  sha256: Buffer;
  width: number;
}

export interface CatalogueSample {
  called_off_from: string | null;
  carrier: string | null;
  catalogue_id: string;
  code: Generated<string>;
  created_at: Generated<Timestamp>;
  created_by: string;
  due_on: string | null;
  id: string;
  judged_at: Timestamp | null;
  judged_by: string | null;
  pilling: string | null;
  received_at: Timestamp | null;
  remark: string | null;
  round: number;
  sent_at: Timestamp | null;
  spec_version: number | null;
  state: "planned" | "requested" | "sent" | "received" | "measured" | "passed" | "failed" | "called_off";
  stretchability: string | null;
  tracking: string | null;
  transparency: string | null;
  version: Generated<number>;
  weight_qc_g: number | null;
  weight_vendor_g: number | null;
}

export interface CatalogueSampleMeasure {
  measured_mm: number;
  point: string;
  sample_id: string;
  size: string;
  spec_mm: number | null;
  tolerance_mm: number | null;
}

export interface CatalogueSamplePhoto {
  image_id: string;
  position: number;
  sample_id: string;
}

export interface CatalogueSplit {
  catalogue_id: string;
  quantity: number;
  vendor_id: string;
}

export interface CatalogueStyle {
  attributes: Generated<Json>;
  buyer_remarks: string | null;
  came_from: string | null;
  catalogue_type: string;
  category: string;
  code: string;
  created_at: Generated<Timestamp>;
  created_by: string;
  fabric_composition: string | null;
  fabric_type: string | null;
  hs_code: string | null;
  id: string;
  launch_id: string | null;
  link_1688: string | null;
  link_key: string | null;
  name: string;
  name_zh: string;
  number: number;
  padded: boolean | null;
  picture_id: string | null;
  pieces_per_month: number | null;
  pilling: string | null;
  price_currency: string | null;
  price_minor: number | null;
  push_up: boolean | null;
  size_set: string | null;
  status: "New Styles" | "Selected for Sample QC" | "Design Rejected" | "Sample QC Done" | "Assortment Passed" | "Assortment Failed" | "Review Pending" | "Pending for Assortment Selection" | "Info to be added" | "Buyer Review Pending" | "Additional Details Pending" | "Sample QC Completed" | "Live on Website" | "Vendor Delisted" | "Sample OOS";
  status_since: Generated<Timestamp>;
  stretchability: string | null;
  style_id: string | null;
  supply_chain: "china" | "india";
  transparency: string | null;
  vendor_id: string;
  vendor_style: string;
  version: Generated<number>;
  wiring: string | null;
}

export interface CorrectiveAction {
  about_code: string | null;
  about_id: string | null;
  about_kind: "order" | "shipment" | "box" | "lot" | "discrepancy" | "reason" | null;
  answered_at: Timestamp | null;
  answered_by: string | null;
  done: string | null;
  due_on: string;
  id: string;
  judged_at: Timestamp | null;
  judged_by: string | null;
  number: string;
  opened_at: Generated<Timestamp>;
  opened_by: string;
  overdue_told_for: string | null;
  owner_id: string | null;
  remark: string | null;
  reminded_for: string | null;
  root_cause: string | null;
  state: Generated<"opened" | "answered" | "returned" | "accepted" | "closed" | "cancelled">;
  title: string;
  vendor_id: string;
  version: Generated<number>;
  wrong: string;
}

export interface CorrectiveActionPhoto {
  action_id: string;
  image_id: string;
  position: number;
}

export interface CounterProposal {
  decided_at: Timestamp | null;
  decided_by: string | null;
  decline_reason: string | null;
  id: string;
  kind: "date" | "price" | "quantity";
  order_id: string;
  proposed_at: Generated<Timestamp>;
  proposed_by: string;
  remark: string;
  ship_by: string | null;
  ship_by_before: string | null;
  state: Generated<"OPEN" | "TAKEN" | "DECLINED" | "WITHDRAWN">;
  unit_price_before: number | null;
  unit_price_minor: number | null;
  vendor_reason: "price" | "minimum_quantity" | "capacity" | "deadline" | "fabric";
}

export interface CounterProposalLine {
  order_line_id: string;
  proposal_id: string;
  quantity: number;
}

export interface DebitNote {
  created_at: Generated<Timestamp>;
  created_by: string;
  currency: string;
  id: string;
  number: string;
  site_id: string;
  vendor_id: string;
}

export interface DefaultView {
  list: string;
  user_id: string;
  view_id: string;
}

export interface Disposition {
  at: Generated<Timestamp>;
  box_id: string;
  by: string;
  close_remark: string | null;
  closed_at: Timestamp | null;
  closed_by: string | null;
  debit_note_id: string | null;
  id: string;
  kind: "return" | "rework" | "replace" | "credit" | "concession" | "b_grade" | "scrap";
  quantity: number;
  reason: string | null;
  remark: string | null;
  return_note_id: string | null;
  site_id: string;
  sku_id: string;
  state: "OPEN" | "DONE" | "UNDONE";
  value_minor: number | null;
}

export interface ExportLoad {
  box_id: string;
  export_order_id: string;
  id: string;
  loaded_at: Generated<Timestamp>;
  loaded_by: string;
  off_at: Timestamp | null;
  off_by: string | null;
  off_scan_id: string | null;
  scan_id: string | null;
  vehicle: string | null;
}

export interface ExportOrder {
  arrives_on: string | null;
  cancel_reason: string | null;
  carrier: string | null;
  created_at: Generated<Timestamp>;
  created_by: string;
  destination_id: string | null;
  gross_weight_grams: number | null;
  id: string;
  incoterm: string;
  invoice_id: string;
  loading_finished_at: Timestamp | null;
  loading_finished_by: string | null;
  number: string;
  port_of_discharge: string;
  port_of_loading: string;
  shipped_at: Timestamp | null;
  shipped_by: string | null;
  state: Generated<"OPEN" | "SHIPPED" | "CANCELLED">;
  transport: "air" | "sea" | "road";
  transport_document: string | null;
  version: Generated<number>;
}

export interface FabricLot {
  consumed: Generated<number>;
  first_received_on: string;
  free: Generated<number>;
  id: string;
  lot: string;
  material_id: string;
  received: Generated<number>;
  reserved: Generated<number>;
  returned: Generated<number>;
  shade: string;
  written_off: Generated<number>;
}

export interface FabricRoll {
  consumed: Generated<number>;
  free: Generated<number>;
  gsm: number | null;
  id: string;
  is_sampled: Generated<boolean>;
  lot_id: string;
  material_id: string;
  number: string;
  opened: number;
  place_id: string;
  received: number;
  received_on: string;
  reserved: Generated<number>;
  returned: Generated<number>;
  score_hundredths: number | null;
  shrinkage_tenths: number | null;
  state: "to_inspect" | "on_hold" | "accepted" | "rejected";
  supplier_roll: string | null;
  version: Generated<number>;
  width_mm: number | null;
  written_off: Generated<number>;
}

export interface FacilityBox {
  box_no: number | null;
  code: string;
  facility_id: string;
  id: string;
  made_at: Generated<Timestamp>;
  made_by: string;
  pieces: number;
  shipment_id: string | null;
  unpacked_at: Timestamp | null;
  version: Generated<number>;
  weight_grams: number | null;
}

export interface FacilityBoxLine {
  box_id: string;
  line_id: string;
  quantity: number;
}

export interface FacilityDocument {
  content: Json;
  id: string;
  issued_at: Generated<Timestamp>;
  issued_on: string;
  kind: "delivery_challan" | "stock_transfer_note" | "tax_invoice";
  number: string;
  serial: number;
  series: string;
  shipment_id: string;
  state: Generated<"LIVE" | "CANCELLED">;
}

export interface FacilityJob {
  allotted: Generated<number>;
  checking: Generated<number>;
  cutting: Generated<number>;
  facility_id: string;
  finishing: Generated<number>;
  id: string;
  order_id: string;
  overcut: Generated<number>;
  packed: Generated<number>;
  pending: Generated<number>;
  reject: Generated<number>;
  rework: Generated<number>;
  shipment_pending: Generated<number>;
  shipped: Generated<number>;
  started_at: Generated<Timestamp>;
  stitching: Generated<number>;
  updated_at: Generated<Timestamp>;
  updated_by: string;
  version: Generated<number>;
}

export interface FacilityLine {
  allotted: Generated<number>;
  checking: Generated<number>;
  color: string;
  cutting: Generated<number>;
  finishing: Generated<number>;
  id: string;
  job_id: string;
  overcut: Generated<number>;
  packed: Generated<number>;
  pending: Generated<number>;
  reject: Generated<number>;
  rework: Generated<number>;
  shipment_pending: Generated<number>;
  shipped: Generated<number>;
  size: string;
  sku_id: string;
  stitching: Generated<number>;
}

export interface FacilityMove {
  at: Generated<Timestamp>;
  audit_id: string;
  box_id: string | null;
  id: string;
  kind: string;
  line_id: string;
  quantity: number;
  reason: string | null;
  remark: string | null;
}

export interface FacilityReceipt {
  at: Generated<Timestamp>;
  by: string;
  id: string;
  job_id: string;
  quantity: number;
  remark: Generated<string>;
  roll_id: string;
  sent: number;
}

export interface FacilityShipment {
  carrier: Generated<string>;
  destination_id: string;
  dispatched_at: Timestamp | null;
  distance_km: number | null;
  eway_bill_no: Generated<string>;
  facility_id: string;
  id: string;
  lr_no: Generated<string>;
  made_at: Generated<Timestamp>;
  made_by: string;
  number: Generated<string>;
  reason: string | null;
  state: Generated<"PACKING" | "DISPATCHED" | "CANCELLED">;
  vehicle_no: Generated<string>;
  version: Generated<number>;
}

export interface FeedBatch {
  at: Generated<Timestamp>;
  entity: string;
  event_ids: string[];
  number: number | null;
  seq: Generated<number>;
}

export interface FeedLast {
  is_only: Generated<boolean>;
  number: number;
}

export interface FileStore {
  id: Generated<number>;
  installation: Generated<string>;
}

export interface GarmentPoint {
  catalogue_id: string;
  how_to_measure: string;
  point: string;
  point_zh: string;
  position: number;
  size: string;
  spec_mm: number;
  tolerance_mm: number;
}

export interface GarmentProposal {
  base: number;
  catalogue_id: string;
  content: Json;
  decided_at: Timestamp | null;
  decided_by: string | null;
  file_name: string | null;
  id: string;
  kind: "points" | "grading";
  made_at: Generated<Timestamp>;
  made_by: string;
  remark: string | null;
  state: Generated<"waiting" | "taken" | "refused">;
  version: Generated<number>;
}

export interface GarmentVersion {
  adds: number;
  asked_by: string | null;
  catalogue_id: string;
  changes: number;
  content: Json;
  file_name: string | null;
  kind: "points" | "grading";
  made_at: Timestamp | null;
  made_by: string | null;
  number: number;
  put_back: number | null;
  removes: number;
}

export interface GatePass {
  carrier: string | null;
  completed_at: Timestamp | null;
  completed_by: string | null;
  created_at: Generated<Timestamp>;
  created_by: string;
  eway_bill_no: string | null;
  expected_return_on: string | null;
  from_site_id: string;
  id: string;
  is_blind: boolean;
  lr_no: string | null;
  number: string;
  party: string | null;
  party_address: string | null;
  party_gstin: string | null;
  purpose: Generated<string>;
  receive_site_id: string | null;
  remark: Generated<string>;
  returns_id: string | null;
  state: Generated<"DRAFT" | "CONFIRMED" | "PACKING" | "SUBMITTED" | "PARTLY_RECEIVED" | "RECEIVED" | "COMPLETED" | "CANCELLED">;
  submitted_at: Timestamp | null;
  submitted_by: string | null;
  task_id: string | null;
  to_site_id: string | null;
  told_overdue_on: string | null;
  type: "stock_transfer" | "returnable" | "non_returnable" | "vendor_return" | "consumption";
  updated_at: Generated<Timestamp>;
  updated_by: string;
  vehicle_no: string | null;
  vendor_id: string | null;
  version: Generated<number>;
}

export interface GatePassBox {
  box_no: number;
  code: string;
  id: string;
  is_live: Generated<boolean>;
  is_whole: Generated<boolean>;
  opened_at: Generated<Timestamp>;
  opened_by: string;
  pass_id: string;
  removed_at: Timestamp | null;
  sealed_at: Timestamp | null;
  sealed_by: string | null;
  state: Generated<"OPEN" | "SEALED">;
  station: Generated<string>;
  version: Generated<number>;
  weigh_again: Generated<boolean>;
  weight_grams: number | null;
}

export interface GatePassCase {
  id: string;
  item_id: string;
  kind: "short" | "excess" | "damaged";
  opened_at: Generated<Timestamp>;
  pass_id: string;
  quantity: number;
  reason: string | null;
  remark: string | null;
  settled: Generated<number>;
}

export interface GatePassContent {
  box_id: string;
  item_id: string;
  place_id: string;
  quantity: number;
}

export interface GatePassDocument {
  content: Json;
  id: string;
  issued_at: Generated<Timestamp>;
  issued_on: string;
  kind: "delivery_challan" | "stock_transfer_note" | "tax_invoice";
  number: string;
  pass_id: string;
  serial: number;
  series: string;
  state: Generated<"LIVE" | "CANCELLED">;
}

export interface GatePassItem {
  closed_short: Generated<number>;
  condition: "good" | "b_grade" | "damaged";
  damaged: Generated<number>;
  excess: Generated<number>;
  id: string;
  packed: Generated<number>;
  pass_id: string;
  planned: Generated<number>;
  reason: string | null;
  received: Generated<number>;
  remark: string | null;
  sent: Generated<number>;
  sku_id: string;
  unit_value_minor: number | null;
}

export interface GatePassOutcome {
  at: Generated<Timestamp>;
  case_id: string;
  id: string;
  outcome: string;
  quantity: number;
  remark: string | null;
  undone_at: Timestamp | null;
  undone_by: string | null;
  undone_why: string | null;
  user_id: string;
}

export interface GatePassPhoto {
  image_id: string;
  receipt_id: string;
}

export interface GatePassPlannedBox {
  code: string;
  pass_id: string;
}

export interface GatePassReceipt {
  at: Generated<Timestamp>;
  box_id: string | null;
  damaged: Generated<number>;
  event_id: string;
  excess: Generated<number>;
  good: Generated<number>;
  id: string;
  is_whole: Generated<boolean>;
  item_id: string;
  pass_id: string;
  reason: string | null;
  remark: string | null;
  undone_at: Timestamp | null;
}

export interface GatePassScan {
  answer: Json;
  at: Generated<Timestamp>;
  kind: string;
  pass_id: string;
  scan_id: string;
}

export interface GradingJump {
  catalogue_id: string;
  from_size: string;
  increment_mm: number;
  point: string;
  to_size: string;
}

export interface GradingSize {
  catalogue_id: string;
  our_size: string;
  position: number;
  vendor_size: string;
}

export interface HouseSecret {
  id: Generated<number>;
  secret: Buffer;
}

export interface IdempotencyKey {
  created_at: Generated<Timestamp>;
  key: string;
  reply: JsonColumn | null;
  request_hash: string;
  user_id: string;
}

export interface Invoice {
  boxes: number;
  consignee: JsonColumn;
  consignee_code: string;
  created_at: Generated<Timestamp>;
  created_by: string;
  currency: string;
  exporter: JsonColumn;
  id: string;
  issued_on: string;
  number: string;
  pieces: number;
  remark: string | null;
  serial: number;
  series: string;
  site_id: string;
  state: Generated<"LIVE" | "VOID">;
  total_minor: number;
  version: Generated<number>;
  void_reason: string | null;
  voided_at: Timestamp | null;
  voided_by: string | null;
}

export interface InvoiceBox {
  box_id: string;
  invoice_id: string;
  is_live: Generated<boolean>;
  position: number;
  site_id: string;
}

export interface InvoiceLine {
  box_id: string;
  composition: string | null;
  description: string | null;
  description_zh: string | null;
  hs_code: string | null;
  id: string;
  invoice_id: string;
  net_weight_grams: number | null;
  order_line_id: string;
  origin: string | null;
  quantity: number;
  site_id: string;
  unit_price_minor: number;
}

export interface Job {
  attempt: Generated<number>;
  cancel_wanted: Generated<boolean>;
  created_at: Generated<Timestamp>;
  done: Generated<number>;
  ended_at: Timestamp | null;
  failures: Generated<number>;
  file_bytes: number | null;
  file_name: string | null;
  file_type: string | null;
  fingerprint: Buffer;
  id: string;
  input: JsonObjectColumn;
  kind: string;
  lease_until: Timestamp | null;
  most_failures: number;
  problem: string | null;
  problem_values: JsonValuesColumn;
  role: string;
  run_after: Generated<Timestamp>;
  started_at: Timestamp | null;
  state: Generated<"waiting" | "running" | "done" | "failed" | "cancelled">;
  step: string | null;
  team: string | null;
  title: string;
  title_values: JsonValuesColumn;
  total: number | null;
  user_id: string;
  vendor_id: string | null;
  worker: string | null;
}

export interface JobPiece {
  attempt: number;
  bytes: Buffer;
  job_id: string;
  place: number;
}

export interface JobTurn {
  id: number;
}

export interface KnownDevice {
  address: string;
  created_at: Generated<Timestamp>;
  id: string;
  token_hash: Buffer;
  used_at: Generated<Timestamp>;
  user_agent: string;
  user_id: string;
}

export interface LabelFacts {
  changed_at: Generated<Timestamp>;
  changed_by: string | null;
  company_address: string;
  company_name: string;
  consumer_care: string;
  net_quantity: string;
  site_id: string;
  version: Generated<number>;
}

export interface LabelFile {
  created_at: Generated<Timestamp>;
  id: string;
  kind: string;
  labels: JsonColumn;
  user_id: string;
}

export interface Language {
  code: string;
  created_at: Generated<Timestamp>;
  created_by: string;
  name: string;
}

export interface LedgerCheck {
  asked_at: Generated<Timestamp>;
  asked_by: string;
  ended_at: Timestamp | null;
  id: string;
  job_id: string;
  ledgers: Json | null;
}

export interface LineMove {
  at: Generated<Timestamp>;
  audit_id: string;
  id: string;
  kind: string;
  order_line_id: string;
  quantity: number;
  reason: string | null;
  remark: string | null;
  seq: Generated<number>;
  shipment_id: string | null;
}

export interface MailOutbox {
  body: string | null;
  created_at: Generated<Timestamp>;
  due_at: Generated<Timestamp>;
  give_up_at: Timestamp;
  given_up_at: Timestamp | null;
  id: string;
  sent_at: Timestamp | null;
  subject: string;
  to_address: string;
  tries: Generated<number>;
}

export interface MarkerFile {
  at: Generated<Timestamp>;
  by: string;
  bytes: number;
  id: string;
  name: string;
  type: "application/pdf" | "image/jpeg" | "image/vnd.dxf" | "application/vnd.hp-hpgl";
}

export interface Material {
  code: string;
  color: string | null;
  composition: string | null;
  construction: string | null;
  expected: Generated<Json>;
  gsm: number | null;
  id: string;
  image_id: string | null;
  kind: "product_fabric" | "product_accessories" | "product_sample";
  name: string;
  name_zh: Generated<string>;
  pack_size: number | null;
  price_currency: string | null;
  price_minor: number | null;
  reorder_point: number | null;
  retired_at: Timestamp | null;
  shrinkage_tenths: number | null;
  size: string | null;
  trim: string | null;
  unit: "metre" | "piece" | "pack";
  version: Generated<number>;
  width_mm: number | null;
}

export interface Notice {
  count: number;
  created_at: Timestamp;
  details: JsonObjectColumn;
  group_key: string;
  id: string;
  kind: string;
  read_at: Timestamp | null;
  things: string[];
  updated_at: Timestamp;
  user_id: string;
}

export interface NoticeMute {
  kind: string;
  user_id: string;
}

export interface NoticeOutbox {
  actor_id: string | null;
  at: Generated<Timestamp>;
  details: JsonObjectColumn;
  group_key: string;
  id: string;
  kind: string;
  right_name: string | null;
  roles: string[];
  site_ids: Generated<string[]>;
  things: string[];
  user_id: string | null;
  vendor_id: string | null;
}

export interface NoticeVersion {
  jobs: Generated<number>;
  user_id: string;
  version: number;
}

export interface NumberSeries {
  next: number;
  series: string;
}

export interface OneTimeCode {
  asked_hash: Buffer | null;
  code_hash: string | null;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  expires_at: Timestamp;
  id: string;
  purpose: "sign_in" | "reset_password";
  tries: Generated<number>;
  user_id: string;
  whence: Generated<string>;
}

export interface OpeningStock {
  condition: string;
  place_id: string;
  quantity: number;
  sku_id: string;
}

export interface OpenRecord {
  entity: string;
  entity_id: string;
  opened_at: Generated<Timestamp>;
  seen_at: Generated<Timestamp>;
  user_id: string;
}

export interface OrderAmendment {
  amended_at: Generated<Timestamp>;
  amended_by: string;
  id: string;
  is_internal: boolean;
  order_id: string;
  reason: string;
  seq: Generated<number>;
  ship_by: string | null;
  ship_by_before: string | null;
  unit_price_before: number | null;
  unit_price_minor: number | null;
}

export interface OrderAmendmentLine {
  amendment_id: string;
  order_line_id: string;
  quantity: number;
  quantity_before: number;
}

export interface OrderLine {
  awaiting: number;
  id: string;
  oos: Generated<number>;
  opened: number;
  order_id: string;
  ordered: number;
  packed: Generated<number>;
  platform: Generated<number>;
  reason: RefusalReason | null;
  rejected: Generated<number>;
  remark: string | null;
  reserved: Generated<number>;
  shipped: Generated<number>;
  sku_id: string;
  vendor_decision: Generated<"NEW" | "CONFIRMED" | "REJECTED" | "OUT_OF_STOCK">;
  vendor_reason: "price" | "minimum_quantity" | "capacity" | "deadline" | "fabric" | null;
}

export interface PipelineAlertMail {
  day: string;
  user_id: string;
}

export interface PipelineAlertTold {
  alert_id: string;
  is_mailed: Generated<boolean>;
  thing: string;
  told_at: Generated<Timestamp>;
  user_id: string;
}

export interface PipelineDay {
  came: number;
  day: string;
  gone: number;
  party_id: string;
  stage: string;
}

export interface PipelineDelta {
  came: number;
  day: string;
  destination_id: string;
  gone: number;
  id: Generated<number>;
  party_id: string;
  pieces: number;
  stage: string;
  style_id: string;
  value: Numeric;
}

export interface PipelineGoods {
  box_id: string | null;
  destination_id: string | null;
  sku_id: string | null;
  unit: Numeric | null;
}

export interface PipelineNow {
  destination_id: string | null;
  party_id: string | null;
  pieces: number | null;
  stage: string | null;
  style_id: string | null;
  value: Numeric | null;
}

export interface PipelineReceipt {
  box_id: string | null;
  destination_id: string | null;
  is_china: boolean | null;
  party_id: string | null;
  receipt: string | null;
  site_id: string | null;
}

export interface PipelineSum {
  destination_id: string;
  party_id: string;
  pieces: number;
  stage: string;
  style_id: string;
  value: Numeric;
}

export interface PipelineTurn {
  one: Generated<boolean>;
}

export interface PipelineWay {
  from_stage: string | null;
  kind: string;
  ledger: string;
  to_stage: string | null;
}

export interface Place {
  code: string;
  id: string;
  kind: "shelf" | "floor" | "quarantine" | "packing" | "in_transit";
  name: string | null;
  retired_at: Timestamp | null;
  site_id: string;
  version: Generated<number>;
}

export interface PreProductionLine {
  color: string;
  order_id: string;
  pieces: number;
  size: string;
}

export interface PreProductionOrder {
  catalogue_id: string;
  id: string;
  made_at: Generated<Timestamp>;
  made_by: string;
  number: Generated<string>;
  sample_id: string;
  state: Generated<string>;
  version: Generated<number>;
}

export interface PreStockLine {
  listing: string;
  pieces: number;
  sku_id: string;
}

export interface PreStockListing {
  changed_at: Generated<Timestamp>;
  changed_by: string;
  id: string;
  listed_at: Generated<Timestamp>;
  listed_by: string;
  listing_id: string;
  number: number;
  reason: string | null;
  remark: string | null;
  style_id: string;
  until: string | null;
  version: Generated<number>;
  withdrawn_at: Timestamp | null;
  withdrawn_by: string | null;
}

export interface PriceNegotiation {
  agreed_at: Timestamp | null;
  agreed_minor: number | null;
  answer_by: string | null;
  before_agreed: Json | null;
  currency: Generated<string>;
  floor_minor: number | null;
  id: string;
  is_manual: Generated<boolean>;
  last_price_minor: number;
  last_side: "vendor" | "house";
  number: string;
  opened_at: Generated<Timestamp>;
  ordered_before_minor: number | null;
  poc_id: string | null;
  proof: string | null;
  reminded_on: string | null;
  state: Generated<"OPEN" | "AGREED" | "ABANDONED">;
  style_id: string;
  target_minor: number | null;
  updated_at: Generated<Timestamp>;
  updated_by: string;
  vendor_id: string;
  version: Generated<number>;
}

export interface PriceOffer {
  at: Generated<Timestamp>;
  by: string;
  id: string;
  move: "ask" | "counter" | "agree" | "abandon" | "reopen" | "enter" | "take_back";
  negotiation_id: string;
  price_minor: number | null;
  reason: string | null;
  side: "vendor" | "house";
}

export interface PriceProof {
  at: Generated<Timestamp>;
  by: string;
  bytes: number;
  id: string;
  name: string;
  negotiation_id: string;
  type: "image/jpeg" | "application/pdf";
}

export interface ProductionAllocationLine {
  color: string;
  facility_id: string;
  order_id: string;
  pieces: number;
  size: string;
}

export interface ProductionFacility {
  address: string | null;
  capacity: number | null;
  code: string;
  gstin: string | null;
  id: string;
  is_own: Generated<boolean>;
  name: string;
  name_zh: string;
  retired_at: Timestamp | null;
  site_id: string | null;
  stages: string | null;
  vendor_id: string | null;
  version: Generated<number>;
}

export interface ProductionJobCard {
  content: Json;
  made_at: Generated<Timestamp>;
  made_by: string;
  number: number;
  order_id: string;
}

export interface ProductionMarker {
  consumption: Json;
  efficiency_tenths: number;
  file_id: string | null;
  grid_version: number;
  length_mm: number;
  made_at: Generated<Timestamp>;
  made_by: string;
  number: number;
  order_id: string;
  width_mm: number;
}

export interface ProductionOrder {
  catalogue_id: string | null;
  cut: Generated<number>;
  due_on: string | null;
  grid_version: Generated<number>;
  held_from: string | null;
  id: string;
  made_at: Generated<Timestamp>;
  made_by: string;
  needs_marker: Generated<boolean>;
  number: Generated<string>;
  path: Generated<"IN_HOUSE" | "OUTSOURCED">;
  pieces: Generated<number>;
  pre_production_id: string | null;
  reason: string | null;
  remark: Generated<string>;
  source: "pre_production" | "replenishment" | "records";
  state: Generated<"ACTION_REQUIRED" | "ON_HOLD" | "READY_FOR_ALLOCATION" | "CAD" | "READY_FOR_PRODUCTION" | "SENT_FOR_PRODUCTION" | "PRODUCTION_ON_HOLD" | "REJECTED">;
  state_since: Generated<Timestamp>;
  style_id: string | null;
  version: Generated<number>;
  waits_since: Generated<Timestamp>;
}

export interface ProductionOrderDraft {
  content: Json;
  order_id: string;
  order_version: number;
  saved_at: Generated<Timestamp>;
  user_id: string;
  version: Generated<number>;
}

export interface ProductionOrderLine {
  color: string;
  cut: Generated<number>;
  order_id: string;
  pieces: number;
  size: string;
  sku_id: string | null;
}

export interface ProductionPo {
  due_on: string;
  facility_id: string;
  id: string;
  made_at: Generated<Timestamp>;
  made_by: string;
  number: Generated<string>;
  order_id: string;
  pieces: number;
  rate_currency: string;
  rate_minor: number;
  reason: string | null;
  remark: Generated<string>;
  state: Generated<"open" | "cancelled">;
  version: Generated<number>;
}

export interface ProductionVendorAllocation {
  assigned_at: Generated<Timestamp>;
  due_on: string;
  facility_id: string;
  order_id: string;
  pieces: number;
  rate_currency: string | null;
  rate_minor: number | null;
  starts_on: string;
}

export interface ProductLaunch {
  code: string;
  colours: number;
  created_at: Generated<Timestamp>;
  created_by: string;
  file_name: string;
  id: string;
  pictures: number;
  vendor_id: string;
  warnings: number;
}

export interface PurchaseOrder {
  boxes: number;
  created_at: Generated<Timestamp>;
  created_by: string;
  currency: string;
  id: string;
  issued_on: string;
  number: string;
  pieces: number;
  remark: string | null;
  reversal_number: string | null;
  reverse_reason: string | null;
  reversed_at: Timestamp | null;
  reversed_by: string | null;
  serial: number;
  series: string;
  site_id: string;
  state: Generated<"POSTED" | "REVERSED">;
  total_minor: number;
  vendor_id: string;
  version: Generated<number>;
}

export interface PurchaseOrderBox {
  box_id: string;
  purchase_order_id: string;
  quantity: number;
  site_id: string;
  sku_id: string;
}

export interface PurchaseOrderLine {
  facility_line_id: string | null;
  order_line_id: string | null;
  position: number;
  purchase_order_id: string;
  quantity: number;
  sku_id: string;
  unit_price_minor: number;
}

export interface PurchaseOrderSource {
  is_live: Generated<boolean>;
  kind: "inspection" | "concession";
  purchase_order_id: string;
  source_id: string;
}

export interface PutAwayBefore {
  quantity: number;
  scan_id: string;
  site_id: string;
  sku_id: string;
  sscc: string;
}

export interface QcBox {
  box_id: string;
  counted_at: Timestamp | null;
  counted_by: string | null;
  declared: number;
  disposed: Generated<number>;
  excess: Generated<number>;
  failed: Generated<number>;
  inspections: Generated<number>;
  inspector_id: string | null;
  invoiced: Generated<number>;
  inwarded_at: Generated<Timestamp>;
  inwarded_by: string;
  missing: Generated<number>;
  on_hold: Generated<number>;
  open_excess: Generated<number>;
  open_missing: Generated<number>;
  passed: Generated<number>;
  purchased: Generated<number>;
  ready: Generated<number>;
  returned: Generated<number>;
  round: Generated<number>;
  shelf: string | null;
  shelved: Generated<number>;
  shipment_id: string;
  shipped: Generated<number>;
  site_id: string;
  site_kind: "china_qc" | "india_qc";
  stage: GeneratedAlways<number>;
  to_inspect: Generated<number>;
  uncounted: number;
  updated_at: Generated<Timestamp>;
  updated_by: string;
  vendor_id: string;
  version: Generated<number>;
  was_blind: Generated<boolean>;
  weighed_pieces: number | null;
  weight_grams: number | null;
}

export interface QcCase {
  box_id: string;
  id: string;
  kind: "missing" | "excess";
  opened_at: Generated<Timestamp>;
  opened_by: string;
  owner_id: string;
  quantity: number;
  remark: string | null;
  settled: Generated<number>;
  site_id: string;
  sku_id: string;
  withdrawn_at: Timestamp | null;
}

export interface QcCaseOutcome {
  at: Generated<Timestamp>;
  by: string;
  case_id: string;
  id: string;
  outcome: "found" | "claim" | "write_off" | "accepted" | "send_back" | "miscounted";
  quantity: number;
  remark: string | null;
}

export interface QcChecklistAnswer {
  answer: "yes" | "no" | "na" | null;
  code: string;
  inspection_id: string;
  is_required: boolean;
  position: number;
  remark: string | null;
  topic: "labels" | "barcodes" | "metal" | "colour" | "cartons" | "other";
  words: string;
  words_zh: string;
}

export interface QcDefect {
  defect_code: string | null;
  id: string;
  inspection_id: string;
  is_further: Generated<boolean>;
  reason: string;
  remark: string;
  severity: "critical" | "major" | "minor";
  sku_id: string;
  units: number;
}

export interface QcDispute {
  box_id: string;
  due_on: string;
  id: string;
  next: "recount" | "reinspect" | "revert" | "take_back" | "none" | null;
  number: string;
  opened_at: Generated<Timestamp>;
  opened_by: string;
  overdue_told_for: string | null;
  owner_id: string | null;
  reason: "count_wrong" | "no_defect" | "wrong_standard" | "transport" | "other" | null;
  settled_at: Timestamp | null;
  settled_by: string | null;
  site_id: string;
  state: "open" | "asked" | "answered" | "upheld" | "partly_upheld" | "turned_down" | "withdrawn" | "accepted";
  vendor_id: string;
  verdict_at: Timestamp;
  version: Generated<number>;
}

export interface QcDisputeLine {
  dispute_id: string;
  kind: "refused" | "short" | "over";
  pieces: number;
  sku_id: string;
  upheld: number | null;
}

export interface QcDisputeMessage {
  dispute_id: string;
  id: string;
  number: number;
  said: "opened" | "accepted" | "asked" | "answered" | "withdrawn" | "settled" | "handed";
  said_at: Generated<Timestamp>;
  said_by: string;
  words: string;
}

export interface QcDisputePhoto {
  image_id: string;
  message_id: string;
  position: number;
}

export interface QcHeldLook {
  box_id: string;
  critical: number;
  failed_before: number;
  faulty: number;
  lot_id: string;
  major: number;
  minor: number;
  sampled: number;
  sku_id: string;
}

export interface QcImage {
  bytes: number | null;
  created_at: Generated<Timestamp>;
  file_id: string | null;
  height: number;
  id: string;
  picture: Buffer | null;
  sha256: Buffer;
  thumbnail: Buffer | null;
  user_id: string;
  width: number;
}

export interface QcInspection {
  at: Generated<Timestamp>;
  box_id: string;
  by: string;
  cartons_opened: number | null;
  computed: "accept" | "reject" | "open" | "none";
  id: string;
  kind: "inspection" | "reinspection" | "skip";
  looser_plan: Json | null;
  looser_reason: string | null;
  number: number;
  override_reason: string | null;
  previous_id: string | null;
  reason: string | null;
  remark: string | null;
  round: number;
  sheet_rows: string[] | null;
  site_id: string;
  verdict: "passed" | "failed" | "hold" | "mixed";
}

export interface QcInspectionLine {
  failed: Generated<number>;
  inspection_id: string;
  on_hold: Generated<number>;
  passed: Generated<number>;
  round: Generated<number>;
  sampled: Generated<number>;
  sku_id: string;
}

export interface QcInspectionLot {
  critical: Generated<number>;
  inspection_id: string;
  lot_id: string;
  major: Generated<number>;
  minor: Generated<number>;
  number: number;
  sampled: number;
}

export interface QcLine {
  box_id: string;
  declared: number;
  disposed: Generated<number>;
  excess: Generated<number>;
  failed: Generated<number>;
  invoiced: Generated<number>;
  missing: Generated<number>;
  on_hold: Generated<number>;
  passed: Generated<number>;
  position: number;
  purchased: Generated<number>;
  ready: Generated<number>;
  returned: Generated<number>;
  round: Generated<number>;
  shelved: Generated<number>;
  shipped: Generated<number>;
  site_id: string;
  sku_id: string;
  to_inspect: Generated<number>;
  uncounted: number;
}

export interface QcLot {
  frozen_at: Generated<Timestamp>;
  id: string;
  lot_group: string;
  lot_key: string;
  lot_size: number;
  plan: JsonColumn;
  scope: "style_colour" | "box" | "shipment";
  site_id: string;
}

export interface QcLotTurn {
  shipment_id: string;
  site_id: string;
}

export interface QcMeasurement {
  actual_mm: number;
  id: string;
  inspection_id: string;
  piece: number;
  point: string;
  sku_id: string;
  spec_mm: number;
  tolerance_mm: number;
}

export interface QcMove {
  at: Generated<Timestamp>;
  audit_id: string;
  box_id: string;
  disposition_id: string | null;
  id: string;
  inspection_id: string | null;
  invoice_id: string | null;
  kind: string;
  purchase_order_id: string | null;
  quantity: number;
  reason: string | null;
  remark: string | null;
  return_note_id: string | null;
  seq: Generated<number>;
  site_id: string;
  sku_id: string;
}

export interface QcPhoto {
  defect_id: string | null;
  image_id: string;
  inspection_id: string;
  position: number;
}

export interface QcSignature {
  at: Generated<Timestamp>;
  by: string;
  inspection_id: string;
  part: "inspector" | "lead";
  strokes: Json;
}

export interface RateCount {
  calls: number;
  minute: number;
  name: string;
}

export interface RecordImport {
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  file_name: string;
  forms: Json | null;
  id: string;
  job_id: string | null;
  kind: string;
  mode: "check" | "all" | "good_rows";
  outcome: Generated<Json>;
  state: Generated<"running" | "taken" | "checked" | "refused" | "cancelled" | "failed">;
  user_id: string;
}

export interface RecordKind {
  kind: string;
}

export interface RefusedUpload {
  bytes: Generated<number>;
  created_at: Generated<Timestamp>;
  faults: JsonColumn;
  file: Buffer | null;
  file_name: string;
  id: string;
  user_id: string;
}

export interface ReplenishmentLine {
  had: number | null;
  order_id: string;
  quantity: number;
  sku_id: string;
  store_id: string;
}

export interface ReplenishmentOrder {
  created_at: Generated<Timestamp>;
  created_by: string;
  gate_passes: Generated<string[]>;
  id: string;
  mode: "eaches" | "sets";
  name: string;
  number: string;
  reason: string | null;
  settings: Json;
  source_id: string;
  state: Generated<"DRAFT" | "SENT" | "CANCELLED">;
  version: Generated<number>;
}

export interface ReplenishmentSnooze {
  color: string;
  reason: Generated<string>;
  site_id: string;
  snoozed_by: string;
  style_id: string;
  until: string;
}

export interface ReplenishmentStore {
  order_id: string;
  site_id: string;
}

export interface Reservation {
  at: Generated<Timestamp>;
  condition: string;
  document_id: string;
  document_line: Generated<string>;
  document_type: string;
  place_id: string;
  quantity: number;
  sku_id: string;
}

export interface ReturnNote {
  cancel_reason: string | null;
  carrier: string | null;
  created_at: Generated<Timestamp>;
  created_by: string;
  disputes: Generated<string[]>;
  id: string;
  number: string;
  reason: string;
  remark: string;
  site_id: string;
  state: Generated<"SENT" | "CANCELLED">;
  tracking_id: string | null;
  vendor_id: string;
  version: Generated<number>;
}

export interface ReturnNoteLine {
  box_id: string;
  note_id: string;
  quantity: number;
  site_id: string;
  sku_id: string;
}

export interface RoleRight {
  may: boolean;
  right_name: string;
  role: string;
  set_at: Generated<Timestamp>;
  set_by: string;
}

export interface RollInspection {
  chosen: "accept" | "reject" | "hold";
  computed: "accept" | "reject";
  defects: Json;
  id: string;
  inspected_at: Generated<Timestamp>;
  inspected_by: string;
  points: number;
  remark: Generated<string>;
  roll_id: string;
  score_hundredths: number;
  score_limit: number;
}

export interface RollMove {
  at: Generated<Timestamp>;
  audit_id: string;
  document_id: string | null;
  id: string;
  kind: string;
  quantity: number;
  reason: string | null;
  remark: string | null;
  roll_id: string;
}

export interface RollPhoto {
  image_id: string;
  inspection_id: string;
  position: number;
}

export interface RollReservation {
  document_id: string;
  document_type: string;
  quantity: number;
  roll_id: string;
}

export interface SaleDay {
  currency: string | null;
  day: string;
  returned: number;
  shop_id: string;
  sku_id: string;
  sold: number;
  value_minor: number | null;
  was_in_stock: boolean;
}

export interface SampleCosting {
  content: Json;
  file_name: string | null;
  made_at: Generated<Timestamp>;
  made_by: string;
  number: number;
  sample_id: string;
}

export interface SavedView {
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  id: string;
  is_shared: Generated<boolean>;
  layout: JsonColumn;
  list: string;
  name: string;
  owner_id: string;
  search: string;
  vendor_id: string | null;
  version: Generated<number>;
}

export interface Session {
  address: Generated<string>;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  ended_why: "account" | "switched_off" | "password" | "elsewhere" | null;
  expires_at: Timestamp;
  id: string;
  seen_role: Role | null;
  seen_team: Team | null;
  seen_vendor_id: string | null;
  token_hash: Buffer;
  user_agent: Generated<string>;
  user_id: string;
}

export interface Setting {
  name: string;
  updated_at: Generated<Timestamp>;
  value: JsonColumn;
  version: Generated<number>;
}

export interface Shipment {
  carrier: string | null;
  created_at: Generated<Timestamp>;
  created_by: string;
  destination_id: string;
  id: string;
  invoice_number: string | null;
  is_production: Generated<boolean>;
  packing_hash: string | null;
  shipment_id: string;
  shipped_at: Timestamp | null;
  state: "TENTATIVE" | "AWAITING_PACKING" | "PACKED_AND_SHIPPED" | "CANCELLED";
  updated_at: Generated<Timestamp>;
  updated_by: string;
  vendor_id: string;
  version: Generated<number>;
}

export interface ShipmentLine {
  id: string;
  order_line_id: string;
  quantity: number;
  shipment_id: string;
}

export interface ShopProfile {
  category: string;
  grade: string;
  id: string;
  is_carried: Generated<boolean>;
  least_shown: Generated<number>;
  most_shown: number | null;
  retired_at: Timestamp | null;
  shop_id: string;
  version: Generated<number>;
}

export interface SignInFailure {
  failures: number;
  held_until: Timestamp | null;
  last_at: Generated<Timestamp>;
  user_id: string;
  whence: string;
}

export interface Site {
  address: string;
  address_zh: string | null;
  code: string;
  country: string;
  currency: string | null;
  gstin: string | null;
  id: string;
  kind: "china_qc" | "india_qc" | "warehouse" | "shop" | "production";
  name: string;
  name_zh: string;
  region: string | null;
  retired_at: Timestamp | null;
  time_zone: string;
  version: Generated<number>;
}

export interface SizeSet {
  code: string;
  id: string;
  is_core: Generated<boolean>;
  pieces_in_set: Generated<number>;
  position: number;
  retired_at: Timestamp | null;
  size: string;
  version: Generated<number>;
}

export interface Sku {
  color: string;
  color_zh: string;
  ean: string | null;
  id: string;
  mrp_currency: string | null;
  mrp_minor: number | null;
  nm_sku: string;
  retired_at: Timestamp | null;
  size: string;
  size_rank: number;
  style_id: string;
  version: Generated<number>;
}

export interface SkuDimension {
  height_mm: number | null;
  length_mm: number | null;
  measured_at: Generated<Timestamp>;
  measured_by: string;
  sku_id: string;
  version: Generated<number>;
  weight_grams: number | null;
  width_mm: number | null;
}

export interface SkuMaterial {
  consumption: number;
  id: string;
  material_id: string;
  placement: Generated<string>;
  sku_id: string;
  version: Generated<number>;
  wastage_tenths: Generated<number>;
}

export interface SkuRate {
  rate: number;
  sku_id: string;
  sold_15: number;
  sold_30: number;
  sold_7: number;
}

export interface SkuRateMark {
  id: Generated<number>;
}

export interface SkuRateState {
  as_of: string | null;
  one: Generated<boolean>;
  to_reckon: Generated<string[]>;
}

export interface Stock {
  condition: "good" | "b_grade" | "damaged";
  on_hand: number;
  place_id: string;
  reserved: Generated<number>;
  sku_id: string;
}

export interface StockCount {
  category: string | null;
  created_at: Generated<Timestamp>;
  created_by: string;
  end_reason: string | null;
  ended_at: Timestamp | null;
  ended_by: string | null;
  id: string;
  is_blind: boolean;
  needs_second: Generated<boolean>;
  number: string;
  remark: string | null;
  reverse_reason: string | null;
  reversed_at: Timestamp | null;
  reversed_by: string | null;
  shelves: Generated<string[]>;
  site_id: string;
  state: Generated<"OPEN" | "POSTED" | "CANCELLED" | "REVERSED">;
  style_id: string | null;
  version: Generated<number>;
}

export interface StockCountLine {
  before_at: Timestamp | null;
  before_by: string | null;
  before_counted: number | null;
  before_expected: number | null;
  by_closing: Generated<boolean>;
  condition: "good" | "b_grade" | "damaged";
  count_id: string;
  counted: number;
  counted_at: Generated<Timestamp>;
  counted_by: string;
  expected: number;
  id: string;
  left_behind: "other_count" | "counting" | "second" | "out_of_use" | "gone" | "reserved" | null;
  place_id: string;
  round: Generated<number>;
  sku_id: string;
}

export interface StockCountPlace {
  count_id: string;
  counter_id: string | null;
  ended_at: Timestamp | null;
  is_full: Generated<boolean>;
  is_open: Generated<boolean>;
  place_id: string;
  round: Generated<number>;
  taken_at: Timestamp | null;
}

export interface StockCountScan {
  count_id: string;
  line_id: string | null;
  quantity: number;
  round: Generated<number>;
  scan_id: string;
  taken_back: Generated<boolean>;
}

export interface StockMove {
  at: Generated<Timestamp>;
  document_id: string;
  document_line: string | null;
  document_type: string;
  event_id: string | null;
  from_condition: string | null;
  from_place: string | null;
  id: string;
  kind: string;
  quantity: number;
  reason: string | null;
  seq: Generated<number>;
  sku_id: string;
  to_condition: string | null;
  to_place: string | null;
}

export interface Style {
  category: string;
  code: string;
  id: string;
  link_1688: string | null;
  mrp_currency: string | null;
  mrp_minor: number | null;
  name: string;
  name_zh: string;
  picture_id: string | null;
  price_currency: string | null;
  price_minor: number | null;
  retired_at: Timestamp | null;
  season: string | null;
  size_set: string | null;
  vendor_id: string;
  version: Generated<number>;
}

export interface StyleCustoms {
  composition: string | null;
  description: string | null;
  description_zh: string | null;
  hs_code: string | null;
  net_weight_grams: number | null;
  origin: string | null;
  style_id: string;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
}

export interface StyleMaking {
  base_size: string | null;
  care: Generated<string>;
  catalogue_id: string;
  construction: Generated<string>;
  fabric: Generated<string>;
  labels: Generated<string>;
  packing: Generated<string>;
}

export interface StyleMeasure {
  id: Generated<string>;
  point: string;
  point_zh: string;
  position: number;
  retired_at: Timestamp | null;
  size: string;
  spec_mm: number;
  style_id: string;
  tolerance_mm: number;
  version: Generated<number>;
}

export interface StyleMeasurePosition {
  catalogue_id: string;
  is_critical: boolean;
  place: number;
  point: string;
}

export interface StylePicture {
  added_at: Generated<Timestamp>;
  added_by: string;
  bytes: number;
  color: string | null;
  drop_id: string | null;
  file_id: string;
  height: number;
  id: string;
  position: number;
  removed_at: Timestamp | null;
  removed_by: string | null;
  sha256: Buffer;
  style_id: string;
  width: number;
}

export interface StyleStock {
  cover: GeneratedAlways<number>;
  in_stock: boolean;
  is_broken: boolean;
  is_listed: boolean;
  rate: number;
  real_stock: number;
  said_at: Timestamp;
  sold_30: number;
  style_id: string;
}

export interface StyleStockMark {
  id: Generated<number>;
  style_id: string;
}

export interface StyleStockTurn {
  one: Generated<boolean>;
}

export interface StyleSurvey {
  code: string;
  created_at: Generated<Timestamp>;
  created_by: string;
  deadline: string | null;
  id: string;
  name: string;
}

export interface StyleSurveyDesign {
  catalogue_id: string;
  mean: Numeric | null;
  position: number;
  rank: number | null;
  ranked: number | null;
  survey_id: string;
}

export interface StyleSurveyScore {
  catalogue_id: string;
  given_at: Generated<Timestamp>;
  given_by: string;
  remark: string | null;
  reviewer: string;
  score: number;
  survey_id: string;
}

export interface TalkMessage {
  id: string;
  is_house: Generated<boolean>;
  kind: string;
  mentions: Generated<string[]>;
  number: number;
  said_at: Generated<Timestamp>;
  said_by: string;
  taken_back_at: Timestamp | null;
  text: string;
  thing_id: string;
}

export interface TalkPhoto {
  image_id: string;
  message_id: string;
  position: number;
}

export interface TalkSeen {
  kind: string;
  number: number;
  thing_id: string;
  user_id: string;
}

export interface TalkThread {
  kind: "order" | "shipment" | "box" | "style" | "production_order" | "facility_job";
  last: number;
  thing_id: string;
}

export interface TechPack {
  catalogue_id: string;
  content: Json;
  id: string;
  made_at: Generated<Timestamp>;
  made_by: string;
  number: number;
  sample_id: string;
  sent_at: Timestamp | null;
  sent_by: string | null;
}

export interface TechPackPhoto {
  image_id: string;
  pack_id: string;
}

export interface TradeParty {
  address: string;
  bank: string | null;
  code: string;
  contact: string | null;
  country: string;
  is_active: Generated<boolean>;
  kind: "exporter" | "consignee";
  name: string;
  payment_terms: string | null;
  tax_id: string | null;
  version: Generated<number>;
}

export interface Translation {
  asked_at: Timestamp | null;
  key: string;
  language: string;
  text: string | null;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface UserAction {
  at: Timestamp;
  details: JsonObjectColumn;
  id: string;
  kind: string;
  path: string | null;
  request_id: string | null;
  trace_id: string | null;
  user_id: string;
}

export interface UserPreference {
  changed_at: Generated<Timestamp>;
  name: string;
  user_id: string;
  value: JsonColumn;
}

export interface Vendor {
  address: string | null;
  address_zh: string | null;
  city: string;
  code: string;
  contact: string | null;
  email: string | null;
  id: string;
  is_selectable: Generated<boolean>;
  name: string;
  name_zh: string;
  onboarded_on: string;
  phone: string | null;
  retired_at: Timestamp | null;
  time_zone: Generated<string>;
  version: Generated<number>;
}

export interface VendorInventory {
  available: Generated<number>;
  delist_reason: string | null;
  delist_remark: string | null;
  in_production: Generated<number>;
  is_listed: Generated<boolean>;
  price_currency: string | null;
  price_minor: number | null;
  said_at: Timestamp | null;
  said_by: string | null;
  shipped_before: Generated<number>;
  sku_id: string;
  version: Generated<number>;
}

export interface VendorOrder {
  answered_at: Timestamp | null;
  approved_at: Timestamp | null;
  asked_at: Timestamp | null;
  awaiting: number;
  cancelled_from: "NEW" | "APPROVED" | "NOT_APPROVED" | null;
  created_at: Generated<Timestamp>;
  currency: string;
  decision: Generated<"NEW" | "APPROVED" | "NOT_APPROVED" | "CANCELLED">;
  destination_id: string;
  ended_at: Timestamp | null;
  id: string;
  is_flagged_urgent: Generated<boolean>;
  is_new_vendor: Generated<boolean>;
  oos: Generated<number>;
  order_date: string;
  order_id: string;
  ordered: number;
  packed: Generated<number>;
  platform: Generated<number>;
  previous_unit_price_minor: number | null;
  rejected: Generated<number>;
  remark: string | null;
  reserved: Generated<number>;
  ship_by: string;
  shipped: Generated<number>;
  stage: GeneratedAlways<number>;
  style_id: string;
  unit_price_minor: number;
  vendor_decision: Generated<"NEW" | "ANSWERED">;
  vendor_id: string;
  version: Generated<number>;
}

export interface Tables {
  allocation_cell: AllocationCell;
  allocation_outward: AllocationOutward;
  allocation_replay: AllocationReplay;
  allocation_site: AllocationSite;
  allocation_style: AllocationStyle;
  allocation_task: AllocationTask;
  api_key: ApiKey;
  app_user: AppUser;
  arrival_closing: ArrivalClosing;
  arrival_feed: ArrivalFeed;
  assortment: Assortment;
  assortment_style: AssortmentStyle;
  audit_event: AuditEvent;
  box: Box;
  box_discrepancy: BoxDiscrepancy;
  box_discrepancy_photo: BoxDiscrepancyPhoto;
  box_line: BoxLine;
  buyer_review: BuyerReview;
  buyer_review_reviewer: BuyerReviewReviewer;
  buyer_review_verdict: BuyerReviewVerdict;
  catalogue_color: CatalogueColor;
  catalogue_move: CatalogueMove;
  catalogue_note: CatalogueNote;
  catalogue_picture: CataloguePicture;
  catalogue_sample: CatalogueSample;
  catalogue_sample_measure: CatalogueSampleMeasure;
  catalogue_sample_photo: CatalogueSamplePhoto;
  catalogue_split: CatalogueSplit;
  catalogue_style: CatalogueStyle;
  corrective_action: CorrectiveAction;
  corrective_action_photo: CorrectiveActionPhoto;
  counter_proposal: CounterProposal;
  counter_proposal_line: CounterProposalLine;
  debit_note: DebitNote;
  default_view: DefaultView;
  disposition: Disposition;
  export_load: ExportLoad;
  export_order: ExportOrder;
  fabric_lot: FabricLot;
  fabric_roll: FabricRoll;
  facility_box: FacilityBox;
  facility_box_line: FacilityBoxLine;
  facility_document: FacilityDocument;
  facility_job: FacilityJob;
  facility_line: FacilityLine;
  facility_move: FacilityMove;
  facility_receipt: FacilityReceipt;
  facility_shipment: FacilityShipment;
  feed_batch: FeedBatch;
  feed_last: FeedLast;
  file_store: FileStore;
  garment_point: GarmentPoint;
  garment_proposal: GarmentProposal;
  garment_version: GarmentVersion;
  gate_pass: GatePass;
  gate_pass_box: GatePassBox;
  gate_pass_case: GatePassCase;
  gate_pass_content: GatePassContent;
  gate_pass_document: GatePassDocument;
  gate_pass_item: GatePassItem;
  gate_pass_outcome: GatePassOutcome;
  gate_pass_photo: GatePassPhoto;
  gate_pass_planned_box: GatePassPlannedBox;
  gate_pass_receipt: GatePassReceipt;
  gate_pass_scan: GatePassScan;
  grading_jump: GradingJump;
  grading_size: GradingSize;
  house_secret: HouseSecret;
  idempotency_key: IdempotencyKey;
  invoice: Invoice;
  invoice_box: InvoiceBox;
  invoice_line: InvoiceLine;
  job: Job;
  job_piece: JobPiece;
  job_turn: JobTurn;
  known_device: KnownDevice;
  label_facts: LabelFacts;
  label_file: LabelFile;
  language: Language;
  ledger_check: LedgerCheck;
  line_move: LineMove;
  mail_outbox: MailOutbox;
  marker_file: MarkerFile;
  material: Material;
  notice: Notice;
  notice_mute: NoticeMute;
  notice_outbox: NoticeOutbox;
  notice_version: NoticeVersion;
  number_series: NumberSeries;
  one_time_code: OneTimeCode;
  open_record: OpenRecord;
  opening_stock: OpeningStock;
  order_amendment: OrderAmendment;
  order_amendment_line: OrderAmendmentLine;
  order_line: OrderLine;
  pipeline_alert_mail: PipelineAlertMail;
  pipeline_alert_told: PipelineAlertTold;
  pipeline_day: PipelineDay;
  pipeline_delta: PipelineDelta;
  pipeline_goods: PipelineGoods;
  pipeline_now: PipelineNow;
  pipeline_receipt: PipelineReceipt;
  pipeline_sum: PipelineSum;
  pipeline_turn: PipelineTurn;
  pipeline_way: PipelineWay;
  place: Place;
  pre_production_line: PreProductionLine;
  pre_production_order: PreProductionOrder;
  pre_stock_line: PreStockLine;
  pre_stock_listing: PreStockListing;
  price_negotiation: PriceNegotiation;
  price_offer: PriceOffer;
  price_proof: PriceProof;
  product_launch: ProductLaunch;
  production_allocation_line: ProductionAllocationLine;
  production_facility: ProductionFacility;
  production_job_card: ProductionJobCard;
  production_marker: ProductionMarker;
  production_order: ProductionOrder;
  production_order_draft: ProductionOrderDraft;
  production_order_line: ProductionOrderLine;
  production_po: ProductionPo;
  production_vendor_allocation: ProductionVendorAllocation;
  purchase_order: PurchaseOrder;
  purchase_order_box: PurchaseOrderBox;
  purchase_order_line: PurchaseOrderLine;
  purchase_order_source: PurchaseOrderSource;
  put_away_before: PutAwayBefore;
  qc_box: QcBox;
  qc_case: QcCase;
  qc_case_outcome: QcCaseOutcome;
  qc_checklist_answer: QcChecklistAnswer;
  qc_defect: QcDefect;
  qc_dispute: QcDispute;
  qc_dispute_line: QcDisputeLine;
  qc_dispute_message: QcDisputeMessage;
  qc_dispute_photo: QcDisputePhoto;
  qc_held_look: QcHeldLook;
  qc_image: QcImage;
  qc_inspection: QcInspection;
  qc_inspection_line: QcInspectionLine;
  qc_inspection_lot: QcInspectionLot;
  qc_line: QcLine;
  qc_lot: QcLot;
  qc_lot_turn: QcLotTurn;
  qc_measurement: QcMeasurement;
  qc_move: QcMove;
  qc_photo: QcPhoto;
  qc_signature: QcSignature;
  rate_count: RateCount;
  record_import: RecordImport;
  record_kind: RecordKind;
  refused_upload: RefusedUpload;
  replenishment_line: ReplenishmentLine;
  replenishment_order: ReplenishmentOrder;
  replenishment_snooze: ReplenishmentSnooze;
  replenishment_store: ReplenishmentStore;
  reservation: Reservation;
  return_note: ReturnNote;
  return_note_line: ReturnNoteLine;
  role_right: RoleRight;
  roll_inspection: RollInspection;
  roll_move: RollMove;
  roll_photo: RollPhoto;
  roll_reservation: RollReservation;
  sale_day: SaleDay;
  sample_costing: SampleCosting;
  saved_view: SavedView;
  session: Session;
  setting: Setting;
  shipment: Shipment;
  shipment_line: ShipmentLine;
  shop_profile: ShopProfile;
  sign_in_failure: SignInFailure;
  site: Site;
  size_set: SizeSet;
  sku: Sku;
  sku_dimension: SkuDimension;
  sku_material: SkuMaterial;
  sku_rate: SkuRate;
  sku_rate_mark: SkuRateMark;
  sku_rate_state: SkuRateState;
  stock: Stock;
  stock_count: StockCount;
  stock_count_line: StockCountLine;
  stock_count_place: StockCountPlace;
  stock_count_scan: StockCountScan;
  stock_move: StockMove;
  style: Style;
  style_customs: StyleCustoms;
  style_making: StyleMaking;
  style_measure: StyleMeasure;
  style_measure_position: StyleMeasurePosition;
  style_picture: StylePicture;
  style_stock: StyleStock;
  style_stock_mark: StyleStockMark;
  style_stock_turn: StyleStockTurn;
  style_survey: StyleSurvey;
  style_survey_design: StyleSurveyDesign;
  style_survey_score: StyleSurveyScore;
  talk_message: TalkMessage;
  talk_photo: TalkPhoto;
  talk_seen: TalkSeen;
  talk_thread: TalkThread;
  tech_pack: TechPack;
  tech_pack_photo: TechPackPhoto;
  trade_party: TradeParty;
  translation: Translation;
  user_action: UserAction;
  user_preference: UserPreference;
  vendor: Vendor;
  vendor_inventory: VendorInventory;
  vendor_order: VendorOrder;
}
