import { area } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { notice, toHouse } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { indiaQcRights } from '../india-qc/rights.ts'
import { boxRef } from '../inspection/shapes.ts'
import { indiaDoorWords } from '../receiving/rules.ts'
import { indiaReceivingCalls } from './calls.ts'
import { indiaDoorFigures } from './figures.ts'
import { boxDiscrepancies, indiaAwaitingBoxes, indiaBoxes } from './lists.ts'
import { arrivalTones, boxKindWords, boxOutcomeWords, indiaReceivingMessages, originWords } from './rules.ts'
import { indiaAwaitingFilter } from './shapes.ts'

const right = indiaQcRights.indiaReceive
const callers = right.roles

export const indiaReceivingArea = area({
  calls: indiaReceivingCalls,
  figures: indiaDoorFigures,
  screens: [screen('india-qc', '/supplier/india-inward-platform', 'India Inward Platform', 'import', right)],
  lists: { 'india-awaiting-boxes': right, 'india-boxes': right, 'box-discrepancies': right },
  exports: {
    exportIndiaAwaitingBoxes: listFile('india-awaiting-boxes', indiaAwaitingBoxes, {
      summary: 'Boxes on their way to India, as seen.',
      callers,
      takes: { ...indiaAwaitingFilter, box_ids: chosen(boxRef) },
    }),
    exportIndiaBoxes: listFile('india-boxes', indiaBoxes, {
      summary: 'Boxes that India received, as seen.',
      callers,
      takes: { ...notPaged(indiaReceivingCalls.getReceivedBoxes), box_ids: chosen(boxRef) },
    }),
    exportBoxDiscrepancies: listFile('box-discrepancies', boxDiscrepancies, {
      summary: 'Short, excess and damaged boxes, as seen.',
      callers,
      takes: notPaged(indiaReceivingCalls.boxDiscrepancies),
    }),
  },
  notices: {
    coming_to_india: notice('news', {
      to: toHouse(indiaQcRights.indiaReceive, ['india_qc_manager', 'india_qc_inward_wh'], 'Open the boxes on the way'),
      label: 'Export orders on their way to India',
      one: [
        'Export order {{number}} is on its way to India. Boxes: {{boxes}}, pieces: {{pieces}}.',
        '/supplier/india-inward-platform?consignment={{number}}',
      ],
      many: ['{{count}} export orders are on their way to India.', '/supplier/india-inward-platform'],
    }),
    boxes_short: notice('attention', {
      to: toHouse(indiaQcRights.indiaQc, ['india_qc_manager', 'ops'], 'Open differences'),
      label: 'Boxes that did not arrive in India',
      one: [
        'The arrival of {{number}} was closed with boxes short: {{boxes}}.',
        '/supplier/india-inward-platform?tab=discrepancies&q={{number}}',
      ],
      many: ['{{count}} arrivals were closed with boxes short.', '/supplier/india-inward-platform?tab=discrepancies'],
    }),
  },
  entities: ['arrival'],
  events: {
    'arrival.closed': 'Arrival closed',
    'arrival.reopened': 'Arrival opened again',
    'box.short_noted': { word: 'Noted as short', boxes: '{{n}} boxes noted as short' },
    'box.excess_noted': { word: 'Noted as excess', boxes: '{{n}} boxes noted as excess' },
    'box.damage_noted': { word: 'Damage noted', boxes: 'Damage of {{n}} boxes noted' },
    'box.discrepancy_settled': { word: 'Difference settled', boxes: 'Differences of {{n}} boxes settled' },
    'box.discrepancy_assigned': {
      word: 'Difference given to somebody',
      boxes: 'Differences of {{n}} boxes given to somebody',
    },
    'box.discrepancy_reopened': {
      word: 'Difference opened again',
      boxes: 'Differences of {{n}} boxes opened again',
    },
    'box.discrepancy_withdrawn': { word: 'No longer short', boxes: '{{n}} boxes no longer short' },
  },
  statuses: arrivalTones,
  words: [indiaDoorWords, boxKindWords, boxOutcomeWords, originWords, indiaReceivingMessages].flatMap((table) =>
    Object.values<string>(table),
  ),
})
