import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { notice, toHouse } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { gatePassCalls } from './calls.ts'
import { documentFaults, documentKinds, documentWarnings, ruleFaults } from './documents.ts'
import { passFigures } from './figures.ts'
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
  figures: passFigures,
  screens: [
    screen('stock', '/warehouse/source', 'Warehouse source', 'shop', see),
    screen('stock', '/warehouse/destination', 'Warehouse destination', 'import', gatePassRights.gatePassReceive),
    screen('stock', '/warehouse/in-transit', 'Goods on the road', 'truck', see),
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
    gate_pass_on_way: notice('news', {
      to: toHouse(gatePassRights.gatePassReceive, ['warehouse', 'retail_admin'], 'Open gate passes'),
      label: 'Goods that are on their way with a gate pass',
      one: [
        'Gate pass {{gate_pass}} is on its way from {{from}} to {{to}}.',
        '/warehouse/destination?pass={{gate_pass}}',
      ],
      many: ['{{count}} gate passes are on their way from {{from}} to {{to}}.', '/warehouse/destination'],
    }),
    gate_pass_arrived: notice('done', {
      to: toHouse(gatePassRights.gatePassSend, ['warehouse', 'ops'], 'Open gate passes'),
      label: 'Gate passes that were received and completed',
      one: ['Gate pass {{gate_pass}} from {{from}} to {{to}} is completed.', '/warehouse/source?pass={{gate_pass}}'],
      many: ['{{count}} gate passes from {{from}} to {{to}} are completed.', '/warehouse/source?tab=completed'],
    }),
    gate_pass_differs: notice('problem', {
      to: toHouse(gatePassRights.gatePassSend, ['warehouse', 'ops', 'admin'], 'Open gate passes'),
      label: 'Differences between what a gate pass sent and what came',
      one: [
        'What came with gate pass {{gate_pass}} from {{from}} to {{to}} differs from what was sent.',
        '/warehouse/source?pass={{gate_pass}}',
      ],
      many: [
        'What came with {{count}} gate passes from {{from}} to {{to}} differs from what was sent.',
        '/warehouse/source?tab=completed',
      ],
    }),
    gate_pass_overdue: notice('attention', {
      to: toHouse(see, ['warehouse', 'retail_admin', 'ops'], 'Open gate passes'),
      label: 'Returnable goods that did not come back in time',
      one: [
        '{{pieces}} pcs of gate pass {{gate_pass}} from {{from}} to {{to}} were due back on {{due}}.',
        '/warehouse/source?pass={{gate_pass}}',
      ],
      many: ['Goods of {{count}} gate passes did not come back in time.', '/warehouse/source?tab=overdue'],
    }),
    tax_invoice_issued: notice('attention', {
      to: toHouse(gatePassRights.gatePassLead, ['ops', 'admin'], 'Open gate passes'),
      label: 'Tax invoices that gate passes issued',
      one: [
        'Tax invoice {{document}} of gate pass {{gate_pass}} was issued: please print it for the driver.',
        '/warehouse/source?pass={{gate_pass}}',
      ],
      many: [
        '{{count}} tax invoices of gate passes were issued: please print them for the drivers.',
        '/warehouse/source?tab=on_way',
      ],
    }),
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
