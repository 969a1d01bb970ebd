import fc from 'fast-check'
import { sql } from 'kysely'
import { parse } from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FrozenPlan, frozenPlan } from '../../src/server/areas/inspection/lots.ts'
import { mayRewrite } from '../../src/server/database/append-only.ts'
import { computedVerdict } from '../../src/shared/areas/inspection/verdict.ts'
import {
  addFigures,
  dhuOf,
  noFigures,
  type QualityFigures,
  type QualityReport,
} from '../../src/shared/areas/qc-reports/quality.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { type Counted, countedBoxes, passing, stain } from '../support/qc-inspection.ts'
import { anyStep, indiaWorld, type QcWorld, qcWorld, type Step, take } from '../support/qc-steps.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { getQcQuality, downloadQcQuality } = contract.qcReports
const inIndia = contract.indiaInspection
const { revertBoxToQc } = contract.qcBoxes

/** A run can be had again, and a longer one. */
const seed = Number(process.env.QC_SEED ?? Date.now() % 2 ** 31)
const RUNS = Number(process.env.QC_RUNS ?? 5)

let server: TestServer
let leads: Client[]
let managers: Client[]

beforeAll(async () => {
  server = await testServer()
  const two = (made: Parameters<TestServer['makeUser']>[0]) =>
    Promise.all([0, 1].map(async () => server.as(await server.makeUser(made))))
  leads = await two({ role: 'ops_team', team: 'china' })
  managers = await two({ role: 'ops', team: null })
  console.info(`seed ${seed}: QC_SEED=${seed} tries the same histories again`)
})
afterAll(() => server?.stop())

const supplierOf = (made: Pick<Counted, 'shipment'>) => made.shipment.order.vendor.code

async function quality(made: Pick<Counted, 'shipment'>, days: { from?: string; to?: string } = {}) {
  const [lead] = leads
  if (lead === undefined) throw new Error('nobody reads')
  const reply = await lead.call(getQcQuality, { supplier_id: supplierOf(made), ...days })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data
}

/** What was written since the last time happened on this day, at noon in China. */
async function happenedOn(day: string, boxes: readonly { box_id: string }[]): Promise<void> {
  const at = new Date(`${day}T04:00:00Z`)
  const since = new Date('2026-06-01T00:00:00Z')
  const ids = boxes.map(({ box_id }) => box_id)
  await server.db.transaction().execute(async (tx) => {
    await sql.raw(mayRewrite).execute(tx)
    for (const table of ['qc_move', 'qc_inspection'] as const)
      await tx.updateTable(table).set({ at }).where('box_id', 'in', ids).where('at', '>', since).execute()
  })
}

describe('DHU and lots accepted', () => {
  // Would catch: defects on a unit with a worse one left out, units that nobody looked at in the denominator, a lot counted by pieces.
  it('counts every defect of a hundred units looked at, and each lot once', async () => {
    const made = await countedBoxes(server, [[20, 10]])
    const [a = '', b = ''] = made.skus
    const defects = [
      stain(b, 2),
      stain(b, 1, { severity: 'minor', is_further: true, reason: 'Loose threads' as never }),
    ]
    const lines = [passing(a, 20, 5), { nm_sku: b, failed: 10, sampled: 5 }]
    const reply = await made.judge(
      {
        lines,
        defects: defects.map((one) => ({ ...one, reason: 'Stain' as const })),
        verdict: 'mixed',
        override_reason: 'Sorted',
      },
      leads[0],
    )
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const { totals, by } = await quality(made)
    expect(totals).toMatchObject({ looked_at: 10, critical: 0, major: 2, minor: 1 })
    expect(totals.lots_accepted + totals.lots_rejected).toBeGreaterThan(0)
    expect(dhuOf(totals)).toBe(30)
    expect(by.vendor.map(({ code }) => code)).toEqual([supplierOf(made)])
    expect(by.week.map(({ code }) => new Date(code).getUTCDay())).toEqual([1])
    const [lead] = leads
    const file = await lead?.call(downloadQcQuality, { supplier_id: supplierOf(made) })
    const text = file?.bytes.toString('utf8').replace(/^\uFEFF/, '') ?? ''
    const rows = parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      'Supplier ID': supplierOf(made),
      'Units looked at': '10',
      Defects: '3',
      DHU: '30.00',
    })
  })

  // Would catch: a verdict that was taken back and counts on; one of another day that a later revert takes away from its own day's report;
  // a look at failed pieces that takes the first look's place.
  it('leaves out what was taken back within the days, and keeps both looks at pieces that are judged again', async () => {
    const made = await countedBoxes(server, [[10]])
    const [a = ''] = made.skus
    const judge = async (lines: Parameters<Counted['judge']>[0]['lines'], failed = 0) => {
      const verdict = lines.some((line) => line.failed) ? 'failed' : 'passed'
      const defects = failed > 0 ? [stain(a, failed)] : []
      const reply = await made.judge({ lines, defects, verdict, override_reason: 'Sorted' }, leads[0])
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    }
    await judge([{ nm_sku: a, failed: 10, sampled: 5 }], 4)
    await happenedOn('2026-05-04', [made.box])
    await judge([{ nm_sku: a, passed: 10, sampled: 10, from: 'failed' }])
    await happenedOn('2026-05-12', [made.box])
    const both = { looked_at: 15, major: 4, lots_accepted: 0, lots_rejected: 1 }
    expect((await quality(made, { from: '2026-05-01', to: '2026-05-31' })).totals).toMatchObject(both)
    await leads[0]?.call(revertBoxToQc, { box_ids: [made.box.sscc], reason: 'Wrong box' })
    await happenedOn('2026-05-13', [made.box])
    const of = async (from: string, to: string) => {
      const { totals, by } = await quality(made, { from, to })
      return [totals.looked_at, totals.major, totals.lots_rejected, by.week.map(({ code }) => code)]
    }
    expect(await of('2026-05-01', '2026-05-31')).toEqual([0, 0, 0, []])
    expect(await of('2026-05-04', '2026-05-12')).toEqual([15, 4, 1, ['2026-05-04', '2026-05-11']])
    // In these days the second look is taken back, and nothing of the first, which other days tell.
    expect(await of('2026-05-12', '2026-05-13')).toEqual([0, 0, 0, []])
    expect(await of('2026-05-04', '2026-05-04')).toEqual([5, 4, 1, ['2026-05-04']])
  })

  it('is not told to vendors, nor for days that are none', async () => {
    const made = await countedBoxes(server, [[1]])
    for (const call of [getQcQuality, downloadQcQuality, inIndia.getQcQuality, inIndia.downloadQcQuality])
      expect((await made.shipment.client.call(call, {})).status).toBe(403)
    expect((await made.client.call(getQcQuality, { from: '2026-03-02', to: '2026-03-01' })).status).toBe(400)
    expect((await made.client.call(getQcQuality, { supplier_id: 'V-NOBODY' })).status).toBe(400)
  })
})

type Code = { code: string }

/** The reference: pieces as a pile of things, each with the looks that it had since it was put there. */
interface Move {
  seq: string
  box_id: string
  sku_id: string
  kind: string
  quantity: number
  inspection_id: string | null
  audit_id: string
  day: string
}
interface LookRow {
  inspection_id: string
  box_id: string
  sku_id: string
  day: string
  by: string
  sampled: number
  style: string
  color: string
  category: string
  critical: number
  major: number
  minor: number
}
interface LotRow {
  lot_id: string
  inspection_id: string
  number: number
  plan: FrozenPlan
  sampled: number
  critical: number
  major: number
  minor: number
}

const judging = ['pass', 'skip', 'fail', 'hold']
const waiting = ['revert_passed', 'revert_failed', 'release']

async function historyOf(boxes: readonly { box_id: string }[], kind: string) {
  const at = sql`JOIN site d ON d.id = x.site_id AND d.kind = ${kind} WHERE x.box_id = ANY(${boxes.map((box) => box.box_id)}::uuid[])`
  const moves = await sql<Move>`SELECT x.seq, x.box_id, x.sku_id, x.kind, x.quantity, x.inspection_id, x.audit_id,
    (x.at AT TIME ZONE 'UTC')::date::text AS day FROM qc_move x ${at} ORDER BY x.seq`.execute(server.db)
  const looks =
    await sql<LookRow>`SELECT x.id AS inspection_id, x.box_id, l.sku_id, x.by, l.sampled, s.code AS style, k.color, s.category,
      (x.at AT TIME ZONE 'UTC')::date::text AS day, coalesce(f.critical, 0)::int AS critical, coalesce(f.major, 0)::int AS major, coalesce(f.minor, 0)::int AS minor
    FROM qc_inspection x JOIN qc_inspection_line l ON l.inspection_id = x.id JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
    LEFT JOIN LATERAL (SELECT sum(units) FILTER (WHERE severity = 'critical') AS critical, sum(units) FILTER (WHERE severity = 'major') AS major,
      sum(units) FILTER (WHERE severity = 'minor') AS minor FROM qc_defect WHERE inspection_id = x.id AND sku_id = l.sku_id) f ON true
    ${at} AND x.kind <> 'skip'`.execute(server.db)
  const lots =
    await sql<LotRow>`SELECT t.lot_id, t.inspection_id, t.number, o.plan, t.sampled, t.critical, t.major, t.minor
    FROM qc_inspection x JOIN qc_inspection_lot t ON t.inspection_id = x.id JOIN qc_lot o ON o.id = t.lot_id ${at}`.execute(
      server.db,
    )
  return { moves: moves.rows, looks: looks.rows, lots: lots.rows }
}

/** Looks that count in these days: some piece still has them. */
function standingLooks({ moves, looks }: Awaited<ReturnType<typeof historyOf>>, from: string, to: string): LookRow[] {
  const piles = new Map<string, Set<string>[]>()
  const within = moves.filter(({ day }) => day >= from && day <= to)
  const commands = Map.groupBy(within, (move) => `${move.inspection_id ?? move.audit_id} ${move.box_id} ${move.sku_id}`)
  for (const [key, of] of commands) {
    const [first] = of
    if (first === undefined) continue
    const place = `${first.box_id} ${first.sku_id}`
    const sum = (kinds: string[]) => of.reduce((n, { kind, quantity }) => n + (kinds.includes(kind) ? quantity : 0), 0)
    const [judged, back] = [sum(judging), sum(waiting)]
    const pile = piles.get(place) ?? []
    piles.set(place, pile)
    if (judged === 0) {
      for (let n = 0; n < back; n++) pile.pop()
      continue
    }
    const height = Math.max(pile.length + judged - back, judged)
    while (pile.length < height) pile.push(new Set())
    for (const piece of pile.slice(pile.length - judged)) piece.add(key)
  }
  return looks
    .filter(({ day }) => day >= from && day <= to)
    .filter((look) =>
      piles
        .get(`${look.box_id} ${look.sku_id}`)
        ?.some((piece) => piece.has(`${look.inspection_id} ${look.box_id} ${look.sku_id}`)),
    )
}

function mondayOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return at.toISOString().slice(0, 10)
}

function expected(history: Awaited<ReturnType<typeof historyOf>>, from: string, to: string) {
  const standing = standingLooks(history, from, to)
  const facts = standing.map((look) => ({
    ...look,
    figures: { ...noFigures, looked_at: look.sampled, critical: look.critical, major: look.major, minor: look.minor },
  }))
  for (const parts of Map.groupBy(history.lots, ({ lot_id }) => lot_id).values()) {
    const plan = frozenPlan.parse(parts[0]?.plan)
    if (plan.kind !== 'inspection') continue
    const own = standing.filter(
      (look) => plan.style_id === null || (plan.style_id === look.style && plan.color === look.color),
    )
    const counting = parts.filter((part) => own.some((look) => look.inspection_id === part.inspection_id))
    const last = counting.toSorted((x, y) => y.number - x.number)[0]
    const look = own.find(({ inspection_id }) => inspection_id === last?.inspection_id)
    if (!last || !look) continue
    const until = parts.filter(({ number }) => number <= last.number)
    const sum = (key: 'sampled' | 'critical' | 'major' | 'minor') => until.reduce((n, part) => n + part[key], 0)
    const tally = { sampled: sum('sampled'), critical: sum('critical'), major: sum('major'), minor: sum('minor') }
    const verdict = computedVerdict(plan, tally)
    if (verdict === 'open') continue
    const [lots_accepted, lots_rejected] = verdict === 'accept' ? [1, 0] : [0, 1]
    facts.push({ ...look, figures: { ...noFigures, lots_accepted, lots_rejected } })
  }
  const by = (of: (fact: (typeof facts)[number]) => string) => {
    const sums = new Map<string, QualityFigures>()
    for (const fact of facts) sums.set(of(fact), addFigures(sums.get(of(fact)) ?? noFigures, fact.figures))
    return sums
  }
  return {
    totals: facts.reduce((sum, { figures }) => addFigures(sum, figures), noFigures),
    by: {
      week: by(({ day }) => mondayOf(day)),
      inspector: by((fact) => fact.by),
      category: by(({ category }) => category),
    },
  }
}

function told({ totals, by }: QualityReport) {
  const of = (rows: QualityReport['by']['week']) =>
    new Map(rows.map(({ code, name: _, name_zh: _zh, ...figures }: (typeof rows)[number] & Code) => [code, figures]))
  return { totals, by: { week: of(by.week), inspector: of(by.inspector), category: of(by.category) } }
}

const kinds = ['inspect', 'inspect', 'release', 'inspectAgain', 'revert', 'revertStyle', 'skip', 'giveBack'] as const
const step = fc.oneof(
  { weight: 2, arbitrary: anyStep.map((one): Step => ({ ...one, kind: 'goOn' })) },
  { weight: 5, arbitrary: fc.tuple(anyStep, fc.constantFrom(...kinds)).map(([one, kind]): Step => ({ ...one, kind })) },
)
const dayAfter = (days: number) => new Date(Date.UTC(2026, 4, 1 + days)).toISOString().slice(0, 10)

// Would catch: a revert that takes back too much or too little where pieces were judged in parts, judged again, skipped or sent back in
// between; figures of weeks, inspectors or categories that do not add up to the totals; SQL that says another verdict than the plan.
describe.each([
  ['China', 'china_qc', qcWorld, getQcQuality, () => leads],
  ['India', 'india_qc', indiaWorld, inIndia.getQcQuality, () => managers],
] as const)('whatever was done in %s, in whatever days', (_, kind, makeWorld, call, people) => {
  it('the figures are those of the pieces themselves', { timeout: 240_000 }, async () => {
    let [looks, takenBack] = [0, 0]
    const history = fc.array(fc.tuple(step, fc.nat(2), fc.nat(1)), { minLength: 16, maxLength: 26 })
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(fc.tuple(fc.nat(20), fc.nat(12)), { minLength: 4, maxLength: 4 }),
        async (steps, spans) => {
          const world: QcWorld = await makeWorld(server)
          let days = 0
          for (const at of [0, 1, 2])
            for (const pieces of [0, 8])
              await take(people()[0] as Client, world, { kind: 'goOn', box: at, pieces, pick: 1 })
          for (const [one, later, who] of steps) {
            const { status, body } = await take(people()[who] as Client, world, one)
            expect(status, JSON.stringify(body)).toBeLessThan(500)
            days += later
            await happenedOn(dayAfter(days), world.boxes)
          }
          const all = await historyOf(world.boxes, kind)
          for (const [start, length] of [[0, 365] as const, ...spans]) {
            const [from, to] = [dayAfter(Math.min(start, days)), dayAfter(Math.min(start, days) + length)]
            const reply = await (people()[0] as Client).call(call, {
              supplier_id: world.shipment.order.vendor.code,
              from,
              to,
            })
            expect(reply.status, JSON.stringify(reply.body)).toBe(200)
            expect(told(reply.body.data)).toEqual(expected(all, from, to))
            if (length === 365) {
              looks += all.looks.length
              takenBack += all.looks.length - standingLooks(all, from, to).length
            }
          }
        },
      ),
      { numRuns: RUNS, seed, endOnFailure: true },
    )
    console.info(`${kind}: ${looks} looks, ${takenBack} of them taken back`)
    // Would catch: histories of which nothing is told, which prove nothing.
    expect(looks).toBeGreaterThan(10)
    expect(takenBack).toBeGreaterThan(0)
    expect(looks - takenBack).toBeGreaterThan(0)
  })
})
