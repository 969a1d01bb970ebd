import { type SqlBool, sql } from 'kysely'
import { passTypes } from '../../../shared/areas/gate-passes/rules.ts'
import { factLabels, hasRight } from '../../../shared/areas.ts'
import { address } from '../../../shared/kernel/screens.ts'
import type { Caller } from '../../http/call.ts'
import { codeIs, type Fact, type Finder, known, pathFor, RELATED, relatedOf, type Traced } from '../../trace/finder.ts'
import { type BoxRow, readBoxes } from './box-rows.ts'
import { isBlindTo, type PassRow, passesFrom, passesOf, readPasses, statusOf } from './pass-rows.ts'

const passPath = (pass: PassRow, caller: Caller) =>
  pathFor(caller, address('/warehouse/source', { pass: pass.gate_pass }))

function passTraced(pass: PassRow, caller: Caller): Traced {
  const { gate_pass: code, from_site_name, from_site_name_zh, to_name, to_name_zh } = pass
  return {
    kind: 'gate_pass',
    code,
    title: code,
    subtitle: `${from_site_name} → ${to_name}`,
    subtitle_zh: `${from_site_name_zh} → ${to_name_zh}`,
    status: statusOf(pass),
    path: passPath(pass, caller),
  }
}

function boxTraced(box: BoxRow, pass: PassRow | undefined, caller: Caller): Traced {
  const { box_code: code, gate_pass, box_no } = box
  return {
    kind: 'gate_pass_box',
    code,
    title: `${gate_pass} / ${box_no}`,
    subtitle: pass?.to_name ?? '',
    subtitle_zh: pass?.to_name_zh ?? '',
    status: pass ? statusOf(pass) : '',
    path: pass ? passPath(pass, caller) : null,
  }
}

function passFacts(pass: PassRow, caller: Caller): Fact[] {
  const isHidden = isBlindTo(caller, pass)
  return known([
    { label: factLabels.pass_from, text: pass.from_site_name, text_zh: pass.from_site_name_zh },
    { label: factLabels.pass_to, text: pass.to_name, text_zh: pass.to_name_zh },
    { label: factLabels.pass_type, text: passTypes[pass.type] },
    { label: factLabels.boxes, count: pass.boxes },
    isHidden ? null : { label: factLabels.pieces, count: pass.sent || pass.packed || pass.planned },
    pass.expected_return_on === null ? null : { label: factLabels.pass_due, day: pass.expected_return_on },
    pass.document && { label: factLabels.pass_document, text: pass.document.number },
    pass.carrier === null ? null : { label: factLabels.carrier, text: pass.carrier },
    pass.submitted_at === null ? null : { label: factLabels.pass_submitted, at: pass.submitted_at },
  ])
}

/** A pass by its number. */
export const passFinder: Finder = {
  async find({ db, caller }, match, limit) {
    if (!hasRight(caller, 'gatePasses')) return []
    const found = await readPasses(db, sql<SqlBool>`${codeIs(sql<string>`p.number`, match)} AND ${passesOf(caller)}`)
    return found.slice(0, limit).map((pass) => passTraced(pass, caller))
  },
  async history({ db, caller }, code) {
    if (!hasRight(caller, 'gatePasses')) return null
    const [pass] = await readPasses(db, sql<SqlBool>`p.number = ${code} AND ${passesOf(caller)}`)
    if (pass === undefined) return null
    const boxes = await readBoxes(db, sql<SqlBool>`b.pass_id = ${pass.id}`, sql`b.box_no`, RELATED)
    return {
      ...passTraced(pass, caller),
      facts: passFacts(pass, caller),
      quantities: null,
      related: relatedOf(
        'gate_pass_box',
        boxes.map((box) => boxTraced(box, pass, caller)),
        pass.boxes,
      ),
      next: [],
      scope: { things: [{ kind: 'gate_pass', codes: [code] }], boxes: null, lines: [] },
    }
  },
}

/** A box of a pass by its SSCC: of several passes that it was on, the newest. */
export const passBoxFinder: Finder = {
  async find({ db, caller }, match, limit) {
    if (!hasRight(caller, 'gatePasses')) return []
    const code = match.sscc === null ? codeIs(sql<string>`b.code`, match) : sql<SqlBool>`b.code = ${match.sscc}`
    const boxes = await readBoxes(
      db,
      sql<SqlBool>`${code} AND EXISTS (SELECT FROM ${passesFrom} WHERE p.id = b.pass_id AND ${passesOf(caller)})`,
      sql`b.id DESC`,
      limit,
    )
    const newest = [...new Map(boxes.toReversed().map((box) => [box.box_code, box])).values()]
    const passes = await readPasses(db, sql<SqlBool>`p.id = ANY(${newest.map(({ pass_id }) => pass_id)}::uuid[])`)
    return newest.map((box) =>
      boxTraced(
        box,
        passes.find(({ id }) => id === box.pass_id),
        caller,
      ),
    )
  },
  async history({ db, caller }, code) {
    if (!hasRight(caller, 'gatePasses')) return null
    const boxes = await readBoxes(db, sql<SqlBool>`b.code = ${code}`, sql`b.id DESC`, RELATED)
    const passes = await readPasses(
      db,
      sql<SqlBool>`p.id = ANY(${boxes.map(({ pass_id }) => pass_id)}::uuid[]) AND ${passesOf(caller)}`,
    )
    const box = boxes.find(({ pass_id }) => passes.some(({ id }) => id === pass_id))
    const pass = passes.find(({ id }) => id === box?.pass_id)
    if (box === undefined || pass === undefined) return null
    return {
      ...boxTraced(box, pass, caller),
      facts: passFacts(pass, caller),
      quantities: null,
      related: relatedOf(
        'gate_pass',
        passes.map((each) => passTraced(each, caller)),
        passes.length,
      ),
      next: [],
      scope: {
        things: [{ kind: 'gate_pass', codes: passes.map(({ gate_pass }) => gate_pass) }],
        boxes: null,
        lines: [],
      },
    }
  },
}
