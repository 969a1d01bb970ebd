import type { RawBuilder, SqlBool } from 'kysely'
import { address } from '../../../shared/kernel/screens.ts'
import type { Caller } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { type Asking, pathFor, type Related, relatedOf, type Traced } from '../../trace/finder.ts'

/** Styles `s` of a condition, for another thing's history. */
export async function relatedStyles(asking: Asking, condition: RawBuilder<SqlBool>): Promise<Related[]> {
  const found = await selectStyles(asking).where(condition).execute()
  return relatedOf(
    'style',
    found.map((style) => styleTraced(style, asking.caller)),
    found.length,
  )
}

export function selectStyles({ db, caller }: Asking) {
  return db
    .selectFrom('style as s')
    .innerJoin('vendor as v', 'v.id', 's.vendor_id')
    .where(ownRows(caller, 's.vendor_id'))
    .select(['s.id', 's.code', 's.name', 's.name_zh', 's.category'])
    .select(['v.name as supplier_name', 'v.name_zh as supplier_name_zh'])
    .select('s.picture_id as picture')
}

type StyleFacts = Awaited<ReturnType<ReturnType<typeof selectStyles>['executeTakeFirstOrThrow']>>

export function styleTraced(style: StyleFacts, caller: Caller): Traced {
  return {
    kind: 'style',
    code: style.code,
    title: style.code,
    subtitle: `${style.name} · ${style.supplier_name}`,
    subtitle_zh: `${style.name_zh} · ${style.supplier_name_zh}`,
    status: null,
    picture: style.picture,
    path: pathFor(caller, address('/supplier/my-orders', { tab: 'all', search: style.code })),
  }
}
