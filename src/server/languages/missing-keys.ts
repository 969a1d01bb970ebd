import type { Gives, Taken } from '../../shared/contract/grammar.ts'
import type { houseLanguages } from '../../shared/contract/house-languages.ts'
import { recordEvent } from '../audit.ts'
import { type Said, said, type Work } from '../http/call.ts'
import { fileWords } from './catalogue.ts'
import { insistOnLanguage } from './languages.ts'

type Calls = typeof houseLanguages

/** Rows that a language may have: whoever sends nonsense fills a list, not the disk. */
export const MOST_ROWS = 5_000

/** Notes which texts a screen has no translation for. What is translated by now, or no longer fits, is left out. */
export async function addMissingKeys(
  { lng: language, ns: _, ...sent }: Taken<Calls['addMissingKeys']>,
  work: Work,
): Promise<Said<Gives<Calls['addMissingKeys']>>> {
  await insistOnLanguage(work.db, work.resources, language)
  const words = await fileWords(work.resources, language)
  const keys = Object.keys(sent).filter((key) => !words.has(key))
  const taken = await work.command(async (tx) => {
    const { count } = await tx
      .selectFrom('translation')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('language', '=', language)
      .executeTakeFirstOrThrow()
    const rows = keys
      .slice(0, Math.max(0, MOST_ROWS - Number(count)))
      .map((key) => ({ language, key, asked_at: new Date() }))
    if (rows.length === 0) return 0
    const written = await tx
      .insertInto('translation')
      .values(rows)
      .onConflict((on) =>
        on.columns(['language', 'key']).doUpdateSet({ asked_at: new Date() }).where('translation.text', 'is', null),
      )
      .returning('key')
      .execute()
    return written.length
  })
  return said({ taken, left_out: Object.keys(sent).length - taken })
}

export async function dropMissingKeys(
  { language, keys }: Taken<Calls['dropMissingKeys']>,
  work: Work,
): Promise<Said<Gives<Calls['dropMissingKeys']>>> {
  await insistOnLanguage(work.db, work.resources, language)
  const dropped = await work.command(async (tx) => {
    const gone = await tx
      .deleteFrom('translation')
      .where('language', '=', language)
      .where('key', 'in', keys)
      .where('text', 'is', null)
      .returning('key')
      .execute()
    const details = { keys: gone.length }
    if (gone.length > 0) {
      await recordEvent(tx, work, { entity: 'language', entityId: language, event: 'language.keys_dropped', details })
    }
    return gone.length
  })
  return said({ dropped }, 'Removed from the list.')
}
