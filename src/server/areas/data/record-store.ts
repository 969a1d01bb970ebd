import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import { columnOf, RETIRED, type RecordKind, type RecordValues } from '../../../shared/areas/data/record-kind.ts'
import { recordWords } from '../../../shared/areas/data/record-words.ts'
import type { CellValue, Money, SheetColumn } from '../../../shared/kernel/sheet.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import type { ColumnType } from '../../lists/keyset.ts'
import type { SortKey } from '../../lists/list-query.ts'

/** A record as it will stand, with what its references were found to be. */
export interface CheckedRecord {
  /** Of its row; of a kind without ids, any. */
  readonly id: string
  readonly isNew: boolean
  readonly values: RecordValues
  /** What its row said; null of what it left alone. */
  readonly given: RecordValues
  /** What stood there; empty of a new record. */
  readonly before: RecordValues
  /** Ids of the records that its columns name, by column. */
  readonly ids: Readonly<Record<string, string>>
  /** The number of its row in the sheet; 0 of a form. */
  readonly row: number
}

/** What is wrong with a value: at which column, and in which words. */
export interface RecordFault {
  readonly column: string
  readonly message: string
  readonly expected?: string
  /** Of the blanks in `expected`. */
  readonly values?: Readonly<Record<string, string>>
}

/** Faults, each with the place of its record among those that were checked. */
export type PlacedFaults = Iterable<readonly [place: number, fault: RecordFault]>

export interface FoundRecord {
  readonly id: string
  readonly values: RecordValues
  readonly is_retired: boolean
  readonly version: number
}

/** How one kind of records is stored. */
export interface RecordStore {
  readonly kind: RecordKind
  /** Its table and what its columns need, the record's own row as `r`. */
  readonly from: RawBuilder<unknown>
  /** Which rows of it are of the kind. */
  readonly scope: RawBuilder<SqlBool> | null
  /** Every column as JSON of its `CellValue`. */
  readonly values: RawBuilder<unknown>
  /** How a column is asked for by a code. */
  readonly byColumn: Readonly<Record<string, RawBuilder<unknown>>>
  /** What a search looks through. */
  readonly search: (like: string) => RawBuilder<unknown>
  readonly order: readonly SortKey[]
  /** Tells records apart where one has several rows, an order one for each SKU; else a row is a record. */
  readonly record?: RawBuilder<unknown>
  /** Null where records are never retired. */
  readonly retiredAt: RawBuilder<unknown> | null
  readonly version: RawBuilder<number>
  /** What goes along when an installation moves, where that is not all that is there. */
  readonly moving?: Partial<Pick<RecordStore, 'from' | 'scope' | 'values' | 'byColumn' | 'order'>>
  /** What it shows: the id of a picture. */
  readonly picture?: RawBuilder<string | null>
  /** Rows of one file that say the same here belong together: they are taken all at once, and none of them when one has a fault. */
  readonly together?: string
  /** Rows have an id of their own. */
  readonly hasId: boolean
  /** Records of these keys, as far as there are any, by place. `ids` are those of the columns that refer. */
  find(tx: Tx, keys: readonly KeyedRecord[]): Promise<ReadonlyMap<number, FoundRecord>>
  /** Values with what stands where nothing was said. */
  complete?(values: RecordValues, before: RecordValues | undefined): RecordValues
  /** More than a column can say for itself; by place. One query for all of them at most. */
  check?(tx: Tx, records: readonly CheckedRecord[], context: CallContext): Promise<PlacedFaults>
  /** What of this can be said of records that have other faults already, without writing: values and ids may be missing. */
  checkFaulty?(tx: Tx, records: readonly CheckedRecord[], context: CallContext): Promise<PlacedFaults>
  /** Writes new and changed ones. */
  write(tx: Tx, records: readonly CheckedRecord[], context: CallContext): Promise<void>
  /** Where records are still needed, by the record's key; those that are free are not named. */
  inUse?(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Takes rows out of use, or back. */
  retire?(tx: Tx, ids: readonly string[], isRetired: boolean): Promise<void>
}

export interface KeyedRecord {
  readonly values: RecordValues
  readonly ids: Readonly<Record<string, string>>
}

/** Where a column's value lies: a column of the table, or of the row beside it. */
export type Stored =
  | string
  | { money: readonly [minor: string, currency: string] }
  | { scaled: string; by: number }
  | { refers: string }

interface Described {
  table: string
  /** By column of the sheet. `{ refers }` holds the id of the record that is named. */
  columns: Readonly<Record<string, Stored>>
  /** Rows have a column `id`, as all have that are retired; else the columns of the key tell them apart. */
  hasId?: boolean
  /** Conditions that every row of the kind meets, and the values of a new one. */
  only?: Readonly<Record<string, string>>
  /** A second table with one row at most, by this column: what it holds. */
  beside?: { table: string; by: string; columns: Readonly<Record<string, string>> }
  /** What stands where nothing was said, in columns that must hold something. */
  defaults?: (values: RecordValues) => Readonly<Record<string, CellValue>>
  /** Further columns of the table, from values alone. */
  also?: (tx: Tx, records: readonly CheckedRecord[]) => Promise<readonly Readonly<Record<string, string | number>>[]>
  alsoTypes?: Readonly<Record<string, string>>
  check?: RecordStore['check']
  after?: (tx: Tx, records: readonly CheckedRecord[], context: CallContext) => Promise<void>
  inUse?: RecordStore['inUse']
  picture?: RecordStore['picture']
  /** Where that of the key is not how people read them. */
  order?: RecordStore['order']
}

/** Where records that are named by code are found, and how. */
export const referred: Readonly<Record<string, { table: string; code: string; id: string; kind?: string }>> = {
  sites: { table: 'site', code: 'code', id: 'id', kind: 'kind' },
  vendors: { table: 'vendor', code: 'code', id: 'id' },
  'size-sets': { table: 'size_set', code: 'code', id: 'code' },
  styles: { table: 'style', code: 'code', id: 'id' },
  skus: { table: 'sku', code: 'nm_sku', id: 'id' },
  materials: { table: 'material', code: 'code', id: 'id' },
  facilities: { table: 'production_facility', code: 'code', id: 'id' },
}

const types: Readonly<Record<SheetColumn['kind'], string>> = {
  code: 'text',
  text: 'text',
  link: 'text',
  choice: 'text',
  quantity: 'int',
  decimal: 'numeric',
  date: 'date',
  yesNo: 'boolean',
  money: 'bigint',
}

/** A kind whose records are rows of one table. */
export function tableStore(kind: RecordKind, described: Described): RecordStore {
  const { table, columns, hasId = true, only = {}, beside } = described
  const { isLarge } = kind
  const refs = Object.entries(columns).flatMap(([key, stored]) =>
    typeof stored === 'object' && 'refers' in stored ? [{ ...referredBy(kind, key), key, own: stored.refers }] : [],
  )
  const joins = refs.map(({ key, own, table: of, id: to, code }) =>
    to === code
      ? sql``
      : sql`LEFT JOIN ${sql.table(of)} AS ${sql.ref(`x_${key}`)} ON ${sql.ref(`x_${key}.${to}`)} = ${sql.ref(`r.${own}`)}`,
  )
  const besideJoin = beside
    ? sql`LEFT JOIN ${sql.table(beside.table)} AS b ON ${sql.ref(`b.${beside.by}`)} = r.id`
    : sql``
  const isOnly = Object.entries(only).map(([name, value]) => sql`AND ${sql.ref(`r.${name}`)} = ${value}`)
  const expression = (key: string): RawBuilder<unknown> => {
    const stored = columns[key]
    const inBeside = beside?.columns[key]
    if (key === RETIRED) return sql`(r.retired_at IS NOT NULL)`
    if (inBeside !== undefined) return sql.ref(`b.${inBeside}`)
    if (stored === undefined) throw new TypeError(`${kind.kind}: nothing is stored of ${key}`)
    if (typeof stored === 'string') return sql.ref(`r.${stored}`)
    if ('scaled' in stored) return sql`(${sql.ref(`r.${stored.scaled}`)}::numeric / ${sql.lit(stored.by)})::float8`
    if ('money' in stored) {
      const [minor, currency] = stored.money.map((name) => sql.ref(`r.${name}`))
      return sql`CASE WHEN ${minor} IS NOT NULL THEN jsonb_build_object('minor', ${minor}, 'currency', ${currency}) END`
    }
    const { code, id } = referredBy(kind, key)
    return id === code ? sql.ref(`r.${stored.refers}`) : sql.ref(`x_${key}.${code}`)
  }
  const keys = kind.sheet.columns.map(({ key }) => key)
  const byColumn = Object.fromEntries(keys.map((key) => [key, expression(key)]))
  const asJson = keys.map((key) => sql`${sql.lit(key)}, ${byColumn[key] ?? sql`NULL`}`)
  const values = sql`jsonb_build_object(${sql.join(asJson)})`
  const from = sql`${sql.table(table)} AS r ${sql.join([...joins, besideJoin], sql` `)}`
  const ownKey = (key: string) => {
    const stored = columns[key]
    if (typeof stored === 'object' && 'refers' in stored) return { name: stored.refers, isId: true }
    return { name: String(stored), isId: false }
  }
  const keyTypes = kind.key.map((key) => {
    const { name, isId } = ownKey(key)
    const isUuid = isId && referredBy(kind, key).id === 'id'
    return { key, name, isId, type: isUuid ? 'uuid' : types[columnOf(kind, key).kind] }
  })
  const version = isLarge ? sql<number>`1` : sql<number>`r.version`
  const retire = async (tx: Tx, ids: readonly string[], isRetired: boolean) => {
    if (ids.length === 0) return
    const at = isRetired ? sql`now()` : sql`NULL`
    await sql`UPDATE ${sql.table(table)} SET retired_at = ${at}, version = version + 1 WHERE id = ANY(${ids}::uuid[])`.execute(
      tx,
    )
  }
  const retiredAt = kind.retires ? sql`r.retired_at` : null
  return {
    kind,
    from,
    scope: isOnly.length === 0 ? null : sql<SqlBool>`true ${sql.join(isOnly, sql` `)}`,
    values,
    byColumn,
    search: (like) => {
      // Among millions of rows a code is looked for where it is written once.
      if (isLarge) {
        const named = refs.map(
          ({ own, table: of, id, code }) =>
            sql`${sql.ref(`r.${own}`)} IN (SELECT ${sql.ref(id)} FROM ${sql.table(of)} WHERE ${sql.ref(code)} ILIKE ${like})`,
        )
        return sql`(${sql.join(named, sql` OR `)})`
      }
      const texts = keys.filter((key) => ['code', 'text'].includes(columnOf(kind, key).kind)).slice(0, 6)
      return sql`(${sql.join(
        texts.map((key) => sql`${byColumn[key] ?? sql`''`} ILIKE ${like}`),
        sql` OR `,
      )})`
    },
    order:
      described.order ??
      keyTypes.map(
        ({ key, name, type }): SortKey =>
          isLarge || type === 'date'
            ? [sql.ref(`r.${name}`), type as ColumnType]
            : [sql`coalesce(${byColumn[key] ?? sql`''`}::text, '')`, 'text'],
      ),
    retiredAt,
    version,
    hasId,
    async find(tx, wanted) {
      const lists = keyTypes.map(({ key, isId, type }) =>
        unnested(
          wanted.map(({ values: of, ids }) => (isId ? (ids[key] ?? null) : (of[key] ?? null))),
          type,
        ),
      )
      const names = keyTypes.map((_, at) => sql.ref(`k${at}`))
      const same = keyTypes.map(({ name }, at) => sql`${sql.ref(`r.${name}`)} = ${sql.ref(`i.k${at}`)}`)
      const id = hasId ? sql`r.id::text` : sql`''`
      const found = await rowsOf({
        place: col.number,
        id: col.text,
        values: col.json,
        is_retired: col.flag,
        version: col.number,
      })`
        SELECT i.place::int AS place, ${id} AS id, ${values} AS values, ${retiredAt ? sql`${retiredAt} IS NOT NULL` : sql`false`} AS is_retired,
          ${version} AS version
        FROM ROWS FROM (${sql.join(lists)}) WITH ORDINALITY AS i (${sql.join(names)}, place)
        JOIN ${from} ON ${sql.join([...same, ...isOnly.map((one) => sql`true ${one}`)], sql` AND `)}`.execute(tx)
      return new Map(found.rows.map(({ place, ...row }) => [place - 1, { ...row, values: row.values as RecordValues }]))
    },
    check: async (tx, records, context) => [
      ...((await described.check?.(tx, records, context)) ?? []),
      ...(await stillNeeded(tx, described, records)),
    ],
    ...(described.check && { checkFaulty: described.check }),
    complete: (of) => ({ ...of, ...missing(described, of), ...(kind.retires && { [RETIRED]: of[RETIRED] === true }) }),
    async write(tx, records, context) {
      if (records.length === 0) return
      const also = await described.also?.(tx, records)
      const parts: { name: string; type: string; all: readonly unknown[] }[] = [
        ...(hasId ? [{ name: 'id', type: 'uuid', all: records.map(({ id }) => id) }] : []),
        ...Object.entries(only).map(([name, value]) => ({ name, type: 'text', all: records.map(() => value) })),
        ...Object.entries(columns).flatMap(([key, stored]) => storedParts(kind, key, stored, records)),
        ...Object.entries(described.alsoTypes ?? {}).map(([name, type]) => ({
          ...{ name, type },
          all: records.map((_, at) => also?.[at]?.[name] ?? null),
        })),
      ]
      const conflicts = hasId ? ['id'] : keyTypes.map(({ name }) => name)
      await upsert(tx, table, parts, conflicts, isLarge ? null : 'version')
      if (beside) {
        const more = Object.entries(beside.columns).map(([key, name]) => ({
          ...{ name, type: types[columnOf(kind, key).kind] },
          all: records.map(({ values: of }) => of[key] ?? null),
        }))
        const ids = { name: beside.by, type: 'uuid', all: records.map(({ id }) => id) }
        await upsert(tx, beside.table, [ids, ...more], [beside.by], null)
      }
      await described.after?.(tx, records, context)
      for (const isRetired of [true, false]) await retire(tx, turned(records, isRetired), isRetired)
    },
    ...(described.inUse && { inUse: described.inUse }),
    ...(described.picture && { picture: described.picture }),
    ...(kind.retires && { retire }),
  }
}

/** Ids of those that are taken out of use, or back into it. */
function turned(records: readonly CheckedRecord[], isRetired: boolean): string[] {
  return records.flatMap(({ id, before, values }) =>
    (before[RETIRED] ?? false) !== values[RETIRED] && values[RETIRED] === isRetired ? [id] : [],
  )
}

/** Records that are to be taken out of use while somebody needs them. */
async function stillNeeded(tx: Tx, { table, inUse }: Described, records: readonly CheckedRecord[]) {
  const faults = new Map<number, RecordFault>()
  const ids = turned(records, true)
  // Held first: an order that is being made of them is waited for.
  if (ids.length > 0)
    await sql`SELECT FROM ${sql.table(table)} WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  const used = ids.length > 0 && inUse ? await inUse(tx, ids) : new Map<string, string>()
  for (const [at, { id, isNew, values }] of records.entries()) {
    const where = values[RETIRED] === true && !isNew ? used.get(id) : undefined
    if (where)
      faults.set(at, {
        column: RETIRED,
        message: recordWords.stillNeeded,
        expected: recordWords.inUse,
        values: { where },
      })
  }
  return faults
}

function referredBy(kind: RecordKind, key: string) {
  const found = referred[kind.refs[key]?.kind ?? '']
  if (!found) throw new TypeError(`${kind.kind}.${key} refers to nothing`)
  return found
}

function missing({ defaults }: Described, values: RecordValues): Record<string, CellValue> {
  const usual = Object.entries(defaults?.(values) ?? {})
  return Object.fromEntries(usual.filter(([key]) => (values[key] ?? null) === null))
}

function storedParts(kind: RecordKind, key: string, stored: Stored, records: readonly CheckedRecord[]) {
  const type = types[columnOf(kind, key).kind]
  const all = records.map(({ values }) => values[key] ?? null)
  if (typeof stored === 'string') return [{ name: stored, type, all }]
  if ('scaled' in stored) {
    const { scaled, by } = stored
    return [
      { name: scaled, type: 'int', all: all.map((value) => (value === null ? null : Math.round(Number(value) * by))) },
    ]
  }
  if ('money' in stored) {
    const [minor, currency] = stored.money
    return [
      { name: minor, type: 'bigint', all: all.map((value) => (value as Money | null)?.minor ?? null) },
      { name: currency, type: 'text', all: all.map((value) => (value as Money | null)?.currency ?? null) },
    ]
  }
  const isUuid = referredBy(kind, key).id === 'id'
  return [{ name: stored.refers, type: isUuid ? 'uuid' : 'text', all: records.map(({ ids }) => ids[key] ?? null) }]
}

/** A list of values as rows of one column. */
function unnested(all: readonly unknown[], type: string): RawBuilder<unknown> {
  return sql`unnest(${all}::${sql.raw(type)}[])`
}

/** Many rows by one statement, whatever is there of them already. */
export async function upsert(
  tx: Tx,
  table: string,
  parts: readonly { name: string; type: string; all: readonly unknown[] }[],
  conflicts: readonly string[],
  counted: 'version' | null,
): Promise<void> {
  const names = sql.join(parts.map(({ name }) => sql.ref(name)))
  const lists = sql.join(parts.map(({ all, type }) => unnested(all, type)))
  const set = parts
    .filter(({ name }) => !conflicts.includes(name))
    .map(({ name }) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
  if (counted) set.push(sql`${sql.ref(counted)} = ${sql.ref(`${table}.${counted}`)} + 1`)
  await sql`
    INSERT INTO ${sql.table(table)} (${names}) SELECT * FROM ROWS FROM (${lists})
    ON CONFLICT (${sql.join(conflicts.map((name) => sql.ref(name)))}) DO UPDATE SET ${sql.join(set)}`.execute(tx)
}

export function newId(): string {
  return v7()
}
