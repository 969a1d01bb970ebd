/** The number on a box, and which of its shipment's boxes it is. */
export function boxCell(row: { box_no: string; position: number; boxes_in_shipment: number }) {
  return (
    <span className="qc-box-no">
      <span className="code">{row.box_no}</span>
      <span className="muted">
        {row.position}/{row.boxes_in_shipment}
      </span>
    </span>
  )
}
