import { sql } from 'kysely'
import type { Settings } from '../database/settings.ts'
import { type CallContext, type Db, type Reply, reply, type Tx } from '../http/call.ts'
import { stale } from '../http/errors.ts'
import { recordEvents } from './audit.ts'

type SettingName = keyof Settings

type Plain = string | number | boolean | null

/** A field is compared, and told in the audit, by its text: of a table that is JSON, and no object alone has one. */
type Comparable<F> = { readonly [K in keyof F]: Plain | readonly Plain[] | readonly object[] }

/** Settings that people read and save together, kept in one row or several. */
export interface SettingGroup<F extends Comparable<F> = object, N extends SettingName = SettingName> {
  /** Before the names of its fields as the audit names them: `qc` of `qc.level`. */
  readonly prefix: string
  /** Its rows, in the order in which they are locked. */
  readonly rows: readonly N[]
  /** Its fields as people see them, in their order. */
  readonly fields: readonly (keyof F & string)[]
  /** What people see of what is kept, and back. */
  shown(kept: Pick<Settings, N>): F
  kept(shown: F): Pick<Settings, N>
}

export function settingGroup<F extends Comparable<F>, N extends SettingName>(
  about: SettingGroup<F, N>,
): SettingGroup<F, N> {
  return about
}

interface Change<F> {
  setting: keyof F & string
  from: string
  to: string
  at: string
  changed_by: string
}

/** Settings, their common version (a change of any raises it), and the last change of each, newest first. */
export interface SavedGroup<F> {
  settings: F
  version: number
  last_changes: Change<F>[]
}

/** The settings of a group, read at one moment; with `isHeld` nobody else changes them until the transaction ends. Throws for a row that is gone: a default guessed here would hide it. */
export async function readGroup<F extends Comparable<F>, N extends SettingName>(
  db: Db,
  group: SettingGroup<F, N>,
  { isHeld = false } = {},
): Promise<{ settings: F; version: number }> {
  const query = db
    .selectFrom('setting')
    .where('name', 'in', group.rows)
    .orderBy('name')
    .select(['name', 'value', 'version'])
  const rows = await (isHeld ? query.forNoKeyUpdate() : query).execute()
  const gone = group.rows.filter((name) => !rows.some((row) => row.name === name))
  if (gone.length > 0) throw new Error(`setting ${gone.join()} is missing`)
  const kept = Object.fromEntries(rows.map(({ name, value }) => [name, value])) as Pick<Settings, N>
  return { settings: group.shown(kept), version: rows.reduce((sum, row) => sum + row.version, 0) }
}

export async function loadGroup<F extends Comparable<F>, N extends SettingName>(
  db: Db | Tx,
  group: SettingGroup<F, N>,
): Promise<SavedGroup<F>> {
  return { ...(await readGroup(db, group)), last_changes: await lastChanges(db, group) }
}

/** A group's version, and who changed it last. */
export async function seenGroup<F extends Comparable<F>, N extends SettingName>(
  db: Db | Tx,
  group: SettingGroup<F, N>,
): Promise<{ version: number; changed_by: string | null; changed_at: string | null }> {
  const { version } = await readGroup(db, group)
  const [last] = await lastChanges(db, group)
  return { version, changed_by: last?.changed_by ?? null, changed_at: last?.at ?? null }
}

/** Saves what is new of a group. Each field that is new is an event of its own, from old to new. Throws `stale` where somebody was quicker. */
export async function saveGroup<F extends Comparable<F>, N extends SettingName>(
  tx: Tx,
  context: CallContext,
  group: SettingGroup<F, N>,
  { settings, version }: { settings: F; version: number },
  saved: string,
): Promise<Reply<SavedGroup<F>>> {
  const before = await readGroup(tx, group, { isHeld: true })
  if (version !== before.version) throw await changedMeanwhile(tx, group)
  const changed = group.fields.filter((name) => textOf(before.settings[name]) !== textOf(settings[name]))
  if (changed.length === 0) return reply(await loadGroup(tx, group), 'The settings are as they were.')
  await writeRows(tx, group.rows, group.kept(settings))
  const events = changed.map((name) => ({
    ...({ entity: 'setting', entityId: `${group.prefix}.${name}`, event: 'setting.changed' } as const),
    from: textOf(before.settings[name]),
    to: textOf(settings[name]),
  }))
  await recordEvents(tx, context, events)
  return reply(await loadGroup(tx, group), saved)
}

/** A value as the audit keeps it; a table as JSON. */
const textOf = (value: unknown): string =>
  Array.isArray(value) && value.some((row) => typeof row === 'object') ? JSON.stringify(value) : String(value)

async function writeRows<N extends SettingName>(tx: Tx, names: readonly N[], kept: Pick<Settings, N>): Promise<void> {
  const texts = names.map((name) => JSON.stringify(kept[name]))
  await sql`
    UPDATE setting s SET value = n.value, version = s.version + 1, updated_at = now()
    FROM unnest(${[...names]}::text[], ${texts}::jsonb[]) AS n (name, value)
    WHERE s.name = n.name AND s.value <> n.value`.execute(tx)
}

async function changedMeanwhile<F extends Comparable<F>>(
  db: Db | Tx,
  group: Pick<SettingGroup<F>, 'prefix' | 'fields'>,
) {
  const [last] = await lastChanges(db, group)
  return stale(last?.changed_by ?? 'Selvedge', last ? new Date(last.at) : new Date())
}

async function lastChanges<F extends Comparable<F>>(
  db: Db | Tx,
  { prefix, fields }: Pick<SettingGroup<F>, 'prefix' | 'fields'>,
): Promise<Change<F>[]> {
  const idOf = (field: string) => `${prefix}.${field}`
  const rows = await db
    .selectFrom('audit_event as e')
    .leftJoin('app_user as u', 'u.id', 'e.user_id')
    .where('e.entity', '=', 'setting')
    .where('e.entity_id', 'in', fields.map(idOf))
    .distinctOn('e.entity_id')
    .orderBy('e.entity_id')
    .orderBy('e.seq', 'desc')
    .select(['e.entity_id', 'e.from_state', 'e.to_state', 'e.at', 'u.name'])
    .execute()
  return fields
    .flatMap((setting) => {
      const row = rows.find(({ entity_id }) => entity_id === idOf(setting))
      if (row === undefined) return []
      const { from_state: from, to_state: to, at, name } = row
      return { setting, from: from ?? '', to: to ?? '', at: at.toISOString(), changed_by: name ?? 'Selvedge' }
    })
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}
