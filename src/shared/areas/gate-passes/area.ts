import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { noticeStatus, toastTimes } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { gatePassCalls } from './calls.ts'
import { documentFaults, documentKinds, documentWarnings, ruleFaults } from './documents.ts'
import { conditionNames, gatePasses, goodsInTransit, passDiscrepancies } from './lists.ts'
import { passGuards, passMoves } from './moves.ts'
import { gatePassRights } from './rights.ts'
import {
  damageReasons,
  discrepancyKinds,
  headerFaults,
  notSentReasons,
  passOutcomes,
  passStatuses,
  passTypes,
} from './rules.ts'
import { gatePassNo } from './shapes.ts'
import { gatePassSheet, passSheetExpected, passSheetFaults } from './sheets.ts'
import { packWords, passWords, receiveWords } from './words.ts'

const see = gatePassRights.gatePasses

export const gatePassesArea = area({
  calls: gatePassCalls,
  rights: gatePassRights,
  screens: [
    screen('warehouse', '/warehouse/source', 'Warehouse source', 'shop', see),
    screen('warehouse', '/warehouse/destination', 'Warehouse destination', 'import', gatePassRights.gatePassReceive),
    screen('warehouse', '/warehouse/in-transit', 'Goods on the road', 'truck', see),
    screen('retail', '/retail/store-inwards', 'Store inwards', 'import', gatePassRights.storeInwards),
  ],
  lists: { 'gate-passes': see, 'goods-in-transit': see, 'gate-pass-discrepancies': see },
  exports: {
    exportGatePasses: listFile('gate-passes', gatePasses, {
      summary: 'Gate passes as seen.',
      callers: see.roles,
      takes: { ...notPaged(gatePassCalls.gatepasses), gate_passes: chosen(gatePassNo) },
    }),
    exportGoodsInTransit: listFile('goods-in-transit', goodsInTransit, {
      summary: 'Everything on the road as seen.',
      callers: see.roles,
      takes: { ...notPaged(gatePassCalls.inTransit), line_ids: chosen(z.string().max(80)) },
    }),
    exportGatePassDiscrepancies: listFile('gate-pass-discrepancies', passDiscrepancies, {
      summary: 'Discrepancies of gate passes as seen.',
      callers: see.roles,
      takes: { ...notPaged(gatePassCalls.gatePassCases), case_ids: chosen(z.uuid()) },
    }),
  },
  notices: {
    gate_pass_on_way: {
      label: 'Goods that are on their way with a gate pass',
      audience: 'house',
      roles: ['warehouse', 'retail_admin'],
      words: {
        one: 'Gate pass {{gate_pass}} is on its way from {{from}} to {{to}}.',
        many: '{{count}} gate passes are on their way from {{from}} to {{to}}.',
      },
      path: { one: '/warehouse/destination?pass={{gate_pass}}', many: '/warehouse/destination' },
      action: 'Open gate passes',
      status: noticeStatus.news,
      timeout: toastTimes.passing,
    },
    gate_pass_arrived: {
      label: 'Gate passes that were received and completed',
      audience: 'house',
      roles: ['warehouse', 'ops'],
      words: {
        one: 'Gate pass {{gate_pass}} from {{from}} to {{to}} is completed.',
        many: '{{count}} gate passes from {{from}} to {{to}} are completed.',
      },
      path: { one: '/warehouse/source?pass={{gate_pass}}', many: '/warehouse/source?tab=completed' },
      action: 'Open gate passes',
      status: noticeStatus.done,
      timeout: toastTimes.passing,
    },
    gate_pass_differs: {
      label: 'Differences between what a gate pass sent and what came',
      audience: 'house',
      roles: ['warehouse', 'ops', 'admin'],
      words: {
        one: 'What came with gate pass {{gate_pass}} from {{from}} to {{to}} differs from what was sent.',
        many: 'What came with {{count}} gate passes from {{from}} to {{to}} differs from what was sent.',
      },
      path: { one: '/warehouse/source?pass={{gate_pass}}', many: '/warehouse/source?tab=completed' },
      action: 'Open gate passes',
      status: noticeStatus.problem,
      timeout: toastTimes.toRead,
    },
    gate_pass_overdue: {
      label: 'Returnable goods that did not come back in time',
      audience: 'house',
      roles: ['warehouse', 'retail_admin', 'ops'],
      words: {
        one: '{{pieces}} pcs of gate pass {{gate_pass}} from {{from}} to {{to}} were due back on {{due}}.',
        many: 'Goods of {{count}} gate passes did not come back in time.',
      },
      path: { one: '/warehouse/source?pass={{gate_pass}}', many: '/warehouse/source?tab=overdue' },
      action: 'Open gate passes',
      status: noticeStatus.attention,
      timeout: toastTimes.toRead,
    },
    tax_invoice_issued: {
      label: 'Tax invoices that gate passes issued',
      audience: 'house',
      roles: ['ops', 'admin'],
      words: {
        one: 'Tax invoice {{document}} of gate pass {{gate_pass}} was issued: please print it for the driver.',
        many: '{{count}} tax invoices of gate passes were issued: please print them for the drivers.',
      },
      path: { one: '/warehouse/source?pass={{gate_pass}}', many: '/warehouse/source?tab=on_way' },
      action: 'Open gate passes',
      status: noticeStatus.attention,
      timeout: toastTimes.toRead,
    },
  },
  traces: {
    gate_pass: { place: 9, one: 'Gate pass', many: 'Gate passes' },
    gate_pass_box: { place: 10, one: 'Box of a gate pass', many: 'Boxes of gate passes' },
  },
  facts: {
    gate_pass: 'Gate pass',
    pass_type: 'Type',
    pass_from: 'Sent from',
    pass_to: 'Sent to',
    pass_due: 'Back by',
    pass_document: 'Document',
    pass_submitted: 'Submitted',
  },
  entities: ['gate_pass'],
  feed: { gate_pass: see },
  events: {
    'gate_pass.made': 'Gate pass made',
    'gate_pass.changed': 'Gate pass changed',
    'gate_pass.confirmed': 'Gate pass confirmed',
    'gate_pass.withdrawn': 'Gate pass back to draft',
    'gate_pass.boxes_opened': 'Boxes opened',
    'gate_pass.boxes_changed': 'Boxes changed',
    'gate_pass.boxes_removed': 'Boxes taken off',
    'gate_pass.packed': 'Pieces packed',
    'gate_pass.unpacked': 'Pieces taken out',
    'gate_pass.reasons': 'Said why pieces are not sent',
    'gate_pass.submitted': 'Gate pass submitted',
    'gate_pass.called_back': 'Gate pass back to packing',
    'gate_pass.received': 'Pieces received',
    'gate_pass.receipt_undone': 'Receipt taken back',
    'gate_pass.completed': 'Gate pass completed',
    'gate_pass.reopened': 'Gate pass reopened',
    'gate_pass.cancelled': 'Gate pass cancelled',
    'gate_pass.settled': 'Difference settled',
    'gate_pass.settlement_undone': 'Settlement of a difference taken back',
    'gate_pass.labels': 'Box labels made',
    'gate_pass.overdue': 'Overdue to come back',
  },
  statuses: passStatuses,
  words: [
    ...[passTypes, notSentReasons, damageReasons, discrepancyKinds, documentKinds, conditionNames].flatMap((words) =>
      Object.values<string>(words),
    ),
    ...[
      headerFaults,
      passGuards,
      documentFaults,
      documentWarnings,
      ruleFaults,
      passWords,
      packWords,
      receiveWords,
    ].flatMap((words) => Object.values<string>(words)),
    ...[passSheetFaults, passSheetExpected].flatMap((words) => Object.values<string>(words)),
    ...Object.values(passOutcomes).map(({ label }) => label),
    ...Object.values(passMoves).map(({ label }) => label),
    gatePassSheet.noRows,
  ],
})
