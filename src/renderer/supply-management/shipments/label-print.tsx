import type { FacilityBoxRow } from '../../../shared/areas/facilities/calls.ts'
import type { PrintKind } from '../../../shared/areas/labels/rules.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { usePrintDialog } from '../../print/PrintDialog.tsx'

/** Prints labels that a call has named the address of (`label_url`), by the usual dialog. */
export function useLabelPrint() {
  const print = usePrintDialog()
  return {
    open: (labelUrl: string, kind: PrintKind, title: string) =>
      print.open({ kind, title, call: { method: 'GET', path: labelUrl } }),
    dialog: print.dialog,
  }
}

/** Prints the label of a box once more: the first one is torn, or was never printed. */
export function useBoxLabels() {
  const labels = useLabelPrint()
  const make = useAction(
    ({ box_id }: Pick<FacilityBoxRow, 'box_id'>, options) =>
      api.facilities.facilityBoxLabels({ boxes: [box_id] }, options),
    { refresh: [], done: () => null },
  )
  return {
    print: async (box: Pick<FacilityBoxRow, 'box_id'>) => {
      const made = await make.run(box)
      if (made) await labels.open(made.data.label_url, 'box', box.box_id)
    },
    dialog: labels.dialog,
  }
}
