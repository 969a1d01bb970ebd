import { sql } from 'kysely'
import { qcTabCondition } from '../../src/server/areas/qc-boxes/box-rows.ts'
import { type QcMoveKind, type QcQuantities, qcColumns, qcPieces } from '../../src/shared/areas/qc-boxes/quantities.ts'
import { inQcTab, qcStatus, qcStatuses, qcTabs, type StandingBox } from '../../src/shared/areas/qc-boxes/status.ts'
import { qcDisagreements } from './qc.ts'
import type { TestServer } from './server.ts'

/**
 * Everything that must hold of China QC's books, whatever was done by whomever at once. Empty when it does; otherwise what does
 * not, in words. Only when nobody is at work: it reads table by table.
 */
export async function brokenQcBooks(server: TestServer): Promise<string[]> {
  return [
    ...(await qcDisagreements(server)).map((each) => `books disagree: ${JSON.stringify(each)}`),
    ...(await brokenBoxes(server)),
    ...(await brokenLedger(server)),
    ...(await revertedOnPaper(server)),
    ...(await brokenDocuments(server)),
    ...(await brokenTallies(server)),
  ]
}

type BoxRow = StandingBox & { box_id: string; stage: number; open_cases: number; excess_cases: number; tabs: boolean[] }

/** The balance, the status and the tabs by the domain's rules; open differences as their cases say. */
async function brokenBoxes(server: TestServer): Promise<string[]> {
  const tabs = sql.join(qcTabs.map((tab) => qcTabCondition[tab]))
  const { rows } = await sql<BoxRow>`
    SELECT q.box_id || ' at ' || q.site_id AS box_id, q.stage, q.open_missing, q.open_excess, q.inspections, ${sql.join(qcColumns.map((c) => sql.ref(`q.${c}`)))},
      ARRAY[${tabs}] AS tabs,
      coalesce((SELECT sum(c.quantity - c.settled) FROM qc_case c
        WHERE c.box_id = q.box_id AND c.site_id = q.site_id AND c.kind = 'missing' AND c.withdrawn_at IS NULL), 0)::int AS open_cases,
      coalesce((SELECT sum(c.quantity - c.settled) FROM qc_case c
        WHERE c.box_id = q.box_id AND c.site_id = q.site_id AND c.kind = 'excess' AND c.withdrawn_at IS NULL), 0)::int AS excess_cases
    FROM qc_box q`.execute(server.db)
  return rows.flatMap((box) => {
    const said = qcStatuses[box.stage]
    const inTabs = qcTabs.filter((_, at) => box.tabs[at])
    const shouldBe = qcTabs.filter((tab) => inQcTab[tab](box))
    return [
      ...(qcPieces.isBalanced(box) ? [] : [`box ${box.box_id} does not balance`]),
      ...(said === qcStatus(box) ? [] : [`box ${box.box_id} is ${said}, the rule says ${qcStatus(box)}`]),
      ...(inTabs.join() === shouldBe.join() ? [] : [`box ${box.box_id} is in ${inTabs}, the rule says ${shouldBe}`]),
      ...(box.open_missing === box.open_cases ? [] : [`box ${box.box_id}: ${box.open_missing} open, cases differ`]),
      ...(box.open_excess === box.excess_cases
        ? []
        : [`box ${box.box_id}: ${box.open_excess} in excess open, cases differ`]),
    ]
  })
}

/** No lot has counted more pieces in its sample than were judged of it, those on hold once, and none fewer than no defect. */
async function brokenTallies(server: TestServer): Promise<string[]> {
  const { rows } = await sql<{ lot_key: string; sampled: number; pieces: number; fewest: number }>`
    WITH counted AS (
      SELECT lot_id, sum(sampled)::int AS sampled, least(sum(critical), sum(major), sum(minor))::int AS fewest
      FROM qc_inspection_lot GROUP BY 1),
    judged AS (
      SELECT t.id, n.sku_id, sum(n.passed + n.failed + n.on_hold) AS pieces, sum(n.on_hold) AS held,
        sum((SELECT sum(m.quantity) FROM qc_move m
          WHERE m.inspection_id = n.inspection_id AND m.sku_id = n.sku_id AND m.kind = 'release')) AS released
      FROM qc_lot t JOIN qc_inspection_lot il ON il.lot_id = t.id
      JOIN qc_inspection_line n ON n.inspection_id = il.inspection_id
      JOIN sku k ON k.id = n.sku_id JOIN style s ON s.id = k.style_id
      WHERE t.scope = 'box' OR (t.plan ->> 'style_id' = s.code AND t.plan ->> 'color' = k.color) GROUP BY 1, 2),
    once AS (
      SELECT id, sum(pieces - least(held, coalesce(released, 0)))::int AS pieces FROM judged GROUP BY 1)
    SELECT t.lot_key, c.sampled, coalesce(j.pieces, 0) AS pieces, c.fewest
    FROM qc_lot t JOIN counted c ON c.lot_id = t.id LEFT JOIN once j ON j.id = t.id
    WHERE c.sampled > coalesce(j.pieces, 0) OR c.fewest < 0`.execute(server.db)
  return rows.map((row) => `lot ${row.lot_key} counts ${row.sampled} of ${row.pieces} pieces, defects ${row.fewest}`)
}

interface LedgerRow {
  box_id: string
  sku_id: string
  kind: QcMoveKind
  quantity: number
  audit_id: string
  event: string | null
  whole: boolean
}

/** The ledger played again from nothing: no move may take what is not there, and it must end where the lines stand. */
async function brokenLedger(server: TestServer): Promise<string[]> {
  const { rows } = await sql<LedgerRow>`
    SELECT m.box_id || ' at ' || m.site_id AS box_id, m.sku_id, m.kind, m.quantity, m.audit_id, e.event, e.details->'styles' IS NULL AS whole
    FROM qc_move m LEFT JOIN audit_event e ON e.id = m.audit_id ORDER BY m.box_id, m.site_id, m.id`.execute(server.db)
  const broken: string[] = []
  const boxes = new Map<string, Map<string, QcQuantities>>()
  for (const [at, move] of rows.entries()) {
    const lines = boxes.get(move.box_id) ?? new Map<string, QcQuantities>()
    boxes.set(move.box_id, lines)
    const outcome = qcPieces.move(lines.get(move.sku_id) ?? qcPieces.nothing, move.kind, move.quantity)
    if ('line' in outcome) lines.set(move.sku_id, outcome.line)
    else broken.push(`${move.kind} ${move.quantity} of box ${move.box_id}: only ${outcome.available} were there`)
    const isLast = rows[at + 1]?.audit_id !== move.audit_id
    if (move.event === 'box.reverted' && isLast) broken.push(...brokenRevert(move, qcPieces.sum(lines.values())))
  }
  const { rows: lines } = await sql<QcQuantities & { box_id: string; sku_id: string }>`
    SELECT box_id || ' at ' || site_id AS box_id, sku_id, ${sql.join(qcColumns.map((column) => sql.ref(column)))} FROM qc_line`.execute(
    server.db,
  )
  for (const { box_id, sku_id, ...line } of lines) {
    const told = boxes.get(box_id)?.get(sku_id) ?? qcPieces.nothing
    boxes.get(box_id)?.delete(sku_id)
    if (qcColumns.some((column) => line[column] !== told[column]))
      broken.push(
        `box ${box_id}, ${sku_id}: the ledger tells ${JSON.stringify(told)}, the line ${JSON.stringify(line)}`,
      )
  }
  for (const [box, left] of boxes)
    for (const line of left.values())
      if (qcColumns.some((column) => line[column] > 0)) broken.push(`pieces of box ${box} are in the ledger only`)
  return broken
}

/** A whole box that was reverted has nothing left that is judged. */
function brokenRevert({ box_id, whole }: LedgerRow, box: QcQuantities): string[] {
  const rest = box.uncounted + box.on_hold + box.passed + box.shelved + box.ready + box.failed
  return whole && rest > 0 ? [`box ${box_id} was reverted and ${rest} pieces stayed`] : []
}

/** Nothing was reverted while it stood on an invoice: ids of events and moves tell what came before what. */
async function revertedOnPaper(server: TestServer): Promise<string[]> {
  const { rows } = await sql<{ sscc: string; pieces: number }>`
    SELECT b.sscc, p.pieces FROM audit_event e JOIN box b ON b.sscc = e.entity_id
    JOIN LATERAL (SELECT sum(CASE m.kind WHEN 'invoice' THEN m.quantity ELSE -m.quantity END)::int AS pieces
      FROM qc_move m JOIN site d ON d.id = m.site_id AND d.kind = 'china_qc'
      WHERE m.box_id = b.id AND m.id < e.id AND m.kind IN ('invoice', 'uninvoice')) p ON p.pieces > 0
    WHERE e.entity = 'box' AND e.event = 'box.reverted'`.execute(server.db)
  return rows.map(({ sscc, pieces }) => `box ${sscc} was reverted with ${pieces} pieces on an invoice`)
}

/** Papers hold each piece once, and exactly the pieces that the boxes say. */
async function brokenDocuments(server: TestServer): Promise<string[]> {
  const { rows } = await sql<{ what: string; id: string }>`
    SELECT 'a box on two live invoices' AS what, box_id || ' ' || site_id AS id FROM invoice_box WHERE is_live
    GROUP BY 2 HAVING count(*) > 1
    UNION ALL
    SELECT 'a live box of a void invoice', b.box_id::text FROM invoice_box b JOIN invoice i ON i.id = b.invoice_id
    WHERE b.is_live <> (i.state = 'LIVE')
    UNION ALL
    SELECT 'an invoice of other pieces than its boxes hold', q.box_id::text FROM qc_box q
    JOIN invoice_box b ON b.box_id = q.box_id AND b.site_id = q.site_id AND b.is_live
    WHERE q.invoiced + q.shipped <> (SELECT coalesce(sum(quantity), 0) FROM invoice_line l
      WHERE l.invoice_id = b.invoice_id AND l.box_id = q.box_id AND l.site_id = q.site_id)
    UNION ALL
    SELECT 'an invoice whose sums are not those of its lines', i.number FROM invoice i
    JOIN LATERAL (SELECT count(DISTINCT l.box_id) AS boxes, sum(l.quantity) AS pieces,
      sum(l.quantity * l.unit_price_minor) AS minor FROM invoice_line l WHERE l.invoice_id = i.id) l ON true
    WHERE (l.boxes, l.pieces, l.minor) IS DISTINCT FROM (i.boxes, i.pieces, i.total_minor)
    UNION ALL
    SELECT 'an order shipped without its pieces, or pieces without it', b.box_id::text FROM invoice_box b
    JOIN qc_box q ON q.box_id = b.box_id AND q.site_id = b.site_id
    LEFT JOIN export_order e ON e.invoice_id = b.invoice_id AND e.state <> 'CANCELLED'
    WHERE b.is_live AND (q.shipped > 0) <> (coalesce(e.state, 'OPEN') = 'SHIPPED')
    UNION ALL
    SELECT 'a gap in the numbers', series FROM invoice GROUP BY series
    HAVING count(*) <> max(serial) OR count(DISTINCT serial) <> count(*)
    UNION ALL
    SELECT 'return notes of other pieces than were returned', l.box_id::text FROM qc_line l
    WHERE l.returned <> (SELECT coalesce(sum(r.quantity), 0) FROM return_note_line r JOIN return_note n ON n.id = r.note_id
      WHERE r.box_id = l.box_id AND r.site_id = l.site_id AND r.sku_id = l.sku_id AND n.state = 'SENT')
    UNION ALL
    SELECT 'a box in and not in', b.id::text FROM box b
    WHERE (b.inwarded_at IS NOT NULL) <> EXISTS (SELECT 1 FROM qc_box q WHERE q.box_id = b.id)`.execute(server.db)
  return rows.map(({ what, id }) => `${what}: ${id}`)
}

/** How often each kind of move is in the ledger: what a test of any sequence really did. */
export async function movesDone(server: TestServer): Promise<Map<string, number>> {
  const { rows } = await sql<{ kind: string; times: number }>`
    SELECT kind, count(*)::int AS times FROM qc_move GROUP BY 1 ORDER BY 1`.execute(server.db)
  return new Map(rows.map((row) => [row.kind, row.times]))
}
