import { contract } from '../../../shared/areas.ts'
import { fileCall } from '../../api/client.ts'
import { usePrintDialog } from '../../print/PrintDialog.tsx'
import { useLocale } from '../../table/words.ts'

/** Labels of rolls: `labels.open(codes)` and `{labels.dialog}`. */
export function useRollLabels() {
  const { t, number } = useLocale()
  const print = usePrintDialog()
  const open = (rolls: readonly string[]) =>
    void print.open({
      kind: 'fabric',
      call: fileCall(contract.materials.generateFabricLabels, { rolls: [...rolls] }),
      title: t('Labels of rolls: {{n}}', { n: number(rolls.length) }),
      count: rolls.length,
    })
  return { open, dialog: print.dialog }
}
