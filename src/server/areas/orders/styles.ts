import { type SqlBool, sql } from 'kysely'
import { factLabels } from '../../../shared/areas.ts'
import { codeIs, type Finder } from '../../trace/finder.ts'
import { linesOf } from './order-lines.ts'
import { containing } from './order-rows.ts'
import { livesOfLines, relatedSkus } from './trace-skus.ts'
import { selectStyles, styleTraced } from './trace-styles.ts'

export const styleFinder: Finder = {
  async find(asking, match, limit) {
    // By a part of its name as well, once nothing has just that code.
    const like = containing(match.text)
    const byName = match.isPrefix ? sql<SqlBool>`s.name ILIKE ${like} OR s.name_zh ILIKE ${like}` : sql<SqlBool>`false`
    const found = await selectStyles(asking)
      .where(sql<SqlBool>`(${codeIs(sql`upper(s.code)`, match)} OR ${byName})`)
      .orderBy(sql`upper(s.code) USING ~>~`)
      .limit(sql.lit(limit))
      .execute()
    return found.map((style) => styleTraced(style, asking.caller))
  },
  async history(asking, code) {
    const style = await selectStyles(asking)
      .where(codeIs(sql`upper(s.code)`, { text: code, isPrefix: false }))
      .executeTakeFirst()
    if (style === undefined) return null
    const lines = await linesOf(asking, sql<SqlBool>`o.style_id = ${style.id}::uuid`)
    const skus = await relatedSkus(asking, sql<SqlBool>`k.style_id = ${style.id}::uuid`)
    const { related, ...rest } = await livesOfLines(asking, style.code, lines, null)
    return {
      ...styleTraced(style, asking.caller),
      facts: [
        { label: factLabels.supplier, text: style.supplier_name, text_zh: style.supplier_name_zh },
        { label: factLabels.category, text: style.category },
        { label: factLabels.skus, count: skus[0]?.total ?? 0 },
      ],
      related: [...related, ...skus],
      ...rest,
    }
  },
}
