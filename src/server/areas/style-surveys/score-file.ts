import { z } from 'zod'
import { supplyChains } from '../../../shared/areas/catalogue/rights.ts'
import { againstFields, uploadFieldFaults } from '../../../shared/areas/catalogue/upload-fields.ts'
import { reviewerKey, surveyFaults, surveyWords } from '../../../shared/areas/style-surveys/rules.ts'
import { surveySheet } from '../../../shared/areas/style-surveys/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Handlers, Tx } from '../../http/call.ts'
import { takeSheet } from '../../sheets/take-sheet.ts'
import { rankDesigns } from './places.ts'
import { isOver } from './surveys.ts'

interface Score {
  survey: string
  surveyId: string
  designId: string
  reviewer: string
  score: number
  remark: string | null
}

/** Scores per reviewer. The same reviewer again says it anew; a row without a score says nothing. */
export const ingestStyleSurveyDesigns: Handlers<Contract['styleSurveys']>['ingestStyleSurveyDesigns'] = takeSheet(
  surveySheet,
  {
    words: { taken: surveyWords.taken, unchanged: surveyWords.unchanged },
    async check({ tx, context, input, rows, refuse, refuseTwice }) {
      const codes = [...new Set(rows.map(({ values }) => values.survey))]
      // Whoever brings scores in holds the survey: two files of one reviewer come one after the other.
      const { rows: surveys } = await rowsOf({ id: col.text, code: col.text, is_over: col.flag })`
        SELECT v.id, v.code, ${isOver} AS is_over FROM style_survey v WHERE v.code = ANY(${codes}::text[])
        ORDER BY v.id FOR NO KEY UPDATE`.execute(tx)
      const byCode = new Map(surveys.map((one) => [one.code, one]))
      const { rows: designs } = await rowsOf(designColumns)`
        SELECT d.survey_id, c.id, c.code, c.supply_chain FROM style_survey_design d JOIN catalogue_style c ON c.id = d.catalogue_id
        WHERE d.survey_id = ANY(${surveys.map(({ id }) => id)}::uuid[])`.execute(tx)
      const inSurveys = new Map(designs.map((one) => [`${one.survey_id} ${one.code}`, one]))
      const { spelling, scored } = await reviewersOf(
        tx,
        surveys.map(({ id }) => id),
      )
      const said = new Map<string, (typeof rows)[number]>()
      const good: Score[] = []
      let idle = 0
      for (const row of rows) {
        const { survey, design, reviewer, score, remark } = row.values
        const of = byCode.get(survey)
        const about = of && inSurveys.get(`${of.id} ${design}`)
        const named = reviewer ?? context.caller.name
        const key = `${of?.id} ${reviewerKey(named)}`
        const isThere = scored.has(`${key} ${about?.id}`)
        const against = about ? againstFields(input, { ...about, isThere }) : null
        if (!of) refuse(row, 'survey', surveyFaults.unknownSurvey)
        else if (about === undefined) refuse(row, 'design', surveyFaults.notIn)
        else if (score === null && against !== uploadFieldFaults.otherStyle) idle += 1
        else if (against !== null) refuse(row, 'design', against)
        else if (of.is_over) refuse(row, 'survey', surveyFaults.over)
        else {
          const { id: designId } = about
          const known = spelling.get(key) ?? named
          spelling.set(key, known)
          const before = said.get(`${key} ${designId}`)
          if (before) refuseTwice(row, 'reviewer', before, surveyFaults.twice)
          else good.push({ survey, surveyId: of.id, designId, score: Number(score), remark, reviewer: known })
          said.set(`${key} ${designId}`, before ?? row)
        }
      }
      return { good, idle }
    },
    async save({ tx, context }, { good }) {
      const { rows } = await rowsOf({ survey_id: col.text })`
        INSERT INTO style_survey_score AS s (survey_id, catalogue_id, reviewer, score, remark, given_by)
        SELECT n.*, ${context.caller.userId}::uuid FROM (SELECT DISTINCT ON (survey_id, catalogue_id, reviewer) * FROM unnest(
          ${good.map(({ surveyId }) => surveyId)}::uuid[], ${good.map(({ designId }) => designId)}::uuid[],
          ${good.map(({ reviewer }) => reviewer)}::text[], ${good.map(({ score }) => score)}::int[],
          ${good.map(({ remark }) => remark)}::text[]) AS u (survey_id, catalogue_id, reviewer, score, remark)) n
        ON CONFLICT (survey_id, catalogue_id, reviewer) DO UPDATE SET score = EXCLUDED.score, remark = EXCLUDED.remark,
          given_at = now(), given_by = EXCLUDED.given_by
        WHERE (s.score, s.remark) IS DISTINCT FROM (EXCLUDED.score, EXCLUDED.remark) RETURNING s.survey_id`.execute(tx)
      const changed = Map.groupBy(rows, ({ survey_id }) => survey_id)
      const events = [...changed].map(([id, own]) => ({
        ...({ entity: 'style_survey', event: 'survey.scored' } as const),
        entityId: good.find(({ surveyId }) => surveyId === id)?.survey ?? '',
        details: { scores: own.length },
      }))
      if (events.length > 0) {
        await rankDesigns(tx, [...changed.keys()])
        await recordEvents(tx, context, events)
      }
      return rows.length
    },
  },
)

const designColumns = { survey_id: col.text, id: col.text, code: col.text, supply_chain: z.enum(supplyChains) }

/** How reviewers of surveys are written there already, by survey and `reviewerKey`; and of which designs each said something. */
async function reviewersOf(tx: Tx, surveyIds: readonly string[]) {
  const { rows } = await rowsOf({ survey_id: col.text, reviewer: col.text, designs: col.texts })`
    SELECT survey_id, reviewer, array_agg(catalogue_id::text) AS designs FROM style_survey_score
    WHERE survey_id = ANY(${surveyIds}::uuid[]) GROUP BY survey_id, reviewer`.execute(tx)
  const keyed = rows.map((row) => ({ ...row, key: `${row.survey_id} ${reviewerKey(row.reviewer)}` }))
  return {
    spelling: new Map(keyed.map(({ key, reviewer }) => [key, reviewer])),
    scored: new Set(keyed.flatMap(({ key, designs }) => designs.map((design) => `${key} ${design}`))),
  }
}
