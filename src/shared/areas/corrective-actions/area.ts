import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { noticeStatus, toastTimes } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { correctiveActionCalls, correctiveActionRights } from './calls.ts'
import { actionFigures } from './figures.ts'
import { correctiveActions } from './lists.ts'
import { aboutWords, actionStateWords, actionWords } from './rules.ts'

const right = correctiveActionRights.correctiveActions
const at = '/supplier/corrective-actions'
const one = `${at}?tab=all&action={{number}}`
const toVendor = { audience: 'vendor', roles: ['vendor'], action: 'Open corrective actions' } as const
const toUs = { audience: 'house', roles: ['ops', 'ops_team'], action: 'Open corrective actions' } as const

/** What vendors are asked to see to, so that a fault does not come again. */
export const correctiveActionsArea = area({
  calls: correctiveActionCalls,
  figures: actionFigures,
  rights: correctiveActionRights,
  screens: [screen('supplier', at, 'Corrective actions', 'wrench', right)],
  lists: { 'corrective-actions': right },
  exports: {
    exportCorrectiveActions: listFile('corrective-actions', correctiveActions, {
      summary: 'Corrective actions, as seen.',
      callers: right.roles,
      takes: notPaged(correctiveActionCalls.getCorrectiveActions),
    }),
  },
  notices: {
    corrective_opened: {
      ...toVendor,
      label: 'Corrective actions to answer',
      words: {
        one: 'Please answer corrective action {{number}} by {{due}}.',
        many: '{{count}} corrective actions wait for your answer.',
      },
      path: { one, many: at },
      status: noticeStatus.attention,
      timeout: toastTimes.toRead,
    },
    corrective_judged: {
      ...toVendor,
      label: 'Corrective actions accepted or closed',
      words: {
        one: 'The company has looked at corrective action {{number}}.',
        many: 'The company has looked at {{count}} corrective actions.',
      },
      path: { one, many: `${at}?tab=all` },
      status: noticeStatus.news,
      timeout: toastTimes.toRead,
    },
    corrective_due: {
      ...toVendor,
      label: 'Corrective actions that are due soon',
      words: {
        one: 'Corrective action {{number}} is to be answered by {{due}}.',
        many: '{{count}} corrective actions are to be answered soon.',
      },
      path: { one, many: at },
      status: noticeStatus.attention,
      timeout: toastTimes.toRead,
    },
    corrective_overdue: {
      ...toVendor,
      label: 'Corrective actions that are overdue',
      words: {
        one: 'Corrective action {{number}} was to be answered by {{due}}.',
        many: '{{count}} corrective actions are overdue.',
      },
      path: { one, many: `${at}?tab=overdue` },
      status: noticeStatus.problem,
      timeout: toastTimes.toRead,
    },
    corrective_answered: {
      ...toUs,
      label: 'Answers to corrective actions',
      words: {
        one: 'Corrective action {{number}} is answered.',
        many: '{{count}} corrective actions are answered.',
      },
      path: { one, many: `${at}?tab=to_check` },
      status: noticeStatus.attention,
      timeout: toastTimes.passing,
    },
    corrective_late: {
      ...toUs,
      label: 'Corrective actions that vendors did not answer in time',
      words: {
        one: 'Corrective action {{number}} was not answered by {{due}}.',
        many: '{{count}} corrective actions were not answered in time.',
      },
      path: { one, many: `${at}?tab=overdue` },
      status: noticeStatus.attention,
      timeout: toastTimes.passing,
    },
  },
  entities: ['corrective_action'],
  feed: { corrective_action: right },
  events: {
    'corrective.opened': 'Corrective action opened',
    'corrective.changed': 'Due date or person changed',
    'corrective.answered': 'Corrective action answered',
    'corrective.accepted': 'Answer accepted',
    'corrective.returned': 'Answer sent back',
    'corrective.closed': 'Corrective action closed',
    'corrective.cancelled': 'Corrective action cancelled',
  },
  statuses: {
    [actionStateWords.opened]: 'warn',
    [actionStateWords.answered]: 'active',
    [actionStateWords.returned]: 'bad',
    [actionStateWords.accepted]: 'good',
    [actionStateWords.closed]: 'neutral',
  },
  codes: actionStateWords,
  words: [...Object.values(aboutWords), ...Object.values(actionStateWords), ...Object.values(actionWords)],
})
