import { area } from '../../kernel/area.ts'
import { screen } from '../../kernel/screens.ts'
import { styleSurveysCalls, styleSurveysRights } from './calls.ts'
import { surveyFaults, surveyWords } from './rules.ts'

export const styleSurveysArea = area({
  calls: styleSurveysCalls,
  rights: styleSurveysRights,
  screens: [screen('supplier', '/supplier/style-survey', 'Style survey', 'star', styleSurveysRights.surveyStyles)],
  entities: ['style_survey'],
  events: { 'survey.made': 'Survey made', 'survey.scored': 'Scores brought in' },
  words: [...Object.values(surveyWords), ...Object.values(surveyFaults)],
})
