import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchTerms } from '../../shared/kernel/search.ts'

type Condition = Expression<SqlBool>

/** Any line of a search, and of a line all its words (`searchTerms`): `byWord` says what one word finds. */
export function byWords(text: string, byWord: (word: string) => Condition): RawBuilder<SqlBool> {
  const lines = searchTerms(text).map((words) => sql`(${sql.join(words.map(byWord), sql` AND `)})`)
  return lines.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(lines, sql` OR `)})`
}

/** `byWords`, where a word must be looked up first: each once, one after the other. */
export async function searched(
  text: string,
  byWord: (word: string) => Condition | Promise<Condition>,
): Promise<RawBuilder<SqlBool>> {
  const found = new Map<string, Condition>()
  for (const word of new Set(searchTerms(text).flat())) found.set(word, await byWord(word))
  return byWords(text, (word) => found.get(word) ?? sql<SqlBool>`false`)
}
