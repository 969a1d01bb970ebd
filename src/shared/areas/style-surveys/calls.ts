import { z } from 'zod'
import { json, post, upload, xlsx } from '../../kernel/call.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import { counts, day, instant, page, part, picture, rowsTaken, searchText, takeMode } from '../../kernel/shapes.ts'
import { uploadFields } from '../catalogue/upload-fields.ts'
import { mostDesigns } from './rules.ts'

export const styleSurveysRights = rights({
  surveyStyles: {
    group: 'Catalogue',
    label: 'Ask what people think of designs, and bring their scores in',
    roles: ['cataloging_team', 'bm_team', 'bm_admin', 'internal_team', 'ops', 'admin', 'super_admin'],
  },
})

const allowed = rolesOf(styleSurveysRights)

const code = z.string().trim().toUpperCase().min(1).max(40)

export const surveyDesign = z.object({
  code: z.string(),
  name: z.string(),
  name_zh: z.string(),
  category: z.string(),
  picture,
  rank: z.int().nullable(),
  mean: z.number().nullable(),
  spread: z.number().nullable(),
  least: z.int().nullable(),
  most: z.int().nullable(),
  scores: z.array(z.object({ reviewer: z.string(), score: z.int(), remark: z.string().nullable() })),
})

export type SurveyDesign = z.output<typeof surveyDesign>

export const surveyRow = z.object({
  survey: z.string(),
  name: z.string(),
  /** The last day on which scores are taken. */
  deadline: day.nullable(),
  is_over: z.boolean(),
  designs: z.int(),
  reviewers: z.int(),
  scores: z.int(),
  created_at: instant,
  created_by: z.string(),
})

export type SurveyRow = z.output<typeof surveyRow>

const survey = z.object({ survey: surveyRow, designs: z.array(surveyDesign) })

export const styleSurveysCalls = {
  downloadStyleSurveyFile: post('v1/erp/india/download-style-survey-file', {
    summary: 'Designs of a survey with their pictures, to be scored; of one reviewer with that name filled in.',
    callers: allowed.surveyStyles,
    takes: z.object({ survey: code, reviewer: z.string().trim().max(80).optional() }),
    gives: xlsx('style_survey.xlsx'),
  }),
  ingestStyleSurveyDesigns: upload('v1/erp/india/ingest-style-survey-designs', {
    summary:
      'Scores back, per reviewer; rows without a name are the sender’s. With vendor_catalogue_id those of that design alone.',
    callers: allowed.surveyStyles,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ mode: takeMode, ...uploadFields }),
    gives: json(z.object({ ...rowsTaken })),
  }),
  getSurveys: post('selvedge/style-surveys/list', {
    summary: 'Surveys, newest first, or how many are open and over.',
    callers: allowed.surveyStyles,
    takes: z.object({
      surveys: z.array(code).max(5_000).optional(),
      search: searchText.optional(),
      tab: z.enum(['open', 'over', 'all']).default('all'),
      ...page,
      part,
    }),
    gives: json(z.object({ rows: z.array(surveyRow), next_cursor: z.string().nullable(), counts: counts.optional() })),
  }),
  getSurvey: post('selvedge/style-surveys/one', {
    summary: 'A survey with its designs in the order of their ranks, the spread of their scores, and who said what.',
    callers: allowed.surveyStyles,
    takes: z.object({ survey: code }),
    gives: json(survey),
  }),
  makeSurvey: post('selvedge/style-surveys/make', {
    summary: 'Makes a survey of designs in the catalogue.',
    callers: allowed.surveyStyles,
    changes: true,
    takes: z.object({
      name: z.string().trim().min(1).max(120),
      deadline: day.nullish(),
      vendor_catalogue_ids: z.array(code).min(1).max(mostDesigns),
    }),
    gives: json(survey),
  }),
}
