import type { AwaitingBoxRow } from '../../../shared/areas/inspection/shapes.ts'
import { awaitingBoxes } from '../../../shared/areas/receiving/lists.ts'
import { tableColumns } from '../../table/columns.tsx'

export type AwaitingRow = AwaitingBoxRow

/** Boxes on their way: long ones are coloured. */
export const awaitingColumns = tableColumns<AwaitingRow>(awaitingBoxes.fields, {
  cells: {
    box: ({ box_no, position, boxes_in_shipment }) => (
      <span className="inward-box">
        <span className="code">{box_no}</span>
        <span className="muted">{`${position}/${boxes_in_shipment}`}</span>
      </span>
    ),
    days_on_way: ({ days_on_way }, words) => (
      <span data-tone={days_on_way < 7 ? undefined : days_on_way < 14 ? 'warn' : 'bad'}>
        {words.number(days_on_way)}
      </span>
    ),
  },
})
