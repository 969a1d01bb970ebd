import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { screen } from '../../kernel/screens.ts'
import { styleSurveysCalls, styleSurveysRights } from './calls.ts'
import { surveyList } from './lists.ts'
import { surveyFaults, surveyWords } from './rules.ts'

export const styleSurveysArea = area({
  calls: styleSurveysCalls,
  rights: styleSurveysRights,
  screens: [screen('catalogue', '/supplier/style-survey', 'Style survey', 'star', styleSurveysRights.surveyStyles)],
  lists: { 'style-surveys': styleSurveysRights.surveyStyles },
  exports: {
    exportSurveys: listFile('style-surveys', surveyList, {
      summary: 'Style surveys, as seen.',
      callers: styleSurveysRights.surveyStyles.roles,
      takes: notPaged(styleSurveysCalls.getSurveys),
    }),
  },
  entities: ['style_survey'],
  events: { 'survey.made': 'Survey made', 'survey.scored': 'Scores brought in' },
  words: [...Object.values(surveyWords), ...Object.values(surveyFaults)],
})
