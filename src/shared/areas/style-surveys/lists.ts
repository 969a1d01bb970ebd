import { fields } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { SurveyRow } from './calls.ts'

const f = fields<SurveyRow>()

/** Style surveys, and how many answered. */
export const surveyList = list({
  name: 'style-surveys',
  rowId: (row) => row.survey,
  file: 'style_surveys',
  fields: [
    f.code('survey', key('Survey'), (row) => row.survey, { width: 120, pinned: true }),
    f.text('name', key('Survey name'), (row) => row.name, { width: 220, grows: true }),
    f.word('state', key('State'), (row) => (row.is_over ? 'Over' : 'Open'), {
      ...{ width: 90, words: [key('Open'), key('Over')] },
    }),
    f.day('deadline', key('Last day'), (row) => row.deadline, { width: 116 }),
    f.pieces('designs', key('Designs'), (row) => row.designs, { width: 90 }),
    f.pieces('reviewers', key('Reviewers'), (row) => row.reviewers, { width: 100 }),
    f.pieces('scores', key('Scores'), (row) => row.scores, { width: 90 }),
    f.instant('created_at', key('Made on'), (row) => row.created_at, { width: 140 }),
    f.text('created_by', key('Made by'), (row) => row.created_by, { width: 140, shownFrom: 1280 }),
  ],
})
