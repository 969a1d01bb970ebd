import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import type { z } from 'zod'
import {
  type SurveyDesign,
  type SurveyRow,
  surveyDesign,
  surveyRow,
} from '../../../shared/areas/style-surveys/calls.ts'
import { standings, surveyWords } from '../../../shared/areas/style-surveys/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { indiaToday, isPast } from '../../database/today.ts'
import { type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { containing } from '../orders/order-rows.ts'

type Routes = Handlers<Contract['styleSurveys']>

const idRow = surveyRow.extend({ id: col.text })

/** A day is over when it is over in India. */
export const isOver = sql<SqlBool>`coalesce(v.deadline < ${indiaToday}, false)`

type Asked = Taken<Contract['styleSurveys']['getSurveys']>

/** Surveys, newest first. */
export const surveyQuery = listQuery<Asked, SurveyRow>({
  from: sql`style_survey v`,
  id: sql<string>`v.id`,
  rules: {
    surveys: (codes) => sql`v.code = ANY(${codes}::text[])`,
    search: (text) => {
      const like = containing(text)
      return sql`(v.code ILIKE ${like} OR v.name ILIKE ${like} OR EXISTS (SELECT 1 FROM style_survey_design fd
        JOIN catalogue_style fc ON fc.id = fd.catalogue_id WHERE fd.survey_id = v.id AND (fc.code ILIKE ${like} OR fc.name ILIKE ${like})))`
    },
  },
  tabs: { all: sql`true`, open: sql`NOT ${isOver}`, over: isOver },
  order: () => ({
    by: [
      [sql`v.created_at`, 'timestamptz'],
      [sql`v.id`, 'uuid'],
    ],
    isDescending: true,
  }),
  rows: async (ids, { db }) => (await surveyRows(db, sql`v.id = ANY(${ids}::uuid[])`, ids)).map(toldOf),
})

async function surveyRows(
  db: Db | Tx,
  where: RawBuilder<unknown>,
  ids: readonly string[] | null = null,
): Promise<z.output<typeof idRow>[]> {
  const { rows } = await rowsOf(idRow)`
    SELECT v.id, v.code AS survey, v.name, v.deadline, ${isOver} AS is_over,
      (SELECT count(*) FROM style_survey_design d WHERE d.survey_id = v.id)::int AS designs,
      (SELECT count(DISTINCT s.reviewer) FROM style_survey_score s WHERE s.survey_id = v.id)::int AS reviewers,
      (SELECT count(*) FROM style_survey_score s WHERE s.survey_id = v.id)::int AS scores, v.created_at, u.name AS created_by
    FROM style_survey v JOIN app_user u ON u.id = v.created_by WHERE ${where}`.execute(db)
  return ids === null ? rows : inOrder(ids, rows, ({ id }) => id)
}

const toldOf = ({ id: _id, ...row }: z.output<typeof idRow>): SurveyRow => row

export const getSurvey: Routes['getSurvey'] = async ({ survey }, { db }) => reply(await surveyOf(db, survey))

/** With its designs by rank; those that nobody scored come last, as they were asked for. Throws not_found. */
async function surveyOf(db: Db | Tx, code: string) {
  const [found] = await surveyRows(db, sql`v.code = ${code}`)
  if (!found) throw notFound(surveyWords.notFound, { survey: code })
  return { survey: toldOf(found), designs: await designsOf(db, found.id) }
}

const plainDesign = surveyDesign
  .pick({ code: true, name: true, name_zh: true, category: true, picture: true })
  .extend({ id: col.text })

async function designsOf(db: Db | Tx, surveyId: string): Promise<SurveyDesign[]> {
  const { rows } = await rowsOf(plainDesign)`
    SELECT c.id, c.code, c.name, c.name_zh, c.category, c.picture_id AS picture FROM style_survey_design d
    JOIN catalogue_style c ON c.id = d.catalogue_id WHERE d.survey_id = ${surveyId}::uuid ORDER BY d.position`.execute(
    db,
  )
  const scores = await db
    .selectFrom('style_survey_score')
    .select(['catalogue_id', 'reviewer', 'score', 'remark'])
    .where('survey_id', '=', surveyId)
    .orderBy('reviewer')
    .execute()
  const byDesign = Map.groupBy(scores, ({ catalogue_id }) => catalogue_id)
  const ranks = standings(rows.map(({ id }) => byDesign.get(id) ?? []))
  return rows
    .flatMap(({ id, ...design }, at) => {
      const standing = ranks[at]
      const own = (byDesign.get(id) ?? []).map(({ reviewer, score, remark }) => ({ reviewer, score, remark }))
      return standing ? [{ ...design, ...standing, scores: own }] : []
    })
    .toSorted((a, b) => (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER))
}

export const makeSurvey: Routes['makeSurvey'] = ({ name, deadline, vendor_catalogue_ids }, context) =>
  context.command(async (tx) => {
    if (deadline && (await isPast(tx, deadline, indiaToday)))
      throw invalidInput(surveyWords.past, { fields: [{ field: 'deadline', message: surveyWords.past }] })
    const codes = [...new Set(vendor_catalogue_ids)]
    const { rows: known } = await rowsOf({ id: col.text, code: col.text })`
      SELECT id, code FROM catalogue_style WHERE code = ANY(${codes}::text[])`.execute(tx)
    const ids = new Map(known.map((one) => [one.code, one.id]))
    const missing = codes.find((code) => !ids.has(code))
    if (missing !== undefined) throw notFound(surveyWords.unknownStyle, { code: missing })
    const id = v7()
    const { rows } = await rowsOf({ code: col.text })`
      INSERT INTO style_survey (id, code, name, deadline, created_by)
      VALUES (${id}, 'SV-' || lpad(nextval('style_survey_number')::text, 6, '0'), ${name}, ${deadline ?? null}::date, ${context.caller.userId})
      RETURNING code`.execute(tx)
    const code = rows[0]?.code ?? ''
    await sql`INSERT INTO style_survey_design (survey_id, catalogue_id, position)
      SELECT ${id}::uuid, n.id, n.at FROM unnest(${codes.map((one) => ids.get(one) ?? '')}::uuid[]) WITH ORDINALITY AS n (id, at)`.execute(
      tx,
    )
    await recordEvent(tx, context, {
      entity: 'style_survey',
      entityId: code,
      event: 'survey.made',
      details: { name, designs: codes.length, deadline: deadline ?? null },
    })
    return reply(await surveyOf(tx, code), surveyWords.made)
  })
