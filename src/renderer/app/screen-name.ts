import { key } from '../i18n/key.ts'

/** A path's last word as a name: `/ops/in-house-orders` is "In house orders". The specification's own labels win. */
const labels: Record<string, string> = {
  'qc-platform': key('QC Platform'),
  'qc-platform-india': key('QC Platform India'),
  'buyer-review': key('Buyer Review'),
  assortments: key('Assortments'),
  'catalogue-management': key('Catalogue Management'),
  'india-catalogue-management': key('India Catalogue Management'),
  'india-inward-platform': key('India Inward Platform'),
  'in-house-orders': key('In-house orders'),
  'allocation-dashboard': key('Allocation dashboard'),
  source: key('Warehouse source'),
}

export function screenName(path: string): string {
  const word = path.split('/').pop() ?? ''
  return labels[word] ?? word.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())
}
