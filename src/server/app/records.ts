import { kindsOf, type RecordKind, type RecordKindName, recordKinds } from '../../shared/areas/trace/records.ts'
import { type Contract, contract, listExports } from '../../shared/areas.ts'
import type { Gives } from '../../shared/kernel/call.ts'
import { englishOf, type Field, type Reader } from '../../shared/kernel/field.ts'
import type { List } from '../../shared/kernel/list.ts'
import { pinyinInitials } from '../../shared/kernel/pinyin.ts'
import { isAmong } from '../../shared/kernel/rights.ts'
import { isBoundToVendor, type Role } from '../../shared/kernel/roles.ts'
import { address } from '../../shared/kernel/screens.ts'
import { listVendors } from '../areas/data/vendors.ts'
import type { FileRows } from '../http/area.ts'
import type { CallContext } from '../http/call.ts'
import { pathFor } from '../trace/finder.ts'

export type FoundRecord = Gives<Contract['trace']['findTraced']>['records'][number]

/** The rows of the lists that records are found in, by the call of their file. */
export type RecordLists = Readonly<Partial<Record<string, FileRows>>>

/** Of one kind. */
const MOST = 5
/** Rows that are read where several of them are of one record. */
const MOST_ROWS = 50
/** One letter is the beginning of too much. */
const SHORTEST = 2

const english: Reader = { t: (word) => word, name: (name, chinese) => name || chinese }
const chinese: Reader = { t: (word) => word, name: (name, own) => own || name }

/**
 * Records by their numbers or names, of the lists whose files the caller may make: as those find and hide them. A job card's code
 * ("PR-000012/CUT/2") leads to the order that it is of.
 */
export async function findRecords(lists: RecordLists, text: string, context: CallContext): Promise<FoundRecord[]> {
  if (text.length < SHORTEST) return []
  const words = text.replace(/^(PR-\d+)\/[A-Z]+\/\d+$/i, '$1')
  const kinds = kindsOf(words).filter((kind) => mayFind(kind, context))
  const found = await Promise.all(kinds.map((kind) => findKind(lists, kind, words, context)))
  const isNumber = found.some((rows) => rows.some(({ code }) => code === words.toUpperCase()))
  return [
    ...found.flat(),
    ...(isNumber ? [] : [...(await findVendors(text, context)), ...(await findSites(text, context))]),
  ]
}

function mayFind(kind: RecordKindName, { caller }: CallContext): boolean {
  const callers: readonly Role[] = listExports[recordKinds[kind].call].callers
  return isAmong(caller, callers)
}

async function findKind(lists: RecordLists, kind: RecordKindName, text: string, context: CallContext) {
  const { call, at, about, begins, code: codeField }: RecordKind = recordKinds[kind]
  const rows = lists[call]
  if (rows === undefined) throw new Error(`${call} has no rows`)
  const list = listExports[recordKinds[kind].call].list as unknown as List<unknown>
  const ids = await rows.idsInOrder({ search: text } as never, context, codeField === undefined ? MOST : MOST_ROWS)
  const found = ids.length === 0 ? [] : await rows.byId(ids, context)
  const said = (row: unknown, reader: Reader) =>
    list.fields.filter(({ id }) => about.includes(id)).flatMap((field) => textOf(field, row, reader) || [])
  const numberField = list.fields.find(({ id }) => id === codeField)
  const known = new Set<string>()
  const records = found.flatMap((row): FoundRecord[] => {
    const code = numberField ? textOf(numberField, row, english) : list.rowId(row)
    // The search goes through more than the number.
    if (numberField && (known.has(code) || !code.startsWith(begins ?? '') || !code.startsWith(text.toUpperCase())))
      return []
    known.add(code)
    const path = pathFor(context.caller, pathOf(at, code, row))
    if (path === null) return []
    const title = kind === 'person' ? textOf(list.fields[0], row, english) : code
    const own = { kind, code, title, status: numberField ? null : statusOf(list, row), path }
    return [{ ...own, subtitle: said(row, english).join(' · '), subtitle_zh: said(row, chinese).join(' · ') }]
  })
  return records.slice(0, MOST)
}

/** Orders in India and styles for it have screens of their own beside those of the others. */
function pathOf([path, word, also = {}]: RecordKind['at'], code: string, row: unknown): string {
  const { supply_chain, path: made } = row as { supply_chain?: string; path?: string }
  const [screen, words] =
    supply_chain === 'India'
      ? ['/ops/india-catalogue-management', also]
      : made === 'outsourced'
        ? ['/ops/outsourced-orders', also]
        : [path, also]
  return address(screen, { ...words, [word]: code })
}

function textOf(field: Field<unknown> | undefined, row: unknown, reader: Reader): string {
  const value = field?.of(row, reader)
  return typeof value === 'string' ? value : ''
}

function statusOf(list: List<unknown>, row: unknown): string | null {
  const field = list.fields.find(({ id, kind }) => kind === 'word' && (id === 'status' || id === 'state'))
  const code = textOf(field, row, english)
  return field && code !== '' ? englishOf(field.words, code) : null
}

/** Vendors, for who works with all of them: by a part of a name or code, or by the initials of the Chinese name. */
async function findVendors(text: string, context: CallContext): Promise<FoundRecord[]> {
  const { caller } = context
  if (isBoundToVendor(caller) || !isAmong(caller, contract.data.getVendors.callers as readonly Role[])) return []
  const { vendors } = (await listVendors({}, context)).data
  return vendors
    .filter(named(text))
    .slice(0, MOST)
    .flatMap((vendor) => namedRecord('vendor', vendor, vendorPath(vendor.id, context)))
}

/** Sites in use, for who works with a list that goes by sites: found as vendors are. */
async function findSites(text: string, context: CallContext): Promise<FoundRecord[]> {
  const { caller, db } = context
  if (isBoundToVendor(caller)) return []
  const sites = await db
    .selectFrom('site')
    .select(['code as id', 'name', 'name_zh', 'kind'])
    .where('retired_at', 'is', null)
    .orderBy('code')
    .execute()
  return sites
    .filter(named(text))
    .flatMap((site) => {
      const isShop = site.kind === 'shop'
      const ways = [
        ...(isShop ? [address('/retail/stores', { store: site.id })] : []),
        address('/ops/records', { kind: 'sites', record: site.id }),
        address('/warehouse/stock', { tab: 'all', site: site.id }),
      ]
      return namedRecord(isShop ? 'shop' : 'site', site, firstOpen(ways, context))
    })
    .slice(0, MOST)
}

interface Named {
  /** Its code. */
  id: string
  name: string
  name_zh: string
}

/** Whether a text is a part of a code or name, or how the initials of the Chinese name begin. */
function named(text: string): (one: Named) => boolean {
  const wanted = text.toLowerCase()
  const isLetters = /^[a-z]{2,12}$/.test(wanted)
  return ({ id, name, name_zh }) =>
    [id, name, name_zh].some((one) => one.toLowerCase().includes(wanted)) ||
    (isLetters && pinyinInitials(name_zh).startsWith(wanted))
}

function namedRecord(kind: FoundRecord['kind'], { id, name, name_zh }: Named, path: string | null): FoundRecord[] {
  if (path === null) return []
  return [{ kind, code: id, title: id, subtitle: name, subtitle_zh: name_zh || name, status: null, path }]
}

const firstOpen = (ways: readonly string[], { caller }: CallContext) =>
  ways.find((way) => pathFor(caller, way) !== null) ?? null

/** Where what is known of a vendor stands, for this caller: its record, its scorecard, or the first list that goes by vendors. */
function vendorPath(id: string, context: CallContext): string | null {
  const ways = [
    address('/ops/records', { kind: 'vendors', record: id }),
    address('/supplier/scorecards', { vendor: id }),
    ...['/supplier/inventory-management', '/supplier/catalogue-management', '/supplier/qc-platform'].map((path) =>
      address(path, { supplier: id }),
    ),
    address('/supplier/qc-platform-india', { supplier: id }),
  ]
  return firstOpen(ways, context)
}
