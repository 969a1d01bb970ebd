import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { noticeStatus, toastTimes } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { disputeCalls, disputeRights } from './calls.ts'
import { disputeFigures } from './figures.ts'
import { disputes } from './lists.ts'
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
const toVendor = { audience: 'vendor', roles: ['vendor'], action } as const
/** Its owner; where nobody owns it, the leads. */
const toOwner = { audience: 'person', roles: [], action } as const
const toUs = { audience: 'house', roles: ['ops_team', 'china_warehouse_team'], action } as const
const attention = { status: noticeStatus.attention, timeout: toastTimes.toRead } as const
const news = { status: noticeStatus.news, timeout: toastTimes.passing } as const

/** What vendors say of QC results: accepted or disputed, asked, answered and decided. */
export const disputesArea = area({
  calls: disputeCalls,
  figures: disputeFigures,
  rights: disputeRights,
  screens: [screen('supplier', at, 'Disputes', 'issue', right)],
  lists: { disputes: right },
  exports: {
    exportDisputes: listFile('disputes', disputes, {
      summary: 'Disputes about QC results, as seen.',
      callers: right.roles,
      takes: notPaged(disputeCalls.getDisputes),
    }),
  },
  notices: {
    dispute_yours: {
      ...{ ...toOwner, ...attention },
      label: 'Disputes of vendors that you own',
      words: {
        one: '{{vendor}} disputes a QC result: {{number}} is yours, due on {{due}}.',
        many: '{{count}} disputes of vendors are yours to answer.',
      },
      path: { one, many: `${at}?tab=mine` },
    },
    dispute_opened: {
      ...{ ...toUs, ...attention },
      label: 'Disputes of vendors that nobody owns',
      words: {
        one: '{{vendor}} disputes a QC result: {{number}} has no owner yet.',
        many: '{{count}} disputes of vendors have no owner yet.',
      },
      path: { one, many: `${at}?tab=open` },
    },
    result_accepted: {
      ...{ ...toUs, ...news },
      label: 'QC results that vendors accept',
      words: {
        one: '{{vendor}} accepts a QC result: {{number}}.',
        many: 'Vendors accept {{count}} QC results.',
      },
      path: { one, many: `${at}?tab=settled` },
    },
    dispute_answered: {
      ...{ ...toOwner, ...attention },
      label: 'Answers of vendors to what you asked about disputes',
      words: { one: '{{vendor}} answers about dispute {{number}}.', many: '{{count}} disputes of yours are answered.' },
      path: { one, many: `${at}?tab=mine` },
    },
    dispute_withdrawn: {
      ...{ ...toOwner, ...news },
      label: 'Disputes of yours that vendors withdraw',
      words: { one: '{{vendor}} withdraws dispute {{number}}.', many: '{{count}} disputes of yours are withdrawn.' },
      path: { one, many: `${at}?tab=settled` },
    },
    dispute_late: {
      ...{ ...toOwner, ...attention },
      label: 'Disputes of yours that are overdue',
      words: {
        one: 'Dispute {{number}} was to be answered by {{due}}.',
        many: '{{count}} disputes of yours are overdue.',
      },
      path: { one, many: `${at}?tab=overdue` },
    },
    dispute_asked: {
      ...{ ...toVendor, ...attention },
      label: 'Questions of QC about your disputes',
      words: {
        one: 'QC asks you about dispute {{number}}. Please answer by {{due}}.',
        many: 'QC asks you about {{count}} disputes.',
      },
      path: { one, many: `${at}?tab=open&waits=vendor` },
    },
    dispute_settled: {
      ...{ ...toVendor, ...attention },
      label: 'Decisions on your disputes',
      words: { one: 'QC has decided on dispute {{number}}.', many: 'QC has decided on {{count}} disputes.' },
      path: { one, many: `${at}?tab=settled` },
    },
  },
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
  ],
})
