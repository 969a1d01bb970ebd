import type { QuantityColumn, SheetTemplate } from '../../kernel/sheet.ts'
import { pieces, sheetMessages, skuInBox } from '../../kernel/sheet.ts'

/** What can be wrong with the rows of an inspection: the specification's words where it has some, keys of translations all. */
export const inspectionFaults = {
  otherBox: 'This row is for another box.',
  beyond: 'More pieces than wait for inspection.',
  changed: 'These pieces were judged in the meantime.',
  noReason: 'Failed pieces need a reason from the list.',
  noRemark: 'Failed pieces need a remark.',
  notLookedAt: 'More pieces were looked at than are judged.',
  failedUnseen: 'More pieces failed than were looked at.',
  noRows: 'No inspected pieces were found in the sheet.',
} as const

export const inspectionExpectations = {
  thisBox: 'The SSCC of this box, or nothing.',
  boxSku: 'A SKU of this box.',
  newSheet: 'Download the sheet again: fewer or more pieces wait now.',
  remark: 'What is wrong, in a few words.',
  failedSeen: 'As many as failed at least, or nothing for all of them.',
} as const

/** A cell left empty says nothing. */
function quantity(column: Parameters<typeof pieces>[0]): QuantityColumn {
  return pieces({ ...column, mayBeEmpty: true })
}

/**
 * What became of the waiting pieces of a box, a row per SKU; a row without passed, failed or held pieces says nothing.
 * `to_inspect` is how many waited when the sheet was made, so that an old sheet judges nothing twice; `counted` how many pieces
 * of the SKU the box had by then, which tells a new sheet for pieces found later from the old one.
 */
export const inspectedPieces: SheetTemplate = {
  name: 'inspectedPieces',
  noRows: inspectionFaults.noRows,
  columns: [
    ...skuInBox,
    {
      key: 'counted',
      header: { en: 'Counted quantity', zh: '实点数量' },
      kind: 'text',
      required: false,
      invalid: sheetMessages.invalidQuantity,
      maxLength: 40,
    },
    quantity({ key: 'to_inspect', header: { en: 'To inspect', zh: '待检数量' }, required: false }),
    quantity({ key: 'passed', header: { en: 'Passed', zh: '合格数量' }, aliases: ['Passed quantity'], required: true }),
    quantity({
      key: 'failed',
      header: { en: 'Failed', zh: '不合格数量' },
      aliases: ['Failed quantity', 'Rejected'],
      required: true,
    }),
    quantity({ key: 'on_hold', header: { en: 'On hold', zh: '待定数量' }, aliases: ['Hold'], required: false }),
    quantity({
      key: 'sampled',
      header: { en: 'Looked at (empty: all)', zh: '抽检数量（空为全检）' },
      aliases: ['Looked at', 'Sampled', '抽检数量'],
      required: false,
    }),
    {
      key: 'reason',
      header: { en: 'Reason', zh: '原因' },
      aliases: ['Reject reason', '不合格原因'],
      kind: 'text',
      required: false,
      invalid: inspectionFaults.noReason,
      maxLength: 100,
    },
    {
      key: 'remark',
      header: { en: 'Remark', zh: '备注' },
      aliases: ['Remarks'],
      kind: 'text',
      required: false,
      invalid: inspectionFaults.noRemark,
      maxLength: 500,
    },
  ],
}
