import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { notice, toHouse, toVendor } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { correctiveActionCalls } from './calls.ts'
import { actionFigures } from './figures.ts'
import { correctiveLife } from './life.ts'
import { correctiveActions } from './lists.ts'
import { correctiveActionRights } from './rights.ts'
import { aboutWords, actionStateWords, actionWords } from './rules.ts'

const right = correctiveActionRights.correctiveActions
const at = '/supplier/corrective-actions'
const one = `${at}?tab=all&action={{number}}`
const vendor = toVendor(right, 'Open corrective actions')
const house = toHouse(correctiveActionRights.askCorrective, ['ops', 'ops_team'], 'Open corrective actions')

/** What vendors are asked to see to, so that a fault does not come again. */
export const correctiveActionsArea = area({
  calls: correctiveActionCalls,
  figures: actionFigures,
  rights: correctiveActionRights,
  screens: [screen('vendors', at, 'Corrective actions', 'wrench', right)],
  lists: { 'corrective-actions': right },
  exports: {
    exportCorrectiveActions: listFile('corrective-actions', correctiveActions, {
      summary: 'Corrective actions, as seen.',
      callers: right.roles,
      takes: notPaged(correctiveActionCalls.getCorrectiveActions),
    }),
  },
  notices: {
    corrective_opened: notice('attention', {
      to: vendor,
      label: 'Corrective actions to answer',
      one: ['Please answer corrective action {{number}} by {{due}}.', one],
      many: ['{{count}} corrective actions wait for your answer.', at],
    }),
    corrective_judged: notice('news', {
      to: vendor,
      label: 'Corrective actions accepted or closed',
      one: ['The company has looked at corrective action {{number}}.', one],
      many: ['The company has looked at {{count}} corrective actions.', `${at}?tab=all`],
    }),
    corrective_due: notice('attention', {
      to: vendor,
      label: 'Corrective actions that are due soon',
      one: ['Corrective action {{number}} is to be answered by {{due}}.', one],
      many: ['{{count}} corrective actions are to be answered soon.', at],
    }),
    corrective_overdue: notice('problem', {
      to: vendor,
      label: 'Corrective actions that are overdue',
      one: ['Corrective action {{number}} was to be answered by {{due}}.', one],
      many: ['{{count}} corrective actions are overdue.', `${at}?tab=overdue`],
    }),
    corrective_answered: notice('attention', {
      to: house,
      label: 'Answers to corrective actions',
      one: ['Corrective action {{number}} is answered.', one],
      many: ['{{count}} corrective actions are answered.', `${at}?tab=to_check`],
    }),
    corrective_late: notice('attention', {
      to: house,
      label: 'Corrective actions that vendors did not answer in time',
      one: ['Corrective action {{number}} was not answered by {{due}}.', one],
      many: ['{{count}} corrective actions were not answered in time.', `${at}?tab=overdue`],
    }),
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
  lives: { correctiveLife },
  words: [
    ...Object.values(aboutWords),
    ...Object.values(actionStateWords),
    ...Object.values(actionWords),
    ...correctiveLife.words,
  ],
})
