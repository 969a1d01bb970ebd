import type { styleSurveysArea } from '../../../shared/areas/style-surveys/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { ingestStyleSurveyDesigns } from './score-file.ts'
import { downloadStyleSurveyFile } from './survey-file.ts'
import { getSurvey, makeSurvey, surveyQuery } from './surveys.ts'

/** What people think of designs before anybody makes them. */
export const styleSurveysServer: ServerArea<typeof styleSurveysArea> = {
  routes: { downloadStyleSurveyFile, ingestStyleSurveyDesigns, getSurveys: surveyQuery.page, getSurvey, makeSurvey },
  exports: { exportSurveys: surveyQuery },
}
