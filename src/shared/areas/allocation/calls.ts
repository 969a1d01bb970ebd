import { z } from 'zod'
import { get, json, post } from '../../kernel/call.ts'
import {
  counts,
  day,
  instant,
  nmSku,
  page,
  part,
  piecesOrNone,
  remark,
  savedSettings,
  searchText,
  version,
} from '../../kernel/shapes.ts'
import { gatePassRights } from '../gate-passes/rights.ts'
import { replenishmentLife } from './life.ts'
import { allowed } from './rights.ts'
import {
  allocationSettings,
  atPrintedPrices,
  category,
  colorName,
  inwardRow,
  namedSite,
  outwardRow,
  planSettings,
  poId,
  poRow,
  poStyle,
  season,
  siteCode,
  styleCode,
  styleGrid,
  styleRow,
  taskDetails,
  taskId,
  taskRow,
} from './shapes.ts'
import { storeCalls } from './store-calls.ts'
import { givenOutcome, lastReplay } from './store-shapes.ts'
import { allocationWords, choices, replenishmentStates, replenishmentTests, taskStates } from './words.ts'

const callers = allowed.allocation
const rowsOf = <S extends z.ZodType>(row: S) =>
  json(z.object({ rows: z.array(row), next_cursor: z.string().nullable(), counts: counts.optional() }))
const oneTask = json(z.object({ task: taskRow }))
const onePo = json(z.object({ order: poRow }))
const allocation = 'offline-inventory/master-allocation'
const replenishment = 'offline-inventory/replenishment'

/** Cells, styles and lines that one call names. */
const MOST = 5_000
const lineIds = z.array(z.uuid()).min(1).max(MOST)
const ofStyles = z
  .array(z.object({ style_id: styleCode, color: colorName }))
  .min(1)
  .max(MOST)
const sites = (most: number) => z.array(siteCode).max(most)

/** Which lines: named ones, all of a store, or all that are offered. */
const whichLines = {
  line_ids: lineIds.optional(),
  store: siteCode.optional(),
  all: z.boolean().default(false),
}

const settingsReply = savedSettings(allocationSettings)

export const allocationCalls = {
  getAllocationConfig: get('offline-inventory/config', {
    summary: 'Categories, seasons, warehouses, stores with grades, standard size sets, and what plans go by.',
    callers,
    takes: z.object({}),
    gives: json(
      z.object({
        categories: z.array(z.string()),
        seasons: z.array(z.string()),
        sources: z.array(namedSite),
        stores: z.array(
          namedSite.extend({
            region: z.string().nullable(),
            grades: z.array(z.string()),
            categories: z.array(z.string()),
          }),
        ),
        standard_size_set: z.array(
          z.object({
            code: z.string(),
            sizes: z.array(z.object({ size: z.string(), is_core: z.boolean(), pieces_in_set: z.int() })),
          }),
        ),
        modes: z.array(z.enum(['eaches', 'sets'])),
        rates_as_of: day.nullable(),
        /** The last replay of past sales that the reader asked for. */
        replay: lastReplay.nullable(),
        ...settingsReply.shape,
      }),
    ),
  }),
  saveAllocationSettings: post('selvedge/allocation/save-settings', {
    summary: 'What new plans go by: lead and cover days, safety, holdback, minimum set, packs, limit of a style.',
    callers: allowed.allocationSettings,
    changes: true,
    takes: z.object({ settings: allocationSettings, version }),
    gives: json(settingsReply),
  }),
  allocationTasks: post(`${allocation}/tasks`, {
    summary: 'Allocations, newest first.',
    callers,
    takes: z.object({
      tab: z.enum([...taskStates, 'open', 'all']).default('open'),
      search: searchText.optional(),
      category: category.optional(),
      season: season.optional(),
      store: siteCode.optional(),
      task_ids: z.array(taskId).max(MOST).optional(),
      ...page,
      part,
    }),
    gives: rowsOf(taskRow),
  }),
  createAllocation: post(`${allocation}/create`, {
    summary:
      'An allocation of what lies at some warehouses to stores: of categories and seasons. Stores left out are all that carry them; seasons, all.',
    callers,
    changes: true,
    takes: z.object({
      name: z.string().trim().min(1).max(120),
      categories: z.array(category).min(1).max(50),
      seasons: z.array(season).max(50).default([]),
      sources: sites(20).min(1),
      stores: sites(2_000).default([]),
      /** Left out: the company's. */
      settings: planSettings.optional(),
    }),
    gives: oneTask,
  }),
  calculateAllocation: post(`${allocation}/calculate`, {
    summary:
      'Plans an allocation as a job, round its locked cells; or only tries other settings and keeps what they would come to.',
    callers,
    changes: true,
    takes: z.object({
      task_id: taskId,
      version,
      /** Left out: those of the allocation. */
      settings: planSettings.optional(),
      what_if: z.boolean().default(false),
    }),
    gives: json(z.object({ job_id: z.uuid() })),
  }),
  getAllocation: post('selvedge/allocation/one', {
    summary:
      'An allocation with its settings, sites, totals beside those of the last plan that was tried, and what may be done.',
    callers,
    takes: z.object({ task_id: taskId }),
    gives: json(taskDetails),
  }),
  allocationGrid: post('selvedge/allocation/grid', {
    summary: 'A style of an allocation by store and size, with the reason of every number.',
    callers,
    takes: z.object({ task_id: taskId, style_id: styleCode, color: colorName }),
    gives: json(styleGrid),
  }),
  lockAllocationCells: post('selvedge/allocation/lock', {
    summary: 'Fixes the pieces that a store gets of an SKU; null leaves it to the plan again. Plans keep locked cells.',
    callers,
    changes: true,
    takes: z.object({
      task_id: taskId,
      version,
      cells: z
        .array(
          z.object({ store: siteCode, nm_sku: nmSku, pieces: piecesOrNone(allocationWords.lockBelowNone).nullable() }),
        )
        .min(1)
        .max(MOST),
    }),
    gives: oneTask,
  }),
  allocationStyles: post(`${allocation}/{task_id}/styles`, {
    summary: 'Styles by colour that an allocation offers, with what is there, needed, given and missing.',
    callers,
    takes: z.object({
      task_id: taskId,
      tab: z.enum([...choices, 'all']).default('all'),
      search: searchText.optional(),
      /** Only those of which a store lacks a core size after the plan. */
      is_broken: z.boolean().optional(),
      /** Only those of which a store gets more than its target. */
      is_over: z.boolean().optional(),
      ...page,
      part,
    }),
    gives: rowsOf(styleRow),
  }),
  shortlistStyles: post(`${allocation}/{task_id}/styles/shortlist`, {
    summary: 'Puts styles on the shortlist, with all their lines; also such as were taken out.',
    callers,
    changes: true,
    takes: z.object({ task_id: taskId, version, styles: ofStyles }),
    gives: oneTask,
  }),
  removeStyles: post(`${allocation}/{task_id}/styles/remove`, {
    summary: 'Takes styles out of an allocation, with all their lines.',
    callers,
    changes: true,
    takes: z.object({ task_id: taskId, version, styles: ofStyles }),
    gives: oneTask,
  }),
  allocationOutwards: post(`${allocation}/{task_id}/outwards`, {
    summary: 'Lines of an allocation: pieces of an SKU from a warehouse to a store.',
    callers,
    takes: z.object({
      task_id: taskId,
      tab: z.enum([...choices, 'all']).default('all'),
      search: searchText.optional(),
      store: siteCode.optional(),
      source: siteCode.optional(),
      style_id: styleCode.optional(),
      line_ids: lineIds.optional(),
      ...page,
      part,
    }),
    gives: rowsOf(outwardRow),
  }),
  shortlistOutwards: post(`${allocation}/{task_id}/outwards/shortlist`, {
    summary: 'Puts lines on the shortlist: named ones, those of a store, or all that are offered.',
    callers,
    changes: true,
    takes: z.object({ task_id: taskId, version, ...whichLines }),
    gives: oneTask,
  }),
  removeOutwards: post(`${allocation}/{task_id}/outwards/remove`, {
    summary: 'Takes lines out: named ones, or those of a store.',
    callers,
    changes: true,
    takes: z.object({ task_id: taskId, version, ...whichLines }),
    gives: oneTask,
  }),
  submitOutwards: post(`${allocation}/{task_id}/outwards/submit`, {
    summary: 'Freezes the shortlisted lines and reserves their pieces, or takes that back.',
    callers,
    changes: true,
    takes: z.object({ task_id: taskId, version, action: z.enum(['submit', 'take_back']).default('submit') }),
    gives: oneTask,
  }),
  outwardsSummary: post(`${allocation}/{task_id}/outwards/summary`, {
    summary: 'Pieces and retail value of the lines that go out, by warehouse and store; and what sold of what came.',
    callers,
    takes: z.object({ task_id: taskId }),
    gives: json(
      z.object({
        pieces: z.int(),
        skus: z.int(),
        ...atPrintedPrices,
        by_store: z.array(
          z.object({
            source: z.string(),
            store: z.string(),
            store_name: z.string(),
            store_name_zh: z.string(),
            skus: z.int(),
            pieces: z.int(),
            ...atPrintedPrices,
            gate_pass: z.string().nullable(),
          }),
        ),
        /** Once gate passes are made: what came, and what sold of it. */
        looking_back: z.array(givenOutcome),
      }),
    ),
  }),
  submitAllocation: post(`${allocation}/{task_id}/submit`, {
    summary: 'Submits an allocation whose lines are submitted: gate passes may be made of it.',
    callers,
    changes: true,
    takes: z.object({ task_id: taskId, version }),
    gives: oneTask,
  }),
  rejectAllocation: post(`${allocation}/{task_id}/reject`, {
    summary: 'Gives an allocation up, with a reason. What was reserved is free again.',
    callers,
    changes: true,
    takes: z.object({ task_id: taskId, version, reason: remark.default('') }),
    gives: oneTask,
  }),
  createAllocationPasses: post(`${allocation}/{task_id}/gatepasses/create`, {
    summary:
      'Makes a confirmed gate pass for each warehouse and store of an allocation; its pieces stay reserved all the while.',
    callers,
    changes: true,
    takes: z.object({ task_id: taskId, version }),
    gives: json(
      z.object({
        task: taskRow,
        gate_passes: z.array(
          z.object({ gate_pass: z.string(), source: z.string(), store: z.string(), pieces: z.int() }),
        ),
        /** Stores that were closed since: their pieces are free again. */
        left_out: z.array(z.object({ store: z.string(), pieces: z.int() })),
      }),
    ),
  }),
  pendingStoreInwards: post('offline-inventory/pending-store-inwards/fetch', {
    summary: 'What is on its way to stores, or promised to them: by gate pass, the oldest first.',
    callers: gatePassRights.storeInwards.roles,
    takes: z.object({ store: siteCode.optional(), search: searchText.optional(), ...page, part }),
    gives: rowsOf(inwardRow),
  }),
  replenishmentOrders: post(`${replenishment}/purchase-orders`, {
    summary: 'Replenishment orders, newest first.',
    callers,
    takes: z.object({
      tab: z.enum([...replenishmentStates, 'all']).default('all'),
      search: searchText.optional(),
      store: siteCode.optional(),
      po_ids: z.array(poId).max(MOST).optional(),
      ...page,
      part,
    }),
    gives: rowsOf(poRow),
  }),
  createReplenishment: post(`${replenishment}/purchase-order/create`, {
    summary: 'A replenishment order of stores at a warehouse, in single pieces or whole size sets.',
    callers,
    changes: true,
    takes: z.object({
      name: z.string().trim().min(1).max(120),
      source: siteCode,
      stores: sites(500).min(1),
      mode: z.enum(['eaches', 'sets']).default('eaches'),
    }),
    gives: onePo,
  }),
  replenishmentStyles: post(`${replenishment}/purchase-order/{po_id}/styles`, {
    atStandby: false,
    summary:
      'Styles at stores, what runs out first before others: eligible ones, or others with each test that they fail.',
    callers,
    takes: z.object({
      po_id: poId,
      tab: z.enum(['eligible', 'not_eligible', 'ordered', 'all']).default('eligible'),
      test: z.enum(replenishmentTests).optional(),
      store: siteCode.optional(),
      search: searchText.optional(),
      ...page,
      part,
    }),
    gives: rowsOf(poStyle),
  }),
  replenishmentOverall: post(`${replenishment}/purchase-order/{po_id}/styles/overall`, {
    summary: 'Styles over all stores of a replenishment order: what is proposed, ordered and left at the warehouse.',
    callers,
    takes: z.object({ po_id: poId }),
    gives: json(
      z.object({
        rows: z.array(
          z.object({
            style_id: z.string(),
            style_name: z.string(),
            style_name_zh: z.string(),
            color: z.string(),
            color_zh: z.string(),
            stores: z.int(),
            eligible_stores: z.int(),
            free: z.int(),
            proposed: z.int(),
            ordered: z.int(),
          }),
        ),
      }),
    ),
  }),
  replenishmentSummary: post(`${replenishment}/purchase-order/{po_id}/summary`, {
    summary: 'What a replenishment order comes to, by store.',
    callers,
    takes: z.object({ po_id: poId }),
    gives: json(
      z.object({
        order: poRow,
        moves: replenishmentLife.shape,
        by_store: z.array(z.object({ store: z.string(), skus: z.int(), pieces: z.int(), ...atPrintedPrices })),
      }),
    ),
  }),
  addReplenishmentStyles: post(`${replenishment}/purchase-order/{po_id}/styles/add`, {
    summary: 'Says how many pieces of SKUs stores get; 0 takes a line off.',
    callers,
    changes: true,
    takes: z.object({
      po_id: poId,
      version,
      lines: z
        .array(z.object({ store: siteCode, nm_sku: nmSku, quantity: piecesOrNone() }))
        .min(1)
        .max(MOST),
    }),
    gives: onePo,
  }),
  sendReplenishment: post('selvedge/allocation/send-replenishment', {
    summary: 'Makes the confirmed gate passes of a replenishment order, one a store.',
    callers,
    changes: true,
    takes: z.object({ po_id: poId, version }),
    gives: json(z.object({ order: poRow, gate_passes: z.array(z.string()) })),
  }),
  cancelReplenishment: post('selvedge/allocation/cancel-replenishment', {
    summary:
      'Cancels a replenishment order that is not sent, with a reason: its lines count as on their way no longer.',
    callers,
    changes: true,
    takes: z.object({ po_id: poId, version, reason: remark.default('') }),
    gives: onePo,
  }),
  snoozeStyles: post('selvedge/allocation/snooze', {
    summary: 'Puts the replenishment of a style at stores off until a day; null ends that.',
    callers,
    changes: true,
    takes: z.object({
      style_id: styleCode,
      color: colorName,
      stores: sites(500).min(1),
      until: day.nullable(),
      reason: remark.default(''),
    }),
    gives: json(z.object({ at: instant })),
  }),
  ...storeCalls,
}
