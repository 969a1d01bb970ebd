import { key } from '../../kernel/words.ts'
import type { ReplayTotals } from './replay.ts'

export const storeWords = {
  transfersMade: key('Transfers made: the stores can pack.'),
  noStyleSku: key('There is no SKU {{nm_sku}}.'),
  sameStore: key('{{nm_sku}}: {{store}} cannot send to itself.'),
  twice: key('{{nm_sku}} from {{from}} to {{to}} is named twice.'),
  notCarried: key('Store {{store}} does not carry {{category}}: {{nm_sku}} cannot go there.'),
  stockLeft: key(
    '{{nm_sku}}: {{wanted}} pieces were to go from {{site}}, and only {{free}} are free there now ({{count}} SKUs). Please look again.',
  ),
  promised: key(
    'Since these transfers were proposed, stores were promised or got {{pieces}} pieces: {{list}}. Stores: {{stores}}. Please look again.',
  ),
  breaks: key(
    '{{nm_sku}} is a core size: {{site}} keeps {{keep}} pieces of it. {{free}} are free, and {{wanted}} were to go.',
  ),
  replayStarted: key('Past sales are being replayed.'),
  replayTitle: key('Replay of past sales, {{category}}'),
  replayAllTitle: key('Replay of past sales, all categories'),
  noSalesAtAll: key('There are no sales to replay.'),
  noSales: key('There are no sales of {{category}} to replay.'),
} as const

/** Usual regions of shops, so that they are said in the reader’s language; a region may be any other word. */
export const usualRegions = [
  key('North'),
  key('South'),
  key('East'),
  key('West'),
  key('Central'),
  key('Northeast'),
] as const

export const replayWords = {
  wanted: key('Pieces wanted'),
  sold: key('Pieces sold'),
  lost: key('Sales lost'),
  lost_days: key('Days with lost sales'),
  sent: key('Pieces sent to stores'),
  left_at_stores: key('Left over at stores'),
  left_at_source: key('Left at the warehouses'),
} as const satisfies Record<keyof ReplayTotals, string>
