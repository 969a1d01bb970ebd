import type { Tone } from '../../kernel/area.ts'
import { area } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { screen } from '../../kernel/screens.ts'
import { boxRef } from '../inspection/shapes.ts'
import { qcBoxesCalls } from './calls.ts'
import { qcFigures } from './figures.ts'
import { qcBoxes } from './lists.ts'
import { moveProblems } from './moves.ts'
import { qcBoxesRights } from './rights.ts'
import { discrepancyOutcomeLabels, onHold, partFailed, type QcStatus, qcActionLabels } from './status.ts'

const statuses = {
  'Qty validation pending': 'neutral',
  'Qty missing': 'bad',
  'Qty validated': 'active',
  'QC inspection pending': 'active',
  'QC failed': 'bad',
  'QC passed': 'good',
  'Shipped to India': 'good',
  'Returned to supplier': 'warn',
} as const satisfies Record<QcStatus, Tone>

export const qcBoxesArea = area({
  calls: qcBoxesCalls,
  figures: qcFigures,
  rights: qcBoxesRights,
  screens: [screen('china-qc', '/supplier/qc-platform', 'QC Platform', 'endorsed', qcBoxesRights.chinaQc)],
  lists: { 'qc-boxes': qcBoxesRights.chinaQc },
  exports: {
    exportQcBoxes: listFile('qc-boxes', qcBoxes, {
      summary: 'Boxes at China QC as seen; a vendor takes its own.',
      callers: qcBoxesCalls.getInwardedBoxes.callers,
      takes: { ...notPaged(qcBoxesCalls.getInwardedBoxes), box_ids: chosen(boxRef) },
    }),
  },
  facts: {
    shelf: 'Shelf',
  },
  actions: qcActionLabels,
  entities: ['box_in_india'],
  events: {
    'box.qc_skipped': { word: 'QC skipped', boxes: 'QC of {{n}} boxes skipped' },
    'box.shelved': { word: 'Put on a shelf', boxes: '{{n}} boxes put on shelves' },
    'box.unshelved': { word: 'Taken off the shelf', boxes: '{{n}} boxes taken off shelves' },
    'box.reverted': { word: 'Reverted to QC', boxes: '{{n}} boxes reverted to QC' },
    'box.weighed': { word: 'Weighed again', boxes: '{{n}} boxes weighed again' },
    'box.assigned': { word: 'Inspector named', boxes: 'Inspector named for {{n}} boxes', isInternal: true },
    'box.unassigned': {
      word: 'No inspector any more',
      boxes: 'No inspector for {{n}} boxes any more',
      isInternal: true,
    },
    'box.ready': { word: 'Ready for invoice', boxes: '{{n}} boxes made ready for invoice' },
    'box.unready': { word: 'No longer ready for invoice', boxes: '{{n}} boxes no longer ready for invoice' },
  },
  statuses: { ...statuses, [partFailed]: 'warn', [onHold]: 'warn' },
  words: [...Object.values(discrepancyOutcomeLabels), ...Object.values(moveProblems)],
})
