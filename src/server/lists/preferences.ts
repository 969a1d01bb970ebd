import { sql } from 'kysely'
import type { Gives, Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { listLimits } from '../../shared/domain/lists.ts'
import { type Said, said, type Tx, type Work } from '../http/call.ts'
import { conflict } from '../http/errors.ts'

type House = Contract['house']

/** All that the caller keeps, by name. */
export async function getPreferences(_: unknown, work: Work): Promise<Said<Gives<House['getPreferences']>>> {
  const kept = await work.db
    .selectFrom('user_preference')
    .where('user_id', '=', work.caller.userId)
    .select(['name', 'value', 'changed_at'])
    .orderBy('name')
    .execute()
  return said({ preferences: kept.map((row) => ({ ...row, changed_at: row.changed_at.toISOString() })) })
}

/** Keeps one; null forgets it. */
export async function setPreference(
  { name, value }: Taken<House['setPreference']>,
  work: Work,
): Promise<Said<Gives<House['setPreference']>>> {
  const { userId } = work.caller
  return work.command(async (tx) => {
    await lockPerson(tx, userId)
    if (value === null) {
      await tx.deleteFrom('user_preference').where('user_id', '=', userId).where('name', '=', name).execute()
      return said({ changed_at: new Date().toISOString() })
    }
    const kept = await tx.selectFrom('user_preference').where('user_id', '=', userId).select('name').execute()
    if (kept.length >= listLimits.preferences && !kept.some((row) => row.name === name))
      throw conflict('No more preferences can be kept.')
    const json = JSON.stringify(value)
    const { changed_at } = await tx
      .insertInto('user_preference')
      .values({ user_id: userId, name, value: json })
      .onConflict((at) => at.columns(['user_id', 'name']).doUpdateSet({ value: json, changed_at: sql<Date>`now()` }))
      .returning('changed_at')
      .executeTakeFirstOrThrow()
    return said({ changed_at: changed_at.toISOString() })
  })
}

/** One at a time of each person, so that what is counted against a limit cannot grow meanwhile. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('app_user').where('id', '=', userId).select('id').forNoKeyUpdate().execute()
}
