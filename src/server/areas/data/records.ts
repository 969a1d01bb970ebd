import { sql } from 'kysely'
import { type KindName, recordKinds } from '../../../shared/areas/data/kinds.ts'
import {
  keyed,
  keyValues,
  type RecordKind,
  type RecordRow,
  type RecordValues,
  recordKey,
} from '../../../shared/areas/data/record-kind.ts'
import { recordWords } from '../../../shared/areas/data/record-words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { FieldProblem } from '../../../shared/kernel/errors.ts'
import { type CellValue, CLEARED, type SheetColumn } from '../../../shared/kernel/sheet.ts'
import { readWritten } from '../../../shared/kernel/sheet-cells.ts'
import { recordEvents } from '../../audit/audit.ts'
import { timelineEventOf } from '../../audit/timeline.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput, notFound } from '../../http/errors.ts'
import { pageOf } from '../../lists/keyset.ts'
import { type ListQuery, listQuery } from '../../lists/list-query.ts'
import { readCompany } from '../company/facts.ts'
import { containing } from '../orders/order-rows.ts'
import { noFace } from '../pictures/faces.ts'
import { recordWriter } from './apply-records.ts'
import type { RecordStore } from './record-store.ts'
import { stores } from './stores.ts'

type Routes = Handlers<Contract['data']>
type Input = Parameters<Routes['getRecords']>[0]

const storeOf = (kind: KindName): RecordStore => stores[kind]

const rowColumns = { values: col.json, is_retired: col.flag, version: col.number, picture: col.textOrNull }

function rowOf(
  kind: RecordKind,
  found: { values: Record<string, unknown>; is_retired: boolean; version: number; picture: string | null },
): RecordRow {
  const values = found.values as RecordValues
  return {
    id: recordKey(kind, values),
    values,
    is_retired: found.is_retired,
    version: found.version,
    picture: found.picture,
  }
}

/** A kind's list, as the store describes its rows. */
function queryOf({
  kind,
  from,
  scope,
  values,
  byColumn,
  search,
  order,
  retiredAt,
  version,
  picture = noFace,
}: RecordStore): ListQuery<Input, RecordRow> {
  const retired = retiredAt ? sql<boolean>`${retiredAt} IS NOT NULL` : sql<boolean>`false`
  const select = sql`${values} AS values, ${retired} AS is_retired, ${version} AS version, ${picture} AS picture`
  return listQuery<Input, RecordRow>({
    from,
    id: sql<string>`''`,
    ...(scope && { scope: () => scope }),
    tabs: { active: sql<boolean>`NOT (${retired})`, retired, all: sql<boolean>`true` },
    rules: {
      search: (text) => sql<boolean>`${search(containing(text))}`,
      ids: (ids) => oneOf(kind, byColumn, ids),
      by: ({ column, code }) => sql<boolean>`${byColumn[column] ?? sql`''`}::text = ${code}`,
    },
    order: ({ descending }) => ({ by: order, ...(descending && { isDescending: true }) }),
    rows: async () => [],
    async atOnce({ where, orderBy, size }, { db }) {
      const place = sql.join(order.map(([column]) => sql`(${column})::text`))
      const found = await rowsOf({ place: col.texts, ...rowColumns })`
        SELECT ARRAY[${place}] AS place, ${select} FROM ${from} WHERE ${where} ORDER BY ${orderBy} LIMIT ${sql.lit(size + 1)}`.execute(
        db,
      )
      const page = pageOf(found.rows, size, (row) => row.place)
      return { rows: page.rows.map((row) => rowOf(kind, row)), next_cursor: page.next_cursor }
    },
  })
}

function oneOf(kind: RecordKind, byColumn: RecordStore['byColumn'], ids: readonly string[]) {
  const keys = ids.flatMap((id) => {
    const values = keyValues(kind, id)
    return values ? [values] : []
  })
  const each = keys.map((values) => {
    const same = kind.key.map((key) => sql`coalesce(${byColumn[key] ?? sql`''`}::text, '') = ${values[key] ?? ''}`)
    return sql`(${sql.join(same, sql` AND `)})`
  })
  return each.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(each, sql` OR `)})`
}

const queries = new Map<string, ListQuery<Input, RecordRow>>(
  recordKinds.map(({ kind }) => [kind, queryOf(stores[kind])]),
)

const moving = new Map<string, ListQuery<Input, RecordRow>>(
  recordKinds.flatMap(({ kind }) => {
    const store = storeOf(kind)
    return store.moving ? [[kind, queryOf({ ...store, ...store.moving })]] : []
  }),
)

/** The same, for an installation that moves: what lies there now, and what is still to come. */
export function movingQuery(kind: string): ListQuery<Input, RecordRow> {
  return moving.get(kind) ?? recordQuery(kind)
}

export function recordQuery(kind: string): ListQuery<Input, RecordRow> {
  const found = queries.get(kind)
  if (!found) throw new TypeError(`no kind ${kind}`)
  return found
}

/** By id, as it stands now. */
async function readRecord(tx: Tx, context: CallContext, kind: string, id: string): Promise<RecordRow> {
  const { data } = await recordQuery(kind).page(
    { kind: kind as KindName, ids: [id], tab: 'all', part: 'rows', page_size: 1, descending: false },
    { ...context, db: tx },
  )
  const [row] = data.rows
  if (!row) throw notFound(recordWords.unknown)
  return row
}

/** A form is saved in a moment, and others wait for it; a file may take minutes. */
type Holder = 'form' | 'import'

/** An import locks a kind in the one way that keeps KEY SHARE off: by that it is known from a form. */
const holds = { form: sql`FOR NO KEY UPDATE`, import: sql`FOR UPDATE` }

/**
 * Holds a kind until the end of the transaction: who changes records of one kind is alone with them. Waits for a form that is being
 * saved. While an import holds the kind: throws conflict, or, where `wait` is given, tries again after it.
 */
export async function holdKind(tx: Tx, kind: string, holder: Holder, wait?: () => Promise<void>): Promise<void> {
  const row = sql`SELECT kind FROM record_kind WHERE kind = ${kind}`
  const isLocked = async (how: typeof row) => (await how.execute(tx)).rows.length > 0
  while (!(await isLocked(sql`${row} ${holds[holder]} SKIP LOCKED`))) {
    // Looked at and let go again: who keeps it while waiting keeps an import waiting, which others wait for.
    await sql`SAVEPOINT before_kind`.execute(tx)
    const isForm = await isLocked(sql`${row} FOR KEY SHARE SKIP LOCKED`)
    await sql`ROLLBACK TO SAVEPOINT before_kind`.execute(tx)
    if (isForm && !wait) return void (await isLocked(sql`${row} ${holds[holder]}`))
    if (!wait) throw conflict(recordWords.busy)
    await wait()
  }
}

export const getKinds: Routes['getKinds'] = async (_, { db }) => {
  const counted = await Promise.all(
    recordKinds.map(async ({ kind, refs, sheet: { columns } }) => {
      const { from, scope, retiredAt, record } = storeOf(kind as KindName)
      const inUse = retiredAt ? sql`${retiredAt} IS NULL` : sql`true`
      const { rows } = await rowsOf({ all: col.number, records: col.number, retired: col.number })`
        SELECT count(*)::int AS all, (${record ? sql`count(DISTINCT ${record})` : sql`count(*)`} FILTER (WHERE ${inUse}))::int AS records, ${retiredAt ? sql`count(*) FILTER (WHERE ${retiredAt} IS NOT NULL)::int` : sql`0`} AS retired
        FROM ${from} ${scope ? sql`WHERE ${scope}` : sql``}`.execute(db)
      const { all = 0, records = 0, retired = 0 } = rows[0] ?? {}
      const names = [...new Set(Object.values(refs).map((ref) => ref.kind as KindName))]
      return {
        kind: kind as KindName,
        records,
        rows: all - retired,
        retired,
        names,
        columns: columns.map(({ key }) => key),
      }
    }),
  )
  return reply({ kinds: counted, currency: (await readCompany(db)).currency })
}

export const getRecords: Routes['getRecords'] = (input, context) => recordQuery(input.kind).page(input, context)

export const getRecordHistory: Routes['getRecordHistory'] = async ({ kind, id }, { db }) => {
  const rows = await db
    .selectFrom('audit_event as e')
    .leftJoin('app_user as u', 'u.id', 'e.user_id')
    .where('e.entity', '=', 'record')
    .where('e.entity_id', '=', `${kind}/${id}`)
    .orderBy('e.seq', 'desc')
    .limit(200)
    .select(['e.at', 'u.name as actor', 'e.event', 'e.from_state', 'e.to_state', 'e.source', 'e.details'])
    .execute()
  return reply({
    history: rows.map((row) => timelineEventOf({ ...row, details: row.details as Record<string, unknown> } as never)),
  })
}

/** One record from a form. Throws invalid_input with every fault at its column, conflict where it was changed meanwhile. */
export const saveRecord: Routes['saveRecord'] = async ({ kind, values, version, is_new }, context) => {
  const store = storeOf(kind)
  const { given: read, problems } = readForm(store.kind, values)
  if (problems.length > 0) throw refused(problems)
  const given = keyed(store.kind, read)
  return context.command(async (tx) => {
    await holdKind(tx, kind, 'form')
    const id = recordKey(store.kind, given)
    const before = is_new ? null : await readRecord(tx, context, kind, id)
    if (is_new && (await exists(tx, context, kind, id)))
      throw refused(store.kind.key.map((field) => ({ field, message: recordWords.exists })))
    if (before && version !== undefined && before.version !== version) throw conflict(recordWords.changedMeanwhile)
    const { faults } = await recordWriter(tx, store, context, { isForm: true }).apply([given])
    const found = faults.get(0) ?? []
    if (found.length > 0)
      throw refused(
        found.map(({ column, message, expected, values: blanks }) => ({
          field: column,
          message: expected ?? message,
          ...(blanks && { values: blanks }),
        })),
      )
    return reply({ row: await readRecord(tx, context, kind, id) }, recordWords.saved)
  })
}

async function exists(tx: Tx, context: CallContext, kind: string, id: string): Promise<boolean> {
  return readRecord(tx, context, kind, id).then(
    () => true,
    () => false,
  )
}

function refused(fields: readonly FieldProblem[]) {
  return invalidInput(fields[0]?.message ?? '', { fields: [...fields] })
}

/** Values of a form, read as a sheet's cells are: null takes a value away, one that is left out stays. */
function readForm({ sheet: { columns }, key }: RecordKind, values: Readonly<Record<string, CellValue>>) {
  const given: Record<string, CellValue> = {}
  const problems: FieldProblem[] = []
  for (const column of columns.filter(({ key: name }) => values[name] !== undefined || key.includes(name))) {
    const value = values[column.key] ?? null
    if (value === null || value === '') {
      if (column.required) problems.push({ field: column.key, message: 'Please fill this in.' })
      given[column.key] = key.includes(column.key) ? null : CLEARED
      continue
    }
    const read = readValue(column, value)
    if ('value' in read) given[column.key] = read.value
    else problems.push({ field: column.key, message: read.message })
  }
  return { given, problems }
}

function readValue(column: SheetColumn, value: Exclude<CellValue, null>) {
  if (typeof value === 'object') {
    if (column.kind !== 'money' || value.minor < 0 || !column.currencies.includes(value.currency))
      return { message: column.invalid }
    return { value }
  }
  if (typeof value === 'boolean') return column.kind === 'yesNo' ? { value } : { message: column.invalid }
  return readWritten(column, { kind: typeof value === 'number' ? 'number' : 'text', text: String(value) })
}

/** Throws conflict, naming where, when one of them is still needed: then none is retired, but for `only_unused`, which leaves such ones out. */
export const retireRecords: Routes['retireRecords'] = async ({ kind, ids, is_retired, only_unused }, context) => {
  const store = storeOf(kind)
  const { retire } = store
  if (!retire) throw invalidInput('Please check the values sent.')
  return context.command(async (tx) => {
    await holdKind(tx, kind, 'form')
    const keyed = [...new Set(ids)].flatMap((id) => {
      const values = keyValues(store.kind, id)
      return values ? [{ id, values }] : []
    })
    const rows = await Promise.all(keyed.map(({ id }) => readRecord(tx, context, kind, id)))
    const changing = rows.filter((row) => row.is_retired !== is_retired)
    // Held before anybody asks who needs them: an order that is being made is waited for.
    const { rows: own } = await rowsOf({ id: col.text, values: col.json })`
      SELECT r.id::text AS id, ${store.values} AS values FROM ${store.from}
      WHERE ${oneOf(
        store.kind,
        store.byColumn,
        changing.map(({ id }) => id),
      )} ORDER BY r.id FOR NO KEY UPDATE OF r`.execute(tx)
    const uuids = own.map(({ id }) => id)
    const used = is_retired ? await store.inUse?.(tx, uuids) : undefined
    const left = own
      .flatMap(({ id, values }) => {
        const where = used?.get(id)
        return where === undefined ? [] : [{ id: recordKey(store.kind, values as RecordValues), where }]
      })
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    if (left.length > 0 && !only_unused) {
      const said = left.map(({ id, where }) => `${decodeURIComponent(id)} (${where})`)
      throw conflict(recordWords.inUse, { values: { where: said.slice(0, 5).join('; '), needed: left.length } })
    }
    const isLeft = new Set(left.map(({ id }) => id))
    const changed = changing.filter(({ id }) => !isLeft.has(id))
    const unused = uuids.filter((id) => !used?.has(id))
    await retire(tx, unused, is_retired)
    const event = is_retired ? 'record.retired' : 'record.recovered'
    await recordEvents(
      tx,
      context,
      changed.map(({ id }) => ({ entity: 'record' as const, entityId: `${kind}/${id}`, event })),
    )
    return reply({ changed: changed.length, left }, is_retired ? recordWords.retired : recordWords.recovered)
  })
}
