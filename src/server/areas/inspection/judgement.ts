import { verdictOf } from '../../../shared/areas/inspection/verdict.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { severities } from '../../../shared/kernel/reasons.ts'
import { invalidInput, moveNotAllowed, type Refusal } from '../../http/errors.ts'
import type { QcBoxFacts, QcLineFacts } from '../qc-boxes/box-rows.ts'

type Input = Taken<Contract['inspection']['verifyQcInspection']>

/** What an inspector says of pieces of a box, by screen or by sheet. */
export type Judgement = Omit<Input, 'box_id' | 'version'>
export type JudgedIn = Judgement['lines'][number]
export type DefectIn = Judgement['defects'][number]

/** The same of one SKU, checked. */
export interface JudgedSku {
  line: QcLineFacts
  /** By where they come from. */
  parts: JudgedIn[]
  passed: number
  failed: number
  on_hold: number
  sampled: number
  defects: DefectIn[]
  measurements: Judgement['measurements']
}

const judgedOf = (part: Pick<JudgedIn, 'passed' | 'failed' | 'on_hold'>) => part.passed + part.failed + part.on_hold

/** Units with a defect, those with several once. */
export function describedUnits(defects: readonly Pick<DefectIn, 'units' | 'is_further'>[]): number {
  return defects.filter((defect) => !defect.is_further).reduce((sum, defect) => sum + defect.units, 0)
}

/** What is judged, by SKU. Throws in plain words what does not hold, naming the SKU; limits of lots are checked later. */
export function checkedJudgement(box: QcBoxFacts, lines: readonly QcLineFacts[], said: Judgement): JudgedSku[] {
  const parts = said.lines.filter((part) => judgedOf(part) + part.sampled > 0)
  if (parts.length === 0) throw invalidInput('Please say how many pieces passed, failed or are on hold.')
  if (new Set(parts.map((part) => part.from === 'failed')).size > 1)
    throw invalidInput('Failed pieces are inspected again on their own.')
  assertVerdict(parts, said.verdict)
  const byCode = new Map(lines.map((line) => [line.nm_sku, line]))
  const judged = [...Map.groupBy(parts, (part) => part.nm_sku)].map(([nm_sku, own]): JudgedSku => {
    const line = byCode.get(nm_sku)
    if (line === undefined) throw notInBox(box, nm_sku)
    const sum = (key: 'passed' | 'failed' | 'on_hold' | 'sampled') => own.reduce((all, part) => all + part[key], 0)
    for (const part of own) assertThere(box, line, part)
    if (new Set(own.map((part) => part.from)).size < own.length) throw invalidInput('Multiple entries found.')
    return {
      line,
      parts: own,
      passed: sum('passed'),
      failed: sum('failed'),
      on_hold: sum('on_hold'),
      sampled: sum('sampled'),
      defects: said.defects.filter((defect) => defect.nm_sku === nm_sku),
      measurements: said.measurements.filter((measured) => measured.nm_sku === nm_sku),
    }
  })
  assertAllJudged(box, judged, said)
  for (const sku of judged) {
    assertDefects(sku)
    assertMeasured(sku)
  }
  if (judged.some((sku) => sku.on_hold > 0) && !said.remark)
    throw invalidInput('Please say in the remark why pieces are on hold.')
  return judged
}

function notInBox(box: QcBoxFacts, nm_sku: string): Refusal {
  return invalidInput('{{nm_sku}} is not in box {{box_no}}.', { values: { nm_sku, box_no: box.box_no } })
}

function assertVerdict(parts: readonly JudgedIn[], verdict: Judgement['verdict']): void {
  const sums = { passed: 0, failed: 0, on_hold: 0 }
  for (const part of parts) for (const key of ['passed', 'failed', 'on_hold'] as const) sums[key] += part[key]
  if (verdictOf(sums) === verdict) return
  throw invalidInput(
    'The verdict does not fit the pieces: {{passed}} passed, {{failed}} failed, {{on_hold}} on hold.',
    {
      values: sums,
    },
  )
}

/** The pieces must wait where they are said to come from. */
function assertThere(box: QcBoxFacts, line: QcLineFacts, part: JudgedIn): void {
  const { nm_sku } = line
  const quantity = judgedOf(part)
  const available = line[part.from]
  if (quantity > available)
    throw moveNotAllowed('Box {{box_no}} of {{shipment_id}} has only {{available}} pcs of {{nm_sku}} for this.', [], {
      values: { box_no: box.box_no, shipment_id: box.shipment_id, available, nm_sku, quantity },
    })
  if (part.sampled > quantity)
    throw invalidInput('{{nm_sku}}: {{sampled}} pcs looked at, but only {{quantity}} are judged.', {
      values: { nm_sku, sampled: part.sampled, quantity },
    })
  if (part.from === 'on_hold' && part.on_hold > 0)
    throw invalidInput('{{nm_sku}}: these pieces are on hold already.', { values: { nm_sku } })
}

/** Nobody describes or measures what is not judged. */
function assertAllJudged(box: QcBoxFacts, judged: readonly JudgedSku[], said: Judgement): void {
  const known = new Set(judged.map(({ line }) => line.nm_sku))
  for (const { nm_sku } of [...said.defects, ...said.measurements])
    if (!known.has(nm_sku))
      throw invalidInput(
        'Box {{box_no}}: {{nm_sku}} has a defect or a measurement, but none of its pieces are judged.',
        {
          values: { box_no: box.box_no, nm_sku },
        },
      )
}

function assertDefects({ line: { nm_sku }, parts, sampled, defects }: JudgedSku): void {
  const quantity = parts.reduce((sum, part) => sum + judgedOf(part), 0)
  for (const { units, remark } of defects) {
    if (units < 1) throw invalidInput('{{nm_sku}}: a defect is on one unit at least.', { values: { nm_sku } })
    if (remark === '') throw invalidInput('{{nm_sku}}: a defect needs a reason and a remark.', { values: { nm_sku } })
  }
  const units = describedUnits(defects)
  if (units > quantity)
    throw invalidInput('{{nm_sku}}: {{units}} units with a defect, but only {{quantity}} pcs are judged.', {
      values: { nm_sku, units, quantity },
    })
  // Never fewer: a defect beyond them would be missing in the tally of the lot.
  if (units > sampled)
    throw invalidInput('{{nm_sku}}: {{units}} units with a defect, but only {{sampled}} pcs were looked at.', {
      values: { nm_sku, units, sampled },
    })
  for (const further of defects.filter((defect) => defect.is_further)) {
    const asBad = severities.slice(0, severities.indexOf(further.severity) + 1)
    if (further.units > describedUnits(defects.filter(({ severity }) => asBad.includes(severity))))
      throw invalidInput('{{nm_sku}}: a further defect is on units that have one at least as bad.', {
        values: { nm_sku },
      })
  }
}

function assertMeasured({ line: { nm_sku }, sampled, measurements }: JudgedSku): void {
  const beyond = measurements.find(({ piece }) => piece > sampled)
  if (beyond)
    throw invalidInput('{{nm_sku}}: piece {{piece}} was measured, but only {{sampled}} pcs were looked at.', {
      values: { nm_sku, piece: beyond.piece, sampled },
    })
  if (new Set(measurements.map(({ piece, point }) => `${piece} ${point}`)).size < measurements.length)
    throw invalidInput('Multiple entries found.')
}
