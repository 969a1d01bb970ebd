import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { notice, toHouse, toPerson, toVendor } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { disputeCalls } from './calls.ts'
import { disputeFigures } from './figures.ts'
import { disputeLife } from './life.ts'
import { disputes } from './lists.ts'
import { disputeRights } from './rights.ts'
import {
  disputedWords,
  disputeReasonWords,
  disputeStates,
  disputeStateWords,
  disputeWords,
  nextStepWords,
  stepStateWords,
} from './rules.ts'

const right = disputeRights.qcDisputes
const at = '/supplier/disputes'
const one = `${at}?tab=all&dispute={{number}}`
const action = 'Open disputes'
const vendor = toVendor(right, action)
/** Its owner; where nobody owns it, the leads. */
const owner = toPerson(action)
const house = toHouse(disputeRights.handleDisputes, ['ops_team', 'china_warehouse_team'], action)

/** What vendors say of QC results: accepted or disputed, asked, answered and decided. */
export const disputesArea = area({
  calls: disputeCalls,
  figures: disputeFigures,
  rights: disputeRights,
  screens: [screen('vendors', at, 'Disputes', 'issue', right)],
  lists: { disputes: right },
  exports: {
    exportDisputes: listFile('disputes', disputes, {
      summary: 'Disputes about QC results, as seen.',
      callers: right.roles,
      takes: notPaged(disputeCalls.getDisputes),
    }),
  },
  notices: {
    dispute_yours: notice('attention', {
      to: owner,
      label: 'Disputes of vendors that you own',
      one: ['{{vendor}} disputes a QC result: {{number}} is yours, due on {{due}}.', one],
      many: ['{{count}} disputes of vendors are yours to answer.', `${at}?tab=mine`],
    }),
    dispute_opened: notice('attention', {
      to: house,
      label: 'Disputes of vendors that nobody owns',
      one: ['{{vendor}} disputes a QC result: {{number}} has no owner yet.', one],
      many: ['{{count}} disputes of vendors have no owner yet.', `${at}?tab=open`],
    }),
    result_accepted: notice('news', {
      to: house,
      label: 'QC results that vendors accept',
      one: ['{{vendor}} accepts a QC result: {{number}}.', one],
      many: ['Vendors accept {{count}} QC results.', `${at}?tab=settled`],
    }),
    dispute_answered: notice('attention', {
      to: owner,
      label: 'Answers of vendors to what you asked about disputes',
      one: ['{{vendor}} answers about dispute {{number}}.', one],
      many: ['{{count}} disputes of yours are answered.', `${at}?tab=mine`],
    }),
    dispute_withdrawn: notice('news', {
      to: owner,
      label: 'Disputes of yours that vendors withdraw',
      one: ['{{vendor}} withdraws dispute {{number}}.', one],
      many: ['{{count}} disputes of yours are withdrawn.', `${at}?tab=settled`],
    }),
    dispute_late: notice('attention', {
      to: owner,
      label: 'Disputes of yours that are overdue',
      one: ['Dispute {{number}} was to be answered by {{due}}.', one],
      many: ['{{count}} disputes of yours are overdue.', `${at}?tab=overdue`],
    }),
    dispute_asked: notice('attention', {
      to: vendor,
      label: 'Questions of QC about your disputes',
      one: ['QC asks you about dispute {{number}}. Please answer by {{due}}.', one],
      many: ['QC asks you about {{count}} disputes.', `${at}?tab=open&waits=vendor`],
    }),
    dispute_settled: notice('attention', {
      to: vendor,
      label: 'Decisions on your disputes',
      one: ['QC has decided on dispute {{number}}.', one],
      many: ['QC has decided on {{count}} disputes.', `${at}?tab=settled`],
    }),
  },
  lives: { disputeLife },
  entities: ['dispute'],
  feed: { dispute: right },
  events: {
    'dispute.opened': 'QC result disputed',
    'dispute.accepted': 'QC result accepted',
    'dispute.asked': 'Vendor asked about the dispute',
    'dispute.answered': 'Dispute answered by the vendor',
    'dispute.handed': { word: 'Dispute handed over', isInternal: true },
    'dispute.settled': 'Dispute settled',
    'dispute.withdrawn': 'Dispute withdrawn',
    'box.disputed': 'QC result disputed',
    'box.dispute_settled': 'Dispute settled',
    'shipment.disputed': 'QC result of a box disputed',
    'shipment.dispute_settled': 'Dispute of a box settled',
  },
  toldToVendors: ['dispute'],
  statuses: {
    [disputeStateWords.open]: 'warn',
    [disputeStateWords.asked]: 'active',
    [disputeStateWords.answered]: 'warn',
    [disputeStateWords.upheld]: 'good',
    [disputeStateWords.partly_upheld]: 'good',
    [disputeStateWords.turned_down]: 'bad',
    [disputeStateWords.withdrawn]: 'neutral',
    [disputeStateWords.accepted]: 'neutral',
  },
  codes: Object.fromEntries(disputeStates.map((state) => [`dispute_${state}`, disputeStateWords[state]])),
  words: [
    ...Object.values(disputeReasonWords),
    ...Object.values(disputedWords),
    ...Object.values(nextStepWords),
    ...Object.values(stepStateWords),
    ...Object.values(disputeWords),
    ...disputeLife.words,
  ],
})
