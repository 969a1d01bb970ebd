import type { PrintJob } from '../../../shared/bridge.ts'
import type { LabelKind } from '../../../shared/domain/labels.ts'
import { key } from '../../i18n/key.ts'

/** English, the key of its translation. */
export const labelKindNames: Readonly<Record<LabelKind, string>> = {
  shipping: key('Shipping label'),
  sku: key('SKU label'),
  box: key('Box label'),
  fabric: key('Fabric label'),
  india_qc_sku: key('India QC SKU label'),
  barcode: key('Barcode label'),
}

export function jobKindName(kind: PrintJob['kind']): string {
  return kind === 'test' ? key('Test page') : labelKindNames[kind]
}
