import { column, sheet, sheetMessages, skuInBox } from '../../kernel/sheet.ts'

const { negativeInBox: negative } = sheetMessages

/** What can be wrong with the rows of an inspection: the specification's words where it has some, keys of translations all. */
export const inspectionFaults = {
  otherBox: 'This row is for another box.',
  beyond: 'More pieces than wait for inspection.',
  changed: 'These pieces were judged in the meantime.',
  noReason: 'Failed pieces need a reason from the list.',
  noRemark: 'Failed pieces need a remark.',
  notLookedAt: 'More pieces were looked at than are judged.',
  failedUnseen: 'More pieces failed than were looked at.',
  notSaid: 'Please say how many pieces were looked at.',
  noHoldReason: 'Pieces on hold need a remark: why they are held.',
  noRows: 'No inspected pieces were found in the sheet.',
} as const

export const inspectionExpectations = {
  thisBox: 'The SSCC of this box, or nothing.',
  boxSku: 'A SKU of this box.',
  newSheet: 'Download the sheet again: fewer or more pieces wait now.',
  remark: 'What is wrong, in a few words.',
  failedSeen: 'As many as failed at least.',
  lookedAt: 'A number: all that are judged, or those of the sample; 0 for pieces nobody looked at.',
} as const

/**
 * What became of the waiting pieces of a box, a row per SKU; a row without passed, failed or held pieces says nothing.
 * `to_inspect` is how many waited when the sheet was made, so that an old sheet judges nothing twice; `counted` how many pieces
 * of the SKU the box had by then, which tells a new sheet for pieces found later from the old one.
 */
export const inspectedPieces = sheet({
  name: 'inspectedPieces',
  noRows: inspectionFaults.noRows,
  columns: {
    ...skuInBox,
    counted: column.text('Counted quantity', '实点数量', { invalid: sheetMessages.invalidQuantity, maxLength: 40 }),
    to_inspect: column.quantity('To inspect', '待检数量', { negative }),
    passed: column.quantity('Passed', '合格数量', {
      required: true,
      mayBeEmpty: true,
      also: ['Passed quantity'],
      negative,
    }),
    failed: column.quantity('Failed', '不合格数量', {
      required: true,
      mayBeEmpty: true,
      also: ['Failed quantity', 'Rejected'],
      negative,
    }),
    on_hold: column.quantity('On hold', '暂扣数量', { also: ['Hold', '待定数量', 'On hold / 待定数量'], negative }),
    sampled: column.quantity('Looked at', '抽检数量', {
      // As sheets said it when an empty cell was all of them.
      also: [
        'Looked at (empty: all)',
        'Sampled',
        '抽检数量（空为全检）',
        'Looked at (empty: all) / 抽检数量（空为全检）',
      ],
      negative,
    }),
    reason: column.text('Reason', '原因', {
      also: ['Reject reason', '不合格原因'],
      invalid: inspectionFaults.noReason,
      maxLength: 100,
    }),
    remark: column.text('Remark', '备注', { also: ['Remarks'], invalid: inspectionFaults.noRemark, maxLength: 500 }),
  },
})
