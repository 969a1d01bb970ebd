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

/** Of one kind, and of vendors. */
const MOST = 5
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
  return [...found.flat(), ...(isNumber ? [] : await findVendors(text, context))]
}

function mayFind(kind: RecordKindName, { caller }: CallContext): boolean {
  const callers: readonly Role[] = listExports[recordKinds[kind].call].callers
  return isAmong(caller, callers)
}

async function findKind(lists: RecordLists, kind: RecordKindName, text: string, context: CallContext) {
  const { call, at, about }: RecordKind = recordKinds[kind]
  const rows = lists[call]
  if (rows === undefined) throw new Error(`${call} has no rows`)
  const list = listExports[recordKinds[kind].call].list as unknown as List<unknown>
  const ids = await rows.idsInOrder({ search: text } as never, context, MOST)
  const found = ids.length === 0 ? [] : await rows.byId(ids, context)
  const said = (row: unknown, reader: Reader) =>
    list.fields.filter(({ id }) => about.includes(id)).flatMap((field) => textOf(field, row, reader) || [])
  return found.flatMap((row): FoundRecord[] => {
    const code = list.rowId(row)
    const path = pathFor(context.caller, pathOf(at, code, row))
    if (path === null) return []
    const title = kind === 'person' ? textOf(list.fields[0], row, english) : code
    const own = { kind, code, title, status: statusOf(list, row), path }
    return [{ ...own, subtitle: said(row, english).join(' · '), subtitle_zh: said(row, chinese).join(' · ') }]
  })
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
  const [wanted, initials] = [text.toLowerCase(), /^[a-z]{2,12}$/i.test(text) ? text.toLowerCase() : null]
  const isFound = ({ id, name, name_zh }: (typeof vendors)[number]) =>
    [id, name, name_zh].some((one) => one.toLowerCase().includes(wanted)) ||
    (initials !== null && pinyinInitials(name_zh).startsWith(initials))
  return vendors
    .filter(isFound)
    .slice(0, MOST)
    .flatMap(({ id, name, name_zh }): FoundRecord[] => {
      const path = vendorPath(id, context)
      return path === null
        ? []
        : [{ kind: 'vendor', code: id, title: id, subtitle: name, subtitle_zh: name_zh || name, status: null, path }]
    })
}

/** Where what is known of a vendor stands, for this caller: its record, its scorecard, or the first list that goes by vendors. */
function vendorPath(id: string, { caller }: CallContext): string | null {
  const ways = [
    address('/ops/records', { kind: 'vendors', record: id }),
    address('/supplier/scorecards', { vendor: id }),
    ...['/supplier/inventory-management', '/supplier/catalogue-management', '/supplier/qc-platform'].map((path) =>
      address(path, { supplier: id }),
    ),
    address('/supplier/qc-platform-india', { supplier: id }),
  ]
  return ways.find((way) => pathFor(caller, way) !== null) ?? null
}
