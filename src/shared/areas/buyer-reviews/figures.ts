import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const reviewFigures = {
  stylesToReview: figure(
    'styles',
    key('Styles to judge as a buyer'),
    key('Styles under review that wait for your verdict.'),
  ),
  reviewsToDecide: figure(
    'styles',
    key('Reviews that you decide'),
    key('Styles under review of which you say whether they go live.'),
  ),
  reviewsOverdue: figure(
    'styles',
    key('Reviews overdue'),
    key('Reviews that are past their deadline and not decided.'),
  ),
} as const
