import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const actionFigures = {
  actionsToAnswer: figure(
    'actions',
    key('Corrective actions to answer'),
    key('Corrective actions that wait for the vendor: opened, or sent back. Those that are overdue are among them.'),
  ),
  actionsOverdue: figure(
    'actions',
    key('Corrective actions overdue'),
    key('Corrective actions to answer whose due date has passed where the vendors are.'),
  ),
  actionsToCheck: figure(
    'actions',
    key('Answers to corrective actions to check'),
    key('Corrective actions that the vendor has answered and nobody has accepted or sent back.'),
  ),
} as const
