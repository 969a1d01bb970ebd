import { pickStops } from '../../../shared/areas/gate-passes/picking.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import { recordDownload } from '../../audit/audit.ts'
import { bothNames, countFact, type Paper } from '../../documents/paper.ts'
import type { CallContext } from '../../http/call.ts'
import { moveNotAllowed } from '../../http/errors.ts'
import { itemWire, readItems } from './item-rows.ts'
import { isBlindTo, type PassRow } from './pass-rows.ts'

/** Gives the pick list of a pass as pages. Throws move_not_allowed where nothing is left to pick, or the caller may not see the plan. */
export async function pickListPaper(pass: PassRow, context: CallContext) {
  const { db, caller } = context
  const items = await readItems(db, pass)
  const stops = isBlindTo(caller, pass) ? [] : pickStops(items.map((item) => itemWire(item, pass, caller)))
  const { gate_pass } = pass
  if (stops.length === 0) throw moveNotAllowed(passWords.noPicks, [], { values: { gate_pass } })
  const name = `pick_list_${gate_pass}.pdf`
  await recordDownload(context, name, { gate_pass })
  const paper: Paper = {
    ...{ title: 'PICK LIST  拣货单', number: gate_pass, banner: null, currency: '' },
    blocks: [
      { label: 'FROM 发货方', lines: [bothNames(pass.from_site_name, pass.from_site_name_zh)] },
      { label: 'TO 收货方', lines: [bothNames(pass.to_name, pass.to_name_zh)] },
    ],
    facts: [
      countFact('Places 货位', new Set(stops.map(({ shelf }) => shelf)).size),
      countFact(
        'Pieces 件数',
        stops.reduce((sum, { pieces }) => sum + pieces, 0),
      ),
    ],
    columns: [
      { head: 'Shelf 货架', width: 40, kind: 'code' },
      { head: 'SKU 商品编码', width: 72, kind: 'code' },
      { head: 'Goods 货物', width: 44, kind: 'text' },
      { head: 'Pieces 件数', width: 16, kind: 'pieces' },
      { head: 'Done 已拣', width: 12, kind: 'tick' },
    ],
    rows: stops.map(({ shelf, pieces, item }) => [
      shelf ?? 'Floor 未上架',
      item.nm_sku,
      [item.style_id, bothNames(item.color, item.color_zh), item.size].join(', '),
      pieces,
      '',
    ]),
    sums: [],
    closing: [],
    signature: 'Picked by 拣货人',
  }
  // Loaded when needed: the libraries for pages would hold up every start.
  const { paperPdf } = await import('../../documents/paper-pdf.ts')
  return { body: paperPdf(paper, context.resources), name }
}
