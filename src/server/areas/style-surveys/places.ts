import { sql } from 'kysely'
import type { Tx } from '../../http/call.ts'
import type { ListOrder } from '../../lists/list-query.ts'

const lastScored = sql`FROM style_survey_design sd JOIN style_survey sv ON sv.id = sd.survey_id
  WHERE sd.catalogue_id = c.id AND sd.rank IS NOT NULL ORDER BY sv.created_at DESC, sv.id DESC LIMIT 1`

/** Of the style `c`: its place in the last survey that scored it, as JSON. */
export const surveyPlace = sql`(SELECT jsonb_build_object('survey', sv.code, 'rank', sd.rank, 'of', sd.ranked, 'mean', sd.mean) ${lastScored})`

/** Of the style `c`: the rank alone; null where no survey scored it. */
const surveyRank = sql<number | null>`(SELECT sd.rank ${lastScored})`

const MOST_RANK = 1_000_000

/** The order of a list of styles `c`: by number, or by rank in the last survey; those that nobody scored stand behind, either way. */
export function bySurveyOrNumber({
  sort = 'number',
  descending = true,
}: {
  sort?: 'number' | 'survey'
  descending?: boolean
}): ListOrder {
  const byNumber = [sql`c.number`, 'int'] as const
  const byRank = [sql`coalesce(${surveyRank}, ${sql.lit(descending ? 0 : MOST_RANK)})`, 'int'] as const
  return { by: sort === 'number' ? [byNumber] : [byRank, byNumber], isDescending: descending }
}

/** Writes the ranks of surveys whose scores changed; whoever calls holds the surveys. */
export async function rankDesigns(tx: Tx, surveyIds: readonly string[]): Promise<void> {
  await sql`UPDATE style_survey_design d SET rank = r.rank, ranked = r.ranked, mean = round(r.mean, 2)
    FROM (SELECT survey_id, catalogue_id, avg(score) AS mean, rank() OVER (PARTITION BY survey_id ORDER BY avg(score) DESC) AS rank,
        count(*) OVER (PARTITION BY survey_id) AS ranked
      FROM style_survey_score WHERE survey_id = ANY(${surveyIds}::uuid[]) GROUP BY survey_id, catalogue_id) r
    WHERE r.survey_id = d.survey_id AND r.catalogue_id = d.catalogue_id`.execute(tx)
}
