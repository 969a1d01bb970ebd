import { boxActions, type NextAction } from '../../shared/domain/next-actions.ts'
import { failedOf, passedOf } from '../../shared/domain/qc-quantities.ts'
import { factLabels } from '../../shared/domain/trace.ts'
import type { QcBoxFacts } from '../qc/qc-box-rows.ts'
import type { BoxFacts } from './box-hits.ts'
import { type Asking, type Fact, known } from './finder.ts'

/** What QC knows of a box. What is nought is left out, but for what passed and failed once something was judged. */
export function qcFacts(box: QcBoxFacts): Fact[] {
  const isJudged = box.inspections > 0
  const some = (label: Fact['label'], count: number) => (count === 0 ? null : { label, count })
  return known([
    { label: factLabels.inwarded, at: box.inwarded_at.toISOString() },
    box.uncounted > 0 ? null : { label: factLabels.counted, count: box.declared + box.excess - box.missing },
    some(factLabels.missing, box.missing),
    some(factLabels.excess, box.excess),
    isJudged ? { label: factLabels.passed, count: passedOf(box) } : null,
    isJudged ? { label: factLabels.failed, count: failedOf(box) } : null,
    some(factLabels.on_hold, box.on_hold),
    box.shelf === null ? null : { label: factLabels.shelf, text: box.shelf },
    box.invoice_number === null ? null : { label: factLabels.invoice, text: box.invoice_number },
    box.export_order_number === null ? null : { label: factLabels.export_order, text: box.export_order_number },
    ...box.return_notes.map((text) => ({ label: factLabels.return_note, text })),
  ])
}

/** At QC what may be done there; on its way there, that it be taken in. */
export function nextAtDoor({ caller }: Asking, box: BoxFacts, qc: QcBoxFacts | undefined): NextAction[] {
  if (qc !== undefined) return boxActions(caller, box.sscc, qc)
  const isComing = box.state === 'PACKED_AND_SHIPPED' && box.site_kind === 'china_qc'
  return isComing ? boxActions(caller, box.sscc, null) : []
}
