import type { PrintKind } from '../../../shared/areas/labels/rules.ts'
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
