import Fastify from 'fastify'
import pg from 'pg'

/**
 * The peer of the order list: Fastify and pg and nothing else. No session, no validation, no schema, rows as the database
 * gives them; SQL by hand, prepared once for each combination. `DATABASE_URL` says where.
 */
interface Body {
  /** Null asks for every vendor's, as ops do. */
  vendor_id: string | null
  sort: 'ship_by' | 'order_date'
  descending?: boolean
  /** A stage and days after today. */
  stage?: number
  today?: string
  search?: string
  /** Sort value and order id of the last row. */
  after?: [string, string]
}

const PAGE = 50
const DAY = pg.types.builtins.DATE
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  types: {
    getTypeParser: (id: number, format?: 'text' | 'binary') =>
      id === DAY ? (text: string) => text : pg.types.getTypeParser(id, format ?? 'text'),
  },
})

const columns = `o.id, o.order_id, v.code AS supplier_id, v.name AS supplier_name, v.name_zh AS supplier_name_zh,
  s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh, d.name AS destination,
  d.name_zh AS destination_zh, o.order_date, o.ship_by,
  o.unit_price_minor, o.currency, o.previous_unit_price_minor, o.is_flagged_urgent, o.is_new_vendor,
  o.decision, o.vendor_decision, o.remark, o.ordered, o.awaiting, o.platform, o.reserved, o.packed, o.shipped, o.rejected,
  o.oos, o.stage, o.version`

function statement(body: Body): { name: string; text: string; values: unknown[] } {
  const values: unknown[] = []
  const value = (given: unknown) => `$${values.push(given)}`
  const rules = [`o.decision = 'APPROVED'`]
  if (body.vendor_id) rules.push(`o.vendor_id = ${value(body.vendor_id)}`)
  if (body.stage !== undefined) rules.push(`o.stage = ${value(body.stage)} AND o.ship_by > ${value(body.today)}`)
  if (body.after) {
    const than = body.descending ? '<' : '>'
    rules.push(`(o.${body.sort}, o.order_id) ${than} (${value(body.after[0])}, ${value(body.after[1])})`)
  }
  const found = body.search ? searching(value(`%${body.search}%`)) : ''
  if (found) rules.push('o.id IN (SELECT id FROM found)')
  const way = body.descending ? 'DESC' : 'ASC'
  const text = `${found} SELECT ${columns} FROM vendor_order o JOIN vendor v ON v.id = o.vendor_id
    JOIN style s ON s.id = o.style_id JOIN site d ON d.id = o.destination_id WHERE ${rules.join(' AND ')}
    ORDER BY o.${body.sort} ${way}, o.order_id ${way} LIMIT ${PAGE + 1}`
  const shape = [!!body.vendor_id, body.sort, !!body.descending, body.stage !== undefined, !!body.search, !!body.after]
  return { name: shape.join(' '), text, values }
}

/** Found first, since a search that matches little would otherwise walk the whole list. */
function searching(like: string): string {
  return `WITH found AS MATERIALIZED (SELECT x.id FROM vendor_order x WHERE x.order_id ILIKE ${like}
    OR x.style_id = ANY(ARRAY(SELECT id FROM style WHERE code ILIKE ${like} OR name ILIKE ${like} OR name_zh ILIKE ${like}))
    OR (x.style_id = ANY(ARRAY(SELECT style_id FROM sku WHERE nm_sku ILIKE ${like}))
      AND EXISTS (SELECT 1 FROM order_line l JOIN sku k ON k.id = l.sku_id WHERE l.order_id = x.id AND k.nm_sku ILIKE ${like})))`
}

const app = Fastify()
app.post('/orders', async (request) => {
  const body = request.body as Body
  const { rows } = await pool.query(statement(body))
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
  return { rows: rows.slice(0, PAGE), next: last ? [last[body.sort], last.order_id] : null }
})
process.on('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
